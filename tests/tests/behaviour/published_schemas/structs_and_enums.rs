//! Arguments of the author's own types: nested structs, and every representation of an enum.
#![allow(dead_code)] // `Debug` does not count, and is all that is read of them

use std::collections::BTreeMap;

use fusion_core::tool_group;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// Who somebody is.
#[derive(Debug, Deserialize, JsonSchema)]
struct Person {
    /// A name.
    #[schemars(length(min = 1, max = 5))]
    name: String,
    #[schemars(range(min = 0, max = 150))]
    age: Option<u8>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default = "two")]
    count: u32,
    #[serde(rename = "home-address")]
    home: Option<Address>,
    #[serde(skip)]
    hidden: u8,
    #[serde(alias = "colour")]
    color: Option<Plain>,
}

fn two() -> u32 {
    2
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Address {
    street_name: String,
    #[schemars(regex(pattern = "^[0-9]{5}$"))]
    zip_code: Option<String>,
    at: Option<(f64, f64)>,
    #[schemars(email)]
    mail_to: Option<String>,
    #[schemars(url)]
    home_page: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default)]
struct Settings {
    depth: u8,
    #[schemars(length(max = 2), inner(length(min = 1)))]
    names: Vec<String>,
    inner: Option<Box<Limits>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            depth: 3,
            names: Vec::new(),
            inner: None,
        }
    }
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
struct Limits {
    #[schemars(range(min = 0.5, max = 2.5))]
    ratio: Option<f64>,
    #[schemars(extend("multipleOf" = 5))]
    step: Option<u8>,
    #[schemars(extend("exclusiveMinimum" = 1, "exclusiveMaximum" = 4))]
    between: Option<i32>,
    #[schemars(extend("exclusiveMinimum" = 0))]
    above: Option<f64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Empty {}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Plain {
    RedLike,
    Green,
}

/// A state.
#[derive(Debug, Deserialize, JsonSchema)]
enum Documented {
    /// Not yet done.
    Open,
    /// Done.
    Closed,
    Lost,
}

#[derive(Debug, Deserialize, JsonSchema)]
enum External {
    Nothing,
    Void,
    One(u8),
    Two(u8, String),
    Named { a: bool, b: Option<u8> },
    Deep(Limits),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Internal {
    Nothing,
    /// A round one.
    Circle {
        radius: u32,
    },
    Square {
        side: u32,
        note: Option<String>,
    },
    Limits(Limits),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Nothing,
    One(u8),
    Two(u8, bool),
    Named { a: String, b: Option<u8> },
    Perhaps(Option<u8>),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Number(i32),
    Text(String),
    List(Vec<u8>),
    Named { a: bool, b: Option<u8> },
    Other { c: u8 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Loose {
    Nothing,
    Flag(bool),
    Half(f64),
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Flattened {
    id: u8,
    note: Option<String>,
    #[serde(flatten)]
    limits: Limits,
    #[serde(flatten)]
    figure: Figure,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Figure {
    Nothing,
    /// A round one.
    Circle {
        radius: u32,
    },
    Square {
        side: u32,
        label: Option<String>,
    },
}

/// Two of them, which make a branch for each pair.
#[derive(Debug, Deserialize, JsonSchema)]
struct Crossed {
    #[serde(flatten)]
    figure: Figure,
    #[serde(flatten)]
    paint: Paint,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Paint {
    Oil { thick: bool },
    Water(u8),
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Perhaps {
    id: u8,
    #[serde(flatten)]
    limits: Option<Limits>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Bag {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Numbers {
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

pub(crate) struct Shapes;

#[tool_group(name = "shapes")]
impl Shapes {
    #[action]
    fn person(person: Person, others: Option<Vec<Person>>) -> String {
        format!("{person:?} {others:?}")
    }

    #[action]
    fn address(address: Option<Address>) -> String {
        format!("{address:?}")
    }

    #[action]
    fn settings(#[arg(default)] settings: Settings, limits: Limits) -> String {
        format!("{settings:?} {limits:?}")
    }

    #[action]
    fn plain(
        plain: Plain,
        documented: Documented,
        perhaps: Option<Documented>,
        all: Option<Vec<Plain>>,
    ) -> String {
        format!("{plain:?} {documented:?} {perhaps:?} {all:?}")
    }

    #[action]
    fn external(external: External, perhaps_external: Option<External>) -> String {
        format!("{external:?} {perhaps_external:?}")
    }

    #[action]
    fn internal(internal: Internal, all_internal: Option<Vec<Internal>>) -> String {
        format!("{internal:?} {all_internal:?}")
    }

    #[action]
    fn adjacent(adjacent: Adjacent, perhaps_adjacent: Option<Adjacent>) -> String {
        format!("{adjacent:?} {perhaps_adjacent:?}")
    }

    #[action]
    fn untagged(untagged: Untagged, loose: Loose, all_loose: Option<Vec<Loose>>) -> String {
        format!("{untagged:?} {loose:?} {all_loose:?}")
    }

    #[action]
    fn flattened(
        flattened: Flattened,
        perhaps_flattened: Option<Perhaps>,
        crossed: Option<Crossed>,
    ) -> String {
        format!("{flattened:?} {perhaps_flattened:?} {crossed:?}")
    }
}

pub(crate) struct Bags;

#[tool_group(name = "bags")]
impl Bags {
    #[action]
    fn addresses(by_name: Option<BTreeMap<String, Address>>) -> String {
        format!("{by_name:?}")
    }

    #[action]
    fn empty(empty: Option<Empty>) -> String {
        format!("{empty:?}")
    }

    #[action]
    fn bags(bag: Bag, numbers: Option<Numbers>) -> String {
        format!("{bag:?} {numbers:?}")
    }
}
