//! Tests of types that cannot be published, and of similar ones that can.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::output_schema;
use crate::{
    definition::ArgumentSchema,
    schema::{SchemaCompiler, input_leaf},
    spec::{SchemaFn, schema_of},
};

fn any_leaf(schema: SchemaFn) -> Result<ArgumentSchema, String> {
    SchemaCompiler::default().input(schema, true)
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Node {
    name: String,
    kids: Vec<Node>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Untyped {
    inner: Vec<Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Described {
    /// Whatever.
    it: Value,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Never {}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Search {
    filters: Vec<Filters>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Filters {
    #[serde(rename = "filter[bundle id]")]
    bundle: String,
}

#[test]
fn a_type_that_contains_itself_is_refused_with_its_place_and_the_way_out() {
    let reason = "at `kids[]`, `Node` contains itself, and not every client follows `$ref`: nest ids instead of values, give the field a schema of another type with `#[schemars(with = \"…\")]`, or build with `Profile::AsIs`";
    assert_eq!(input_leaf(schema_of::<Node>), Err(reason.to_owned()));
    assert_eq!(output_schema(schema_of::<Node>), Err(reason.to_owned()));
}

#[test]
fn any_json_is_refused_in_arguments_unless_it_is_meant_and_never_a_boolean() {
    let reason = "any JSON is taken, and a schema that says nothing helps no model: name a type, `serde_json::Map<String, Value>` for any object, or say that it is meant with `#[arg(any)]`";
    let array = json!({"type": "array", "items": {}});
    let described = json!({
        "type": "object",
        "properties": {"it": {"description": "Whatever."}},
        "required": ["it"],
        "additionalProperties": false
    });
    for (schema, place, published) in [
        (schema_of::<Value> as SchemaFn, "", json!({})),
        (schema_of::<Option<Value>>, "", json!({})),
        (schema_of::<Vec<Value>>, "at `[]`, ", array.clone()),
        (
            schema_of::<BTreeMap<String, Vec<Value>>>,
            "at `*[]`, ",
            json!({"type": "object", "additionalProperties": array}),
        ),
        (schema_of::<Described>, "at `it`, ", described),
    ] {
        assert_eq!(input_leaf(schema), Err(format!("{place}{reason}")));
        assert_eq!(Value::Object(any_leaf(schema).unwrap().schema), published);
        let output = output_schema(schema).unwrap().map(Value::Object);
        assert_eq!(
            output,
            Some(published).filter(|schema| *schema != json!({}))
        );
    }
    assert_eq!(
        input_leaf(schema_of::<Untyped>),
        Err(format!("at `inner[]`, {reason}"))
    );
}

#[test]
fn a_type_without_a_value_is_refused_on_both_sides() {
    let reason = "the type has no value, so that no call could succeed: give the enum a variant, or take the field away";
    assert_eq!(input_leaf(schema_of::<Never>), Err(reason.to_owned()));
    assert_eq!(output_schema(schema_of::<Never>), Err(reason.to_owned()));
    let inside = Err(format!("at `[]`, {reason}"));
    assert_eq!(input_leaf(schema_of::<Vec<Never>>), inside);
}

#[test]
fn a_field_name_that_clients_refuse_is_refused_in_arguments_only() {
    let reason = "at `filters[]`, the field `filter[bundle id]` has a name that clients refuse: use 1 to 64 of `a-z`, `A-Z`, `0-9`, `_`, `.` and `-`, as in `#[serde(rename = \"filter_bundle_id\")]`";
    assert_eq!(input_leaf(schema_of::<Search>), Err(reason.to_owned()));
    assert!(output_schema(schema_of::<Search>).is_ok());
}

#[test]
fn a_reference_is_followed_as_long_as_that_ends() {
    fn finite(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "$ref": "#/$defs/Pair",
            "description": "Here",
            "$defs": {
                "Pair": {
                    "description": "There",
                    "type": "array",
                    "items": {"$ref": "#/definitions/One"},
                    "maxItems": 2
                }
            },
            "definitions": {"One": {"type": "integer", "format": "uint8"}}
        })
    }
    fn dangling(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "array", "items": {"$ref": "#/$defs/Gone"}})
    }
    fn itself(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "array", "items": {"$ref": "#"}})
    }
    let leaf = input_leaf(finite).unwrap();
    assert_eq!(leaf.docs.as_deref(), Some("Here"));
    assert_eq!(
        Value::Object(leaf.schema),
        json!({
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 255},
            "maxItems": 2
        })
    );
    assert_eq!(
        input_leaf(dangling),
        Err("at `[]`, its schema refers to `Gone`, which it does not define: define it under `$defs`, or write it out in its place".to_owned())
    );
    assert!(
        input_leaf(itself)
            .unwrap_err()
            .starts_with("at `[]`, `the type` contains itself")
    );
}
