//! Arguments of further types of serde, schemars and the standard library.
#![allow(dead_code)] // `Debug` does not count, and is all that is read of them

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    num::Wrapping,
    ops::Range,
    time::Duration,
};

use fusion_core::tool_group;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Debug, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "lowercase")]
enum Color {
    Red,
    Green,
}

/// A struct that says what it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type")]
struct Signed {
    by: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Clear {
    inner: Vec<Option<Color>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(from = "u8")]
struct FromByte(u16);

impl From<u8> for FromByte {
    fn from(byte: u8) -> Self {
        Self(byte.into())
    }
}

/// One variant is told by its form alone.
#[derive(Debug, Deserialize, JsonSchema)]
enum HalfTagged {
    Off,
    Level(u8),
    #[serde(untagged)]
    Text {
        text: String,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Overlapping {
    Small { x: u8 },
    Large { x: i32, y: Option<u8> },
    Whole(i64),
    Part(f64),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum OverlappingMap {
    Small { x: u8 },
    Whole(i64),
    Texts(BTreeMap<String, String>),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Nullable {
    Color(Option<Color>),
    Flags(Vec<Option<bool>>),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "k")]
enum WithOther {
    A {
        a: u8,
    },
    #[serde(skip)]
    Hidden,
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Attributes {
    #[schemars(required)]
    must: Option<u8>,
    #[serde(default)]
    maybe: Option<String>,
    #[serde(skip_deserializing)]
    ours: u8,
    #[schemars(inner(email))]
    mails: Option<Vec<String>>,
    #[schemars(length(min = 1), inner(range(min = 2, max = 4)))]
    few: Vec<u8>,
    #[schemars(length(equal = 2))]
    two: String,
    #[schemars(extend("enum" = [1, 2, 5]))]
    listed: Option<u8>,
    #[schemars(with = "u8")]
    other: u16,
    #[serde(rename = "a.b-c")]
    dotted: Option<()>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Deep {
    rows: Vec<Vec<Option<Vec<Signed>>>>,
    boxed: Option<Box<HalfTagged>>,
    pair: Option<(Color, Option<Signed>)>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct DeepMap {
    rows: Vec<BTreeMap<String, Option<Vec<Signed>>>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Generic<T> {
    value: T,
    list: Vec<T>,
}

pub(crate) struct More;

#[tool_group(name = "more")]
impl More {
    #[action]
    fn signed(signed: Signed, clear: Clear, from_byte: FromByte) -> String {
        format!("{signed:?} {clear:?} {from_byte:?}")
    }

    #[action]
    fn enums(half: HalfTagged, overlapping: Overlapping, other: Option<WithOther>) -> String {
        format!("{half:?} {overlapping:?} {other:?}")
    }

    #[action]
    fn nullable(nullable: Nullable, perhaps_nullable: Option<Nullable>) -> String {
        format!("{nullable:?} {perhaps_nullable:?}")
    }

    #[action]
    fn attributes(attributes: Attributes, many: Option<Vec<Attributes>>) -> String {
        format!("{attributes:?} {many:?}")
    }

    #[action]
    fn deep(deep: Deep, generic: Generic<Option<u8>>, texts: Generic<Color>) -> String {
        format!("{deep:?} {generic:?} {texts:?}")
    }

    #[action]
    fn library(
        range: Range<u8>,
        result: Option<Result<u8, String>>,
        wrapping: Wrapping<i16>,
        duration: Option<Duration>,
    ) -> String {
        format!("{range:?} {result:?} {wrapping:?} {duration:?}")
    }
}

pub(crate) struct MoreOpen;

#[tool_group(name = "more_open")]
impl MoreOpen {
    #[action]
    fn none(none: [u8; 0]) -> String {
        format!("{none:?}")
    }

    #[action]
    fn nested(
        overlapping: OverlappingMap,
        many: Option<BTreeMap<String, Attributes>>,
        deep: DeepMap,
    ) -> String {
        format!("{overlapping:?} {many:?} {deep:?}")
    }

    #[action]
    fn keys(
        by_color: Option<BTreeMap<Color, u8>>,
        by_number: Option<HashMap<u16, BTreeMap<i64, bool>>>,
    ) -> String {
        let by_number: Option<BTreeMap<_, _>> = by_number.map(|map| map.into_iter().collect());
        format!("{by_color:?} {by_number:?}")
    }

    #[action]
    fn free(
        #[arg(any)] values: Vec<Value>,
        #[arg(any)] by_name: Option<BTreeMap<String, Value>>,
        objects: Vec<Map<String, Value>>,
        #[arg(any)] generic_any: Option<Generic<Value>>,
        #[arg(name = "some-sets")] sets: Option<BTreeSet<BTreeSet<u8>>>,
    ) -> String {
        format!("{values:?} {by_name:?} {objects:?} {generic_any:?} {sets:?}")
    }
}
