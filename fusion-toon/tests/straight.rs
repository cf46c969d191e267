//! What is written in one pass is what both passes write: `to_writer` always takes both.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use fusion_toon::{to_string, to_writer, value_to_string};
use serde::{Serialize, Serializer, ser::SerializeMap};

fn in_both_passes(value: &impl Serialize) -> String {
    let mut written = Vec::new();
    to_writer(&mut written, value).unwrap();
    String::from_utf8(written).unwrap()
}

/// An object with these keys, as they come.
struct Keys(Vec<String>);

impl Serialize for Keys {
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

#[derive(Serialize)]
struct Places<T> {
    table: [T; 2],
    inside: Inside<T>,
    list: (T, u8),
}

#[derive(Serialize)]
struct Inside<T> {
    before: [u8; 2],
    value: T,
    text: &'static str,
}

fn places(keys: impl Fn() -> Keys) -> Places<Keys> {
    Places {
        table: [keys(), keys()],
        inside: Inside {
            before: [1, 2],
            value: keys(),
            text: "k0: 1\n  k0: 2",
        },
        list: (keys(), 1),
    }
}

#[test]
fn objects_of_any_width_are_written_with_all_their_keys() {
    for count in [1, 2, 7, 12, 40, 300] {
        let value = || Keys(keys(count).collect());
        assert_eq!(to_string(&value()).unwrap(), in_both_passes(&value()));
        let places = places(value);
        assert_eq!(to_string(&places).unwrap(), in_both_passes(&places));
    }
}

#[test]
fn a_key_given_twice_counts_once_wherever_its_object_stands() {
    for count in [1, 2, 7, 12, 40, 300] {
        for again in [0, count / 2, count - 1] {
            let value = || Keys(keys(count).chain(keys(count).skip(again).take(1)).collect());
            let merged = |value: &dyn Fn() -> serde_json::Value| value_to_string(&value()).unwrap();
            assert_eq!(
                to_string(&value()).unwrap(),
                merged(&|| serde_json::to_value(value()).unwrap())
            );
            let places = places(value);
            assert_eq!(
                to_string(&places).unwrap(),
                merged(&|| serde_json::to_value(&places).unwrap())
            );
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
        assert_eq!(to_string(&events).unwrap(), in_both_passes(&events));
    }
}
