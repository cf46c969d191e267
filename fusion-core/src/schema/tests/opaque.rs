//! Tests of fields without the contents of nested objects.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::random::{
    accepts, cases,
    types::{Side, emit, sample, types},
};
use crate::{
    definition::ArgDef,
    schema::{
        fixture::{arg, plain},
        merge, portable,
    },
};

/// Returns the opaque schema of one field, with its `$defs`.
fn opaque(schema: Value, definitions: Value) -> Value {
    let mut arg = arg("x", "The docs", schema);
    if let Value::Object(definitions) = definitions {
        let leaf = std::sync::Arc::make_mut(&mut arg.leaf);
        leaf.definitions = definitions;
    }
    opaque_field(arg)
}

fn opaque_field(arg: ArgDef) -> Value {
    let action = plain("a", "", vec![arg]);
    let mut merged = merge(&[&action]).unwrap();
    merged.make_opaque();
    let mut schema = merged.fields.remove(0).property(String::new());
    if !merged.definitions.is_empty() {
        schema.insert("$defs".to_owned(), merged.definitions.into());
    }
    Value::Object(schema)
}

/// Returns an object whose schema exceeds the limit.
fn large() -> Value {
    let field = |docs: &str| json!({"type": "string", "description": docs});
    json!({
        "type": "object",
        "properties": {
            "first_field": field("One"),
            "second_field": field("Two"),
            "third_field": field("Three"),
            "description": field("Four")
        },
        "required": ["first_field"],
        "additionalProperties": false
    })
}

fn open() -> Value {
    json!({"type": "object", "properties": {}})
}

#[test]
fn large_objects_lose_their_contents_and_arrays_keep_items() {
    let small = json!({"type": "object", "properties": {"id": {"type": "integer"}}});
    let several: Vec<_> = (0..40).map(|index| format!("value_{index}")).collect();
    let values = json!({"type": "string", "enum": several});
    let string = json!({"type": "string"});
    for (schema, expected) in [
        (large(), open()),
        (small.clone(), small.clone()),
        // What is long and no object stays, as the values of an enum.
        (values.clone(), values),
        (
            json!({"type": "array", "items": large(), "maxItems": 3}),
            json!({"type": "array", "items": open(), "maxItems": 3}),
        ),
        (
            json!({"type": "array", "items": small, "maxItems": 3}),
            json!({"type": "array", "items": small, "maxItems": 3}),
        ),
        (
            json!({"type": "object", "additionalProperties": large()}),
            open(),
        ),
        // Branches stay apart as far as they differ. More than one may accept a value.
        (
            json!({"oneOf": [large(), string, large()]}),
            json!({"anyOf": [open(), string]}),
        ),
        (
            json!({"type": ["object", "null"], "properties": large()["properties"]}),
            json!({"type": ["object", "null"], "properties": {}}),
        ),
    ] {
        assert_eq!(opaque(schema, json!({})), expected);
    }
}

#[test]
fn nested_docs_go_and_names_of_properties_stay() {
    assert_eq!(
        opaque(
            json!({
                "type": "object",
                "properties": {"title": {"type": "integer", "description": "Docs", "title": "T"}}
            }),
            json!({})
        ),
        json!({"type": "object", "properties": {"title": {"type": "integer"}}})
    );
}

#[test]
fn definitions_are_published_as_far_as_something_refers_to_them() {
    let refer = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    let definitions = json!({
        "Large": large(),
        "List": {"type": "array", "items": refer("List"), "description": "Docs"},
        "Unused": {"type": "string"}
    });
    assert_eq!(opaque(refer("Large"), definitions.clone()), open());
    assert_eq!(
        opaque(refer("List"), definitions),
        json!({
            "$ref": "#/$defs/List",
            "$defs": {"List": {"type": "array", "items": refer("List")}}
        })
    );
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn an_opaque_field_accepts_whatever_the_whole_one_accepts(
        (schema, values) in types().prop_flat_map(|one| {
            let values = proptest::collection::vec(sample(&one, Side::Input), 4);
            (Just(emit(&one, Side::Input)), values)
        })
    ) {
        let Value::Object(schema) = schema else { return Ok(()); };
        let whole = portable::input(schema, &Map::new(), false).unwrap();
        let whole = if whole.nullable { portable::with_null(&whole) } else { whole };
        let whole = Value::Object(whole.schema);
        let opaque = opaque(whole.clone(), json!({}));
        for value in values {
            prop_assert!(
                !accepts(&whole, &value) || accepts(&opaque, &value),
                "{} became {}, which refuses {}", whole, opaque, value
            );
        }
    }
}
