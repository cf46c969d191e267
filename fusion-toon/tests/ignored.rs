//! A `Serialize` that continues after an error never loses data silently: either the text is
//! complete, or an error is returned. Errors that only one of the passes has are not reported.
#![allow(clippy::unwrap_used)]

use fusion_toon::{ErrorKind, to_string, to_writer, value_to_string};
use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple},
};
use serde_json::json;

/// Returns the text that both functions write.
fn text(value: &impl Serialize) -> String {
    let mut written = Vec::new();
    to_writer(&mut written, value).unwrap();
    let written = String::from_utf8(written).unwrap();
    assert_eq!(to_string(value).unwrap(), written);
    written
}

/// Returns the path at which both functions report an ignored error.
fn ignored_at(value: &impl Serialize) -> String {
    let mut written = Vec::new();
    let errors = [
        to_writer(&mut written, value).unwrap_err(),
        to_string(value).unwrap_err(),
    ];
    assert_eq!(written, b"");
    let [one, other] = errors.map(|error| {
        assert!(matches!(error.kind(), ErrorKind::Ignored), "{error:?}");
        error.path()
    });
    assert_eq!(one, other);
    one
}

#[derive(Serialize)]
struct OuterField<T> {
    before: u8,
    value: T,
    after: [u8; 1],
}

fn outer<T>(value: T) -> OuterField<T> {
    OuterField {
        before: 1,
        value,
        after: [2],
    }
}

struct Unserializable;

impl Serialize for Unserializable {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("not today"))
    }
}

/// A map that serializes keys and values by separate calls, which takes two passes.
struct SeparateEntries;

impl Serialize for SeparateEntries {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for key in ["x", "y", "z"] {
            if map.serialize_key(key).is_ok() {
                map.serialize_value(&1)?;
            }
        }
        map.end()
    }
}

#[test]
fn a_key_written_alone_is_not_lost_when_its_error_would_be_ignored() {
    assert_eq!(text(&SeparateEntries), "x: 1\ny: 1\nz: 1");
    assert_eq!(
        text(&outer(SeparateEntries)),
        "before: 1\nvalue:\n  x: 1\n  y: 1\n  z: 1\nafter[1]: 2"
    );
}

/// A row with one more field, whose error is ignored.
struct Row<T>(Option<T>);

impl<T: Serialize> Serialize for Row<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("Row", 2)?;
        if let Some(more) = &self.0 {
            let _ = row.serialize_field("c", more);
        }
        row.serialize_field("a", &1)?;
        row.serialize_field("b", &2)?;
        row.end()
    }
}

#[test]
fn a_field_that_only_a_later_row_has_is_not_lost_when_its_error_would_be_ignored() {
    let rows = || [Row(None), Row(Some(9))];
    assert_eq!(
        text(&rows()),
        "[2]:\n  - a: 1\n    b: 2\n  - c: 9\n    a: 1\n    b: 2"
    );
    assert_eq!(
        text(&outer(rows())),
        "before: 1\nvalue[2]:\n  - a: 1\n    b: 2\n  - c: 9\n    a: 1\n    b: 2\nafter[1]: 2"
    );
}

#[test]
fn an_object_whose_key_came_twice_is_not_lost_when_its_error_would_be_ignored() {
    struct RepeatedKey;
    impl Serialize for RepeatedKey {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([("k", 1), ("k", 2)])
        }
    }
    let rows = [Row(Some(RepeatedKey))];
    let merged = serde_json::to_value(&rows).unwrap();
    assert_eq!(merged, json!([{"a": 1, "b": 2, "c": {"k": 2}}]));
    assert_eq!(text(&rows), value_to_string(&merged).unwrap());
}

/// An array after a number, with more members than its length hint.
struct Members;

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(3))?;
        seq.serialize_element(&1)?;
        let _ = seq.serialize_element(&[1]);
        seq.serialize_element(&2)?;
        seq.serialize_element(&3)?;
        seq.end()
    }
}

#[test]
fn a_member_of_another_kind_is_not_lost_when_its_error_would_be_ignored() {
    assert_eq!(text(&Members), "[4]:\n  - 1\n  - [1]: 1\n  - 2\n  - 3");
    assert_eq!(
        text(&outer(Members)),
        "before: 1\nvalue[4]:\n  - 1\n  - [1]: 1\n  - 2\n  - 3\nafter[1]: 2"
    );
}

/// An enum that serializes a second value if the first returns an error.
struct FallbackValue;

impl Serialize for FallbackValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("FallbackValue", 1)?;
        if row.serialize_field("list", &[1]).is_err() {
            row.serialize_field("text", "none")?;
        }
        row.end()
    }
}

#[test]
fn what_only_a_table_refuses_is_not_written_otherwise() {
    assert_eq!(
        text(&[FallbackValue, FallbackValue]),
        "[2]:\n  - list[1]: 1\n  - list[1]: 1"
    );
    assert_eq!(
        text(&(Row::<u8>(None), FallbackValue)),
        "[2]:\n  - a: 1\n    b: 2\n  - list[1]: 1"
    );
}

/// One of each container, with a member that cannot be written; the error of that member is
/// ignored.
enum ErrorIgnorer {
    Seq,
    Tuple,
    Struct,
    Variant,
    Entry,
    Value,
    Key,
}

impl Serialize for ErrorIgnorer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Seq => {
                let mut seq = to.serialize_seq(Some(2))?;
                let _ = (
                    seq.serialize_element(&[Unserializable]),
                    seq.serialize_element(&1),
                );
                seq.serialize_element(&2)?;
                seq.end()
            }
            Self::Tuple => {
                let mut tuple = to.serialize_tuple(2)?;
                let _ = (
                    tuple.serialize_element(&1),
                    tuple.serialize_element(&Unserializable),
                );
                tuple.end()
            }
            Self::Struct => {
                let mut object = to.serialize_struct("Struct", 2)?;
                let _ = object.serialize_field("a", &[Unserializable]);
                let _ = object.serialize_field("b", &1);
                object.end()
            }
            Self::Variant => {
                let mut object = to.serialize_struct_variant("Enum", 0, "variant", 2)?;
                let _ = object.serialize_field("a", &1);
                let _ = object.serialize_field("b", &Unserializable);
                object.end()
            }
            _ => self.serialize_map(to),
        }
    }
}

impl ErrorIgnorer {
    fn serialize_map<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(2))?;
        match self {
            Self::Entry => {
                let _ = map.serialize_entry("a", &Unserializable);
            }
            Self::Value => {
                map.serialize_key("a")?;
                let _ = map.serialize_value(&Unserializable);
            }
            // An array is never a key.
            _ => {
                let _ = map.serialize_key(&[1]);
                let _ = map.serialize_value(&1);
            }
        }
        let _ = map.serialize_entry("b", &1);
        map.end()
    }
}

const CARELESS: [ErrorIgnorer; 7] = [
    ErrorIgnorer::Seq,
    ErrorIgnorer::Tuple,
    ErrorIgnorer::Struct,
    ErrorIgnorer::Variant,
    ErrorIgnorer::Entry,
    ErrorIgnorer::Value,
    ErrorIgnorer::Key,
];

#[test]
fn an_error_that_was_ignored_is_an_error_of_what_it_is_in() {
    for careless in CARELESS {
        assert_eq!(ignored_at(&careless), "");
        assert_eq!(ignored_at(&outer(&careless)), "value");
        assert_eq!(ignored_at(&outer([&careless])), "value[0]");
        assert_eq!(ignored_at(&[(1, Some(&careless))]), "[0][1]");
        assert_eq!(ignored_at(&[Row(None), Row(Some(&careless))]), "[1]");
    }
}

#[test]
fn an_ignored_error_is_told_with_its_place_and_the_way_out() {
    assert_eq!(
        to_string(&outer(ErrorIgnorer::Tuple))
            .unwrap_err()
            .to_string(),
        "value: an error in a part of the value was ignored by its `Serialize`, which has to return it"
    );
}
