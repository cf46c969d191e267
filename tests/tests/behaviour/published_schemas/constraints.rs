//! Arguments with constraints: every key of `#[arg]`, on every type that it is for.

use std::collections::BTreeSet;

use fusion_core::{Fields, tool_group};
use serde_json::{Value, json};

/// Whose it is.
#[derive(Debug, Fields)]
struct Scope {
    #[arg(length(min = 2, max = 4))]
    org: String,
    team: Option<String>,
}

#[derive(Debug, Fields)]
struct Paging {
    #[arg(default = 20, range(min = 1, max = 100))]
    limit: u32,
    cursor: Option<String>,
}

fn tree() -> Value {
    json!({
        "$ref": "#/$defs/Tree",
        "$defs": {"Tree": {
            "type": "object",
            "properties": {
                "name": {"type": "string", "minLength": 1},
                "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}, "maxItems": 2}
            },
            "required": ["name"],
            "additionalProperties": false
        }}
    })
}

pub(crate) struct Rules;

#[tool_group(name = "rules", common = Scope)]
impl Rules {
    #[action(omit_common)]
    fn ranges(
        #[arg(range(min = 1, max = 100))] n: u32,
        #[arg(range(min = -5))] low: Option<i64>,
        #[arg(range(max = 9), default = 3)] high: u8,
        #[arg(range(min = 0.5, max = 2))] ratio: f64,
        #[arg(range(min = -1.5))] float: Option<f32>,
    ) -> String {
        format!("{n} {low:?} {high} {ratio} {float:?}")
    }

    #[action(omit_common)]
    fn other_ranges(
        #[arg(range(min = 50, max = 150))] n: u32,
        low: i32,
        high: Option<u16>,
        ratio: Option<u8>,
    ) -> String {
        format!("{n} {low} {high:?} {ratio:?}")
    }

    #[action(omit_common)]
    fn lengths(
        #[arg(length(min = 1, max = 3))] s: String,
        #[arg(length(max = 2))] short: Option<String>,
        #[arg(length(min = 2), default = "ab")] long: String,
        #[arg(items(min = 1, max = 2))] list: Vec<u8>,
        #[arg(items(max = 2))] set: Option<BTreeSet<u8>>,
    ) -> String {
        format!("{s:?} {short:?} {long:?} {list:?} {set:?}")
    }

    #[action(omit_common)]
    fn patterns(
        #[arg(pattern = "^[a-z]+$")] word: String,
        #[arg(pattern = "^[A-Z]{2}-[0-9]{1,3}$")] code: Option<String>,
        #[arg(pattern = "[0-9]", length(max = 6))] digit: Option<String>,
        #[arg(pattern = "^(red|green)?$", default = "red")] color: String,
    ) -> String {
        format!("{word:?} {code:?} {digit:?} {color:?}")
    }

    #[action(omit_common)]
    #[allow(clippy::too_many_arguments)]
    fn formats(
        #[arg(format = "email")] email: String,
        #[arg(format = "uri")] uri: Option<String>,
        #[arg(format = "uuid")] uuid: Option<String>,
        #[arg(format = "date")] date: Option<String>,
        #[arg(format = "date-time")] time: Option<String>,
        #[arg(format = "ipv4")] v4: Option<String>,
        #[arg(format = "ipv6")] v6: Option<String>,
    ) -> String {
        format!("{email:?} {uri:?} {uuid:?} {date:?} {time:?} {v4:?} {v6:?}")
    }

    #[action(omit_common, one_of("id", "name"))]
    fn either(id: Option<u32>, #[arg(length(max = 5))] name: Option<String>) -> String {
        format!("{id:?} {name:?}")
    }

    #[action]
    fn page(scope: &Scope, #[arg(flatten)] page: Paging) -> String {
        format!("{scope:?} {page:?}")
    }

    #[action(omit_common)]
    fn given(
        #[arg(schema = json!({"type": "string", "enum": ["a", "b"]}))] listed: String,
        #[arg(schema = json!({"enum": ["a", "b", 1]}))] untyped: Option<Value>,
        #[arg(schema = json!({"oneOf": [
            {"type": "integer", "minimum": 0, "maximum": 90},
            {"type": "integer", "minimum": 80, "maximum": 200, "multipleOf": 4},
            {"const": "x"}
        ]}))]
        one: Value,
        #[arg(schema = json!({"type": ["string", "null"], "maxLength": 2}))] null: Option<String>,
    ) -> String {
        format!("{listed:?} {untyped:?} {one} {null:?}")
    }
}

pub(crate) struct Compositions;

#[tool_group(name = "compositions")]
impl Compositions {
    #[action]
    fn composed(
        #[arg(schema = json!({"type": "array", "prefixItems": [{"type": "boolean"}], "items": false}))]
        first: Option<Value>,
        #[arg(schema = json!({"allOf": [
            {"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}, "required": ["a"]},
            {"type": "object", "properties": {"a": {"maximum": 3}, "b": {"type": "boolean"}}}
        ]}))]
        all: Option<Value>,
    ) -> String {
        format!("{first:?} {all:?}")
    }

    #[action]
    fn recursive(
        #[arg(schema = tree())] tree: Value,
        #[arg(schema = tree())] other: Option<Value>,
        #[arg(schema = json!({"type": "object", "minProperties": 1, "maxProperties": 2, "patternProperties": {"^[a-z]{1,2}$": {"type": "integer"}}, "additionalProperties": false}))]
        keyed: Option<Value>,
    ) -> String {
        format!("{tree} {other:?} {keyed:?}")
    }
}
