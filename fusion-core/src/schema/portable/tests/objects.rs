//! Tests of objects, maps and arrays.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{State, input, leaf};

/// The filter of a search.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Filter {
    /// In which state?
    state: State,
    other: Option<State>,
    note: Option<String>,
    #[serde(default)]
    title: String,
    #[schemars(range(min = 1, max = 100))]
    #[serde(default)]
    format: Option<u8>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Bag {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, bool>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct OpenBag {
    id: u8,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Tagged {
    X { a: bool },
    Y,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flattened {
    id: bool,
    #[serde(flatten)]
    tagged: Tagged,
}

#[test]
fn a_nested_object_is_inline_and_closed_and_says_what_its_values_mean() {
    let filter = leaf::<Filter>();
    let state = |description: &str| json!({"type": "string", "enum": ["open", "closed"], "description": description});
    assert_eq!(filter.docs.as_deref(), Some("The filter of a search."));
    assert_eq!(
        Value::Object(filter.schema),
        json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["state"],
            "properties": {
                "state": state("In which state? open: Waiting for work. Long story; closed: Done"),
                "other": state("The state of an issue. open: Waiting for work. Long story; closed: Done"),
                "note": {"type": "string"},
                "title": {"type": "string", "default": ""},
                "format": {"type": "integer", "minimum": 1, "maximum": 100}
            }
        })
    );
}

#[test]
fn maps_say_it_in_one_keyword_and_open_objects_stay_open() {
    let integer = json!({"type": "integer", "minimum": 0, "maximum": 255});
    for (schema, expected) in [
        (
            input::<BTreeMap<String, u8>>(),
            json!({"type": "object", "additionalProperties": integer}),
        ),
        (
            input::<BTreeMap<u32, u8>>(),
            json!({"type": "object", "additionalProperties": integer}),
        ),
        (
            input::<BTreeMap<i32, u8>>(),
            json!({"type": "object", "additionalProperties": integer}),
        ),
        (input::<Map<String, Value>>(), json!({"type": "object"})),
        (
            input::<Bag>(),
            json!({
                "type": "object",
                "properties": {"id": integer},
                "required": ["id"],
                "additionalProperties": {"type": "boolean"}
            }),
        ),
        (
            input::<OpenBag>(),
            json!({"type": "object", "properties": {"id": integer}, "required": ["id"]}),
        ),
        (
            input::<Nothing>(),
            json!({"type": "object", "properties": {}, "additionalProperties": false}),
        ),
    ] {
        assert_eq!(schema, expected);
    }
}

#[test]
fn every_array_has_items() {
    let bool = json!({"type": "boolean"});
    for (schema, expected) in [
        (
            input::<Vec<bool>>(),
            json!({"type": "array", "items": bool}),
        ),
        (
            input::<BTreeSet<bool>>(),
            json!({"type": "array", "items": bool, "uniqueItems": true}),
        ),
        (
            input::<[bool; 2]>(),
            json!({"type": "array", "items": bool, "minItems": 2, "maxItems": 2}),
        ),
        (
            input::<[bool; 0]>(),
            json!({"type": "array", "items": {}, "maxItems": 0}),
        ),
        (
            input::<(bool, String)>(),
            json!({
                "type": "array",
                "prefixItems": [bool, {"type": "string"}],
                "items": {"anyOf": [bool, {"type": "string"}]},
                "minItems": 2,
                "maxItems": 2
            }),
        ),
    ] {
        assert_eq!(schema, expected);
    }
}

#[test]
fn every_branch_of_a_choice_is_a_whole_object_and_closed() {
    let kind = |name: &str| json!({"type": "string", "enum": [name]});
    assert_eq!(
        input::<Tagged>(),
        json!({"anyOf": [
            {
                "type": "object",
                "properties": {"kind": kind("X"), "a": {"type": "boolean"}},
                "required": ["kind", "a"],
                "additionalProperties": false
            },
            {
                "type": "object",
                "properties": {"kind": kind("Y")},
                "required": ["kind"],
                "additionalProperties": false
            }
        ]})
    );
    // Fields beside a flattened enum move into its branches.
    let id = json!({"type": "boolean"});
    assert_eq!(
        input::<Flattened>(),
        json!({"anyOf": [
            {
                "type": "object",
                "properties": {"id": id, "kind": kind("X"), "a": {"type": "boolean"}},
                "required": ["id", "kind", "a"],
                "additionalProperties": false
            },
            {
                "type": "object",
                "properties": {"id": id, "kind": kind("Y")},
                "required": ["id", "kind"],
                "additionalProperties": false
            }
        ]})
    );
}
