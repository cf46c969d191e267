//! Arguments that several actions share by name, with types that differ a little.

use std::collections::{BTreeMap, BTreeSet};

use fusion_core::tool_group;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

macro_rules! types {
    ($($module:ident { $number:ty, $text:ty, [$($value:ident),*], $rule:literal })*) => {$(
        mod $module {
            use schemars::JsonSchema;
            use serde::Deserialize;

            #[derive(Debug, Deserialize, JsonSchema)]
            pub(super) enum Listed { $($value),* }

            #[derive(Debug, Deserialize, JsonSchema)]
            pub(super) struct Object {
                pub(super) a: $number,
                #[schemars(length(max = $rule))]
                pub(super) b: $text,
                pub(super) listed: Option<Listed>,
            }

            #[derive(Debug, Deserialize, JsonSchema)]
            #[serde(tag = "kind")]
            pub(super) enum Tagged {
                Number { n: $number },
                Text { s: $text, #[serde(default)] more: Vec<$number> },
            }

            #[derive(Debug, Deserialize, JsonSchema)]
            #[serde(untagged)]
            pub(super) enum Untagged {
                List(Vec<$number>),
                Object(Object),
            }

            #[derive(Debug, Deserialize, JsonSchema)]
            pub(super) enum Keyed {
                Number($number),
                Text { s: $text },
            }
        }
    )*};
}

types! {
    first { u8, String, [X, Y], 3 }
    second { Option<i32>, Option<String>, [Y, Z, W], 5 }
    third { f64, String, [Q], 1 }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Nine(#[schemars(range(max = 9))] u8);

fn tree(leaf: &str) -> Value {
    json!({
        "$ref": "#/$defs/Tree",
        "$defs": {
            "Tree": {"anyOf": [{"$ref": "#/$defs/Leaf"}, {"type": "array", "items": {"$ref": "#/$defs/Tree"}}]},
            "Leaf": {"type": leaf}
        }
    })
}

pub(crate) struct Merging;

#[tool_group(name = "merging")]
impl Merging {
    #[action]
    fn one(
        n: u8,
        e: first::Listed,
        list: Vec<u8>,
        t: (u8, String),
        #[arg(pattern = "^[a-z]+$", length(max = 4))] s: String,
        maybe: Vec<Option<u8>>,
    ) -> String {
        format!("{n} {e:?} {list:?} {t:?} {s:?} {maybe:?}")
    }

    #[action]
    fn two(
        n: Option<i64>,
        e: Option<second::Listed>,
        #[arg(items(min = 1, max = 2))] list: Vec<Option<i32>>,
        t: (Option<i16>, String),
        #[arg(format = "date")] s: Option<String>,
        maybe: [i8; 2],
    ) -> String {
        format!("{n:?} {e:?} {list:?} {t:?} {s:?} {maybe:?}")
    }

    #[action]
    fn three(
        #[arg(range(min = -0.5, max = 0.5))] n: f64,
        e: Option<String>,
        list: Option<BTreeSet<i8>>,
        t: Option<(f32, first::Listed)>,
        #[arg(length(min = 2), default = "ab")] s: String,
        maybe: Option<Vec<f64>>,
    ) -> String {
        format!("{n} {e:?} {list:?} {t:?} {s:?} {maybe:?}")
    }

    #[action]
    fn first(
        object: first::Object,
        tagged: first::Tagged,
        untagged: first::Untagged,
        keyed: first::Keyed,
    ) -> String {
        format!("{object:?} {tagged:?} {untagged:?} {keyed:?}")
    }

    #[action]
    fn second(
        object: second::Object,
        tagged: Option<second::Tagged>,
        untagged: second::Untagged,
        keyed: second::Keyed,
    ) -> String {
        format!("{object:?} {tagged:?} {untagged:?} {keyed:?}")
    }

    #[action]
    fn third(
        object: Option<third::Object>,
        tagged: third::Tagged,
        untagged: third::Untagged,
        keyed: third::Keyed,
    ) -> String {
        format!("{object:?} {tagged:?} {untagged:?} {keyed:?}")
    }
}

pub(crate) struct MergingMaps;

#[tool_group(name = "merging_maps")]
impl MergingMaps {
    #[action]
    fn one(n: u8, map: BTreeMap<String, u8>) -> String {
        format!("{n} {map:?}")
    }

    #[action]
    fn two(n: Option<i64>, map: BTreeMap<String, Option<i32>>) -> String {
        format!("{n:?} {map:?}")
    }

    #[action]
    fn three(n: f64, map: Option<BTreeMap<u8, Nine>>) -> String {
        format!("{n} {map:?}")
    }

    #[action]
    fn trees(
        #[arg(schema = tree("integer"))] numbers: Value,
        #[arg(schema = tree("integer"))] more_numbers: Option<Value>,
    ) -> String {
        format!("{numbers} {more_numbers:?}")
    }

    #[action]
    fn other_trees(#[arg(schema = tree("integer"))] numbers: Option<Value>) -> String {
        format!("{numbers:?}")
    }
}
