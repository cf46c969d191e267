//! Arguments of several values: lists, sets, tuples, arrays and maps, nested in each other.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use fusion_core::tool_group;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "lowercase")]
enum Color {
    Red,
    Green,
    Blue,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Pair(u8, String);

pub(crate) struct Collections;

#[tool_group(name = "collections")]
impl Collections {
    #[action]
    fn lists(
        bytes: Vec<u8>,
        nested: Vec<Vec<i32>>,
        words: Option<Vec<String>>,
        queue: VecDeque<bool>,
    ) -> String {
        format!("{bytes:?} {nested:?} {words:?} {queue:?}")
    }

    #[action]
    fn gaps(
        gaps: Vec<Option<u8>>,
        inner: Option<Vec<Option<Vec<Option<String>>>>>,
        pair: (Option<u8>, Option<String>),
        flags: [Option<bool>; 2],
    ) -> String {
        format!("{gaps:?} {inner:?} {pair:?} {flags:?}")
    }

    #[action]
    fn sets(
        hashed: HashSet<String>,
        sorted: BTreeSet<u8>,
        colors: Option<BTreeSet<Color>>,
        sets: BTreeSet<Vec<u8>>,
    ) -> String {
        let hashed: BTreeSet<_> = hashed.into_iter().collect();
        format!("{hashed:?} {sorted:?} {colors:?} {sets:?}")
    }

    #[action]
    fn tuples(
        one: (u8,),
        pair: (u8, String),
        same: (i16, i16),
        three: (bool, Color, Option<f64>),
        named: Pair,
    ) -> String {
        format!("{one:?} {pair:?} {same:?} {three:?} {named:?}")
    }

    #[action]
    fn rows(
        row: [u8; 3],
        grid: [[bool; 2]; 2],
        long: Option<[u8; 20]>,
        pairs: Vec<(u8, String)>,
    ) -> String {
        format!("{row:?} {grid:?} {long:?} {pairs:?}")
    }

    #[action]
    fn defaults(#[arg(default)] bytes: Vec<u8>, #[arg(default)] sorted: BTreeSet<i16>) -> String {
        format!("{bytes:?} {sorted:?}")
    }
}

pub(crate) struct Maps;

#[tool_group(name = "maps")]
impl Maps {
    #[action]
    fn maps(
        map: BTreeMap<String, i32>,
        lists: Option<BTreeMap<String, Vec<u8>>>,
        deep: BTreeMap<String, BTreeMap<String, bool>>,
        holes: BTreeMap<String, Option<u8>>,
    ) -> String {
        format!("{map:?} {lists:?} {deep:?} {holes:?}")
    }

    #[action]
    fn numbered(
        by_number: BTreeMap<u32, bool>,
        signed: BTreeMap<i8, String>,
        by_id: HashMap<u64, Color>,
    ) -> String {
        let by_id: BTreeMap<_, _> = by_id.into_iter().collect();
        format!("{by_number:?} {signed:?} {by_id:?}")
    }

    #[action]
    fn defaults(#[arg(default)] map: BTreeMap<String, u8>) -> String {
        format!("{map:?}")
    }
}
