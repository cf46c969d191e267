//! One type for each shape that schemars emits, grouped by topic.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    net::{IpAddr, Ipv4Addr},
    num::{NonZeroI32, NonZeroU64},
    ops::Range,
    path::PathBuf,
    time::Duration,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::spec::{SchemaFn, schema_of};

macro_rules! shapes {
    ($($shape:ty),* $(,)?) => {
        &[$((stringify!($shape), schema_of::<$shape> as SchemaFn)),*]
    };
}

/// All shapes, with the names of their types.
pub(super) const SHAPES: &[(&str, &[(&str, SchemaFn)])] = &[
    (
        "numbers",
        shapes![
            u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, usize, isize, f32, f64, NonZeroU64,
            NonZeroI32, Ranged,
        ],
    ),
    (
        "other scalars",
        shapes![
            bool,
            char,
            String,
            (),
            Unit,
            PathBuf,
            IpAddr,
            Ipv4Addr,
            Duration,
            chrono::DateTime<chrono::Utc>,
            chrono::NaiveDate,
            chrono::NaiveDateTime,
            chrono::TimeDelta,
            jiff::Timestamp,
            jiff::SignedDuration,
            jiff::Zoned,
            url::Url,
            uuid::Uuid,
            Email,
        ],
    ),
    (
        "optional",
        shapes![
            Option<u8>, Option<String>, Option<bool>, Option<Plain>, Option<Documented>,
            Option<Vec<u8>>, Option<Point>, Option<Untagged>, Option<Internal>, Option<Option<u8>>,
            Option<()>, Vec<Option<u8>>, BTreeMap<String, Option<Plain>>, (u8, Option<String>),
            Maybe, HoldsMaybe,
        ],
    ),
    (
        "enums",
        shapes![
            Plain, Documented, Partly, Never, External, Internal, Adjacent, Untagged, Nested,
            Result<u8, String>, Range<u8>,
        ],
    ),
    (
        "objects",
        shapes![
            Point,
            Empty,
            Strict,
            Defaults,
            Renamed,
            Deep,
            Flat,
            FlatEnum,
            FlatOptional,
            FlatTwo,
            FlatMap,
            FlatAny,
            Wrapper,
            Node,
            Value,
            HoldsValue,
        ],
    ),
    (
        "arrays and maps",
        shapes![
            Vec<u8>, Vec<Vec<Point>>, [u8; 3], [u8; 0], BTreeSet<Plain>, (u8,), (u8, u8),
            (u8, String), (u8, String, u8), Pair, Vec<Value>, HashMap<String, u8>,
            BTreeMap<u32, String>, BTreeMap<i8, Vec<u8>>, BTreeMap<Plain, u8>, Map<String, Value>,
            std::ffi::CString,
        ],
    ),
];

#[derive(Serialize, Deserialize, JsonSchema)]
struct Ranged {
    #[schemars(range(min = 1, max = 300))]
    byte: u8,
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1.5))]
    share: f64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Unit;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Email(#[schemars(email, length(max = 80))] String);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Maybe(Option<u8>);

#[derive(Serialize, Deserialize, JsonSchema)]
struct HoldsMaybe {
    must: Maybe,
    may: Option<Maybe>,
}

/// The items to show.
#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
enum Plain {
    First,
    SecondOne,
}

/// The state of a thing.
#[derive(Serialize, Deserialize, JsonSchema)]
enum Documented {
    /// It works. Mostly.
    Up,
    /// It does not
    Down,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Partly {
    /// Known
    A,
    B,
    C,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Never {}

/// One of several.
#[derive(Serialize, Deserialize, JsonSchema)]
enum External {
    /// Nothing
    None,
    /// Everything
    All,
    /// By number
    Id(u32),
    Two(u8, String),
    Named {
        name: String,
    },
    Rest,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Internal {
    Circle { radius: f64 },
    Place(Point),
    Nothing,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Number(i64),
    Point { x: i32 },
    Nothing,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Id(u32),
    /// By its name
    Name(String),
    Point {
        x: i32,
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Nested {
    One(Untagged),
    Many(Vec<Untagged>),
    Perhaps(Option<bool>),
}

/// A place.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Point {
    /// To the right
    x: i32,
    y: Option<i32>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Empty {}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Strict {
    title: String,
}

#[derive(Serialize, Deserialize, JsonSchema, Default)]
#[serde(default)]
struct Defaults {
    format: String,
    note: Option<String>,
    inner: Option<Inner>,
    limit: Inner,
}

#[derive(Serialize, Deserialize, JsonSchema, Default)]
struct Inner {
    most: u8,
    least: Option<u8>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Renamed {
    first_name: String,
    #[serde(rename = "type")]
    kind: Plain,
    #[serde(rename(serialize = "out", deserialize = "in"))]
    other: bool,
    #[serde(skip_serializing)]
    #[allow(dead_code)] // only its schema is of interest
    sent: Option<bool>,
    #[serde(skip_deserializing)]
    answered: bool,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Deep {
    /// The target
    to: Point,
    states: Vec<Documented>,
    by: BTreeMap<String, Internal>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    point: Point,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatEnum {
    id: u8,
    #[serde(flatten)]
    what: Internal,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatOptional {
    id: u8,
    #[serde(flatten)]
    what: Option<Adjacent>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatTwo {
    #[serde(flatten)]
    what: Adjacent,
    #[serde(flatten)]
    which: Internal,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatMap {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, bool>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatAny {
    id: u8,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Wrapper(Point);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Pair(
    u8,
    /// In words
    String,
);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Node {
    name: String,
    kids: Vec<Node>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct HoldsValue {
    /// Whatever.
    it: Value,
}
