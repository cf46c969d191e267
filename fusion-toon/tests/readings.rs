//! Counts the readings of a value, which its `Serialize` may notice.
#![allow(clippy::unwrap_used)]

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
};

use fusion_toon::{to_string, to_writer};
use serde::{Serialize, Serializer};

/// A value that counts its readings.
#[derive(Default)]
struct CountedValue(Cell<usize>);

impl Serialize for CountedValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.set(self.0.get() + 1);
        serializer.serialize_u8(0)
    }
}

/// Counts how often `to_string` and `to_writer` read a part of a value.
fn readings<T: Serialize>(
    around: impl Fn(CountedValue) -> T,
    inner: impl Fn(&T) -> &CountedValue,
) -> [usize; 2] {
    let value = around(CountedValue::default());
    to_string(&value).unwrap();
    let string = inner(&value).0.take();
    to_writer(Vec::new(), &value).unwrap();
    [string, inner(&value).0.get()]
}

#[derive(Serialize)]
struct Row<T, U> {
    value: T,
    more: U,
}

#[test]
fn a_string_mostly_takes_one_reading_and_a_writer_two() {
    let row = |value| Row { value, more: 1 };
    assert_eq!(readings(row, |row| &row.value), [1, 2]);
    assert_eq!(
        readings(|value| [row(value)], |rows| &rows[0].value),
        [1, 2]
    );
}

#[test]
fn what_begins_a_list_is_read_once_more() {
    let row = |value| [Row { value, more: [1] }];
    assert_eq!(readings(row, |rows| &rows[0].value), [2, 2]);
}

#[test]
fn four_readings_are_the_most() {
    let keyed = || {
        BTreeMap::from([
            ("a", Row { value: 1, more: 1 }),
            ("b", Row { value: 1, more: 1 }),
        ])
    };
    let list = |value| Row {
        value: [Row { value, more: [1] }],
        more: keyed(),
    };
    assert_eq!(readings(list, |list| &list.value[0].value), [4, 2]);
    let deep = |value| [[[list(value)]]];
    assert_eq!(readings(deep, |deep| &deep[0][0][0].value[0].value), [4, 2]);
}

/// A sequence that drains its members, without a length hint.
struct DrainedSeq(RefCell<Vec<u8>>);

impl Serialize for DrainedSeq {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = self.0.take();
        serializer.collect_seq(members.into_iter().filter(|member| *member > 0))
    }
}

#[test]
fn an_array_that_does_not_tell_its_length_is_read_once() {
    let once = |members: &[u8]| DrainedSeq(RefCell::new(members.to_vec()));
    assert_eq!(to_string(&once(&[1, 2, 3])).unwrap(), "[3]: 1,2,3");
    assert_eq!(to_string(&once(&[0])).unwrap(), "[]");
    let row = Row {
        value: once(&[1; 12]),
        more: once(&[0]),
    };
    assert_eq!(
        to_string(&row).unwrap(),
        "value[12]: 1,1,1,1,1,1,1,1,1,1,1,1\nmore: []"
    );
}

#[test]
fn a_length_that_comes_last_stands_where_it_belongs() {
    struct UnsizedSeq<T>(Vec<T>);
    impl<T: Serialize> Serialize for UnsizedSeq<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.0.iter().filter(|_| true))
        }
    }
    let row = |id| Row {
        value: id,
        more: "x",
    };
    let value = Row {
        value: UnsizedSeq(vec![row(1), row(2)]),
        more: UnsizedSeq(vec![UnsizedSeq(vec![1, 2]), UnsizedSeq(vec![])]),
    };
    assert_eq!(
        to_string(&value).unwrap(),
        "value[2]{value,more}:\n  1,x\n  2,x\nmore[2]:\n  - [2]: 1,2\n  - [0]:"
    );
}
