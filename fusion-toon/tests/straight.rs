//! The text of one pass equals that of both passes: `to_writer` always takes both, and `to_string`
//! goes through a `Value` if a key was given twice.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use fusion_toon::{to_string, to_writer};
use serde::{Serialize, Serializer, ser::SerializeMap};

fn agrees(value: &impl Serialize) {
    let mut written = Vec::new();
    to_writer(&mut written, value).unwrap();
    let written = String::from_utf8(written).unwrap();
    assert_eq!(to_string(value).unwrap(), written);
}

/// An object with these keys, in this order.
struct KeyList(Vec<String>);

impl Serialize for KeyList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (index, key) in self.0.iter().enumerate() {
            map.serialize_entry(key, &index)?;
        }
        map.end()
    }
}

fn keys(count: usize) -> impl Iterator<Item = String> {
    let key = |index: usize| match index % 4 {
        0 => format!("\"k: {index}\\"),
        1 => format!("[{index}]"),
        2 => format!("k{index}"),
        _ => format!("é {index}"),
    };
    (0..count).map(key)
}

/// An object between other fields, one of which contains text that looks like a line of the object.
#[derive(Serialize)]
struct SurroundedObject<T> {
    before: [u8; 2],
    value: T,
    text: &'static str,
}

/// Compares both functions for an object at each possible position.
fn agrees_everywhere(keys: impl Fn() -> KeyList) {
    agrees(&keys());
    agrees(&[keys(), keys()]);
    agrees(&(keys(), 1));
    agrees(&[(keys(), [1])]);
    agrees(&SurroundedObject {
        before: [1, 2],
        value: keys(),
        text: "k2: 1\n  k2: 2",
    });
}

#[test]
fn objects_of_any_width_are_written_with_all_their_keys() {
    for count in [1, 2, 7, 12, 40, 300] {
        agrees_everywhere(|| KeyList(keys(count).collect()));
    }
}

#[test]
fn a_key_given_twice_counts_once_wherever_its_object_stands() {
    for count in [1, 2, 7, 12, 40, 300] {
        for again in [0, count / 2, count - 1] {
            let again = || keys(count).skip(again).take(1);
            agrees_everywhere(|| KeyList(keys(count).chain(again()).collect()));
        }
    }
}

#[derive(Serialize)]
enum Event {
    Opened { id: u8, by: Option<&'static str> },
    Closed(u8),
    Moved(u8, u8),
    Noted(BTreeMap<u8, u8>),
}

#[test]
fn rows_of_one_variant_are_a_table_and_others_a_list() {
    let opened = |id| Event::Opened {
        id,
        by: Some("Ada"),
    };
    assert_eq!(
        to_string(&[opened(1), opened(2)]).unwrap(),
        "[2]{Opened{id,by}}:\n  1,Ada\n  2,Ada"
    );
    assert_eq!(
        to_string(&[Event::Closed(1), Event::Closed(2)]).unwrap(),
        "[2]{Closed}:\n  1\n  2"
    );
    assert_eq!(
        to_string(&[Event::Moved(1, 2), Event::Closed(2)]).unwrap(),
        "[2]:\n  - Moved[2]: 1,2\n  - Closed: 2"
    );
    let noted = |notes: &[(u8, u8)]| Event::Noted(notes.iter().copied().collect());
    assert_eq!(
        to_string(&[noted(&[(1, 2)]), noted(&[(1, 3)])]).unwrap(),
        "[2]{Noted{\"1\"}}:\n  2\n  3"
    );
    assert_eq!(
        to_string(&[noted(&[]), noted(&[])]).unwrap(),
        "[2]:\n  - Noted:\n  - Noted:"
    );
    let pair = |event| (event, opened(3));
    for events in [
        pair(Event::Closed(1)),
        pair(Event::Moved(1, 2)),
        pair(noted(&[(1, 2)])),
        pair(noted(&[])),
        pair(opened(1)),
    ] {
        agrees(&events);
    }
}
