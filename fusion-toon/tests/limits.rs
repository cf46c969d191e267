//! A value that cannot be written returns an error with its path, and never panics or overflows the
//! stack.

use std::{cell::Cell, collections::BTreeMap};

use fusion_toon::{ErrorKind, Options, to_string, to_writer};
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Value, json};

#[derive(Serialize)]
struct Page<T> {
    items: Vec<T>,
}

/// Nested arrays and objects, built without recursion, which `json!` would use.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!(1), |inner, level| match level % 2 {
        0 => Value::Array(vec![inner]),
        _ => Value::Object([("k".to_owned(), inner)].into_iter().collect()),
    })
}

/// Drops a value without recursion.
fn drop_iteratively(value: Value) {
    let mut values = vec![value];
    while let Some(value) = values.pop() {
        match value {
            Value::Array(members) => values.extend(members),
            Value::Object(entries) => values.extend(entries.into_iter().map(|(_, value)| value)),
            _ => {}
        }
    }
}

#[test]
fn the_limit_of_depth_is_exact_and_no_depth_overflows_the_stack() {
    to_string(&nested(256)).unwrap();
    let error = to_string(&nested(257)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Depth { limit: 256 }));
    let most = Options::new().depth(u16::MAX);
    most.to_string(&nested(512)).unwrap();
    let deep = nested(100_000);
    let error = most.to_string(&deep).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Depth { limit: 512 }));
    drop_iteratively(deep);
}

#[test]
fn the_deepest_typed_value_fits_the_stack_of_a_thread() {
    #[derive(Serialize)]
    struct Chain {
        id: u32,
        next: Option<Box<Chain>>,
    }
    let chain = (1..512).fold(Chain { id: 0, next: None }, |chain, id| Chain {
        id,
        next: Some(Box::new(chain)),
    });
    let toon = Options::new().depth(512).to_string(&chain).unwrap();
    assert_eq!(toon.lines().count(), 1024);
}

#[test]
fn a_key_given_twice_does_not_hide_what_is_nested_too_deep() {
    struct DeepAfterRepeatedKey(Value);
    impl Serialize for DeepAfterRepeatedKey {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let twice = BTreeMap::from([("k", 1)]);
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("k", &1)?;
            map.serialize_entry("k", &twice)?;
            map.serialize_entry("deep", &self.0)?;
            map.end()
        }
    }
    let deep = DeepAfterRepeatedKey(nested(100_000));
    let error = to_string(&(DeepAfterRepeatedKey(json!(1)), &deep)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Depth { limit: 256 }));
    assert!(error.path().starts_with("[1].deep"));
    drop_iteratively(deep.0);
}

#[test]
fn wrappers_without_levels_do_not_overflow_the_stack_either() {
    struct EndlessOption;
    impl Serialize for EndlessOption {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_some(self)
        }
    }
    struct EndlessVariant;
    impl Serialize for EndlessVariant {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_newtype_variant("Deeper", 0, "deeper", self)
        }
    }
    assert!(matches!(
        to_string(&EndlessOption).unwrap_err().kind(),
        ErrorKind::Depth { .. }
    ));
    let error = to_string(&EndlessVariant).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Depth { .. }));
    assert!(error.path().starts_with("deeper.deeper."));
}

#[test]
fn a_value_that_changes_is_an_error() {
    struct GrowingSeq(Cell<usize>);
    impl Serialize for GrowingSeq {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.set(self.0.get() + 1);
            serializer.collect_seq(0..self.0.get())
        }
    }
    struct ChangingType(Cell<bool>);
    impl Serialize for ChangingType {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if self.0.replace(true) {
                serializer.collect_seq([[1]])
            } else {
                serializer.collect_map([("a", 1)])
            }
        }
    }
    // `to_writer` always reads twice; `to_string` reads most values once, and detects no change
    // then.
    for error in [
        to_writer(Vec::new(), &GrowingSeq(Cell::new(1))).unwrap_err(),
        to_writer(Vec::new(), &[ChangingType(Cell::new(false))]).unwrap_err(),
    ] {
        assert!(matches!(error.kind(), ErrorKind::Changed), "{error:?}");
    }
}

#[test]
fn what_a_type_says_itself_is_told_with_the_place() {
    struct Unserializable;
    impl Serialize for Unserializable {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("not today"))
        }
    }
    let page = Page {
        items: vec![BTreeMap::from([("when", (1, Unserializable))])],
    };
    assert_eq!(
        to_string(&page).unwrap_err().to_string(),
        "items[0].when[1]: not today"
    );
}
