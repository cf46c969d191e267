//! The conversion of single schemas, its refusals and its limits.

use serde_json::{Map, Value, json};

use super::{convert, exceeded, input, refusal};
use crate::{definition::ArgDef, schema::fixture::arg};

fn object(schema: Value) -> Map<String, Value> {
    match schema {
        Value::Object(schema) => schema,
        other => panic!("{other} is no schema"),
    }
}

fn strict(schema: Value) -> Value {
    convert(&object(schema)).map(Value::Object).unwrap()
}

fn refused(schema: &Value) -> String {
    refusal(&arg("x", "", schema.clone())).unwrap()
}

/// A field beside a required one, in a closed object.
fn optional(field: &Value) -> Value {
    let schema = strict(json!({
        "type": "object",
        "properties": {"must": {"type": "boolean"}, "may": field},
        "required": ["must"],
        "additionalProperties": false
    }));
    assert_eq!(schema["required"].as_array().map(Vec::len), Some(2));
    assert_eq!(schema["properties"]["must"], json!({"type": "boolean"}));
    schema["properties"]["may"].clone()
}

#[test]
fn an_optional_field_is_required_and_takes_null() {
    for (field, expected) in [
        (
            json!({"type": "string"}),
            json!({"type": ["string", "null"]}),
        ),
        (
            json!({"type": "integer", "minimum": 1, "description": "How many"}),
            json!({"type": ["integer", "null"], "minimum": 1, "description": "How many"}),
        ),
        (
            json!({"type": "string", "enum": ["a", "b"]}),
            json!({"type": ["string", "null"], "enum": ["a", "b", null]}),
        ),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
            json!({"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}),
        ),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "maxItems": 3}),
            json!({"type": ["array", "null"], "items": {"type": "string"}, "maxItems": 3}),
        ),
        (
            json!({"type": ["string", "null"], "enum": ["a", null]}),
            json!({"type": ["string", "null"], "enum": ["a", null]}),
        ),
        (json!({"type": "null"}), json!({"type": "null"})),
        (
            json!({
                "type": "object",
                "properties": {"inner": {"type": "number"}},
                "additionalProperties": false
            }),
            json!({
                "type": ["object", "null"],
                "properties": {"inner": {"type": ["number", "null"]}},
                "required": ["inner"],
                "additionalProperties": false
            }),
        ),
    ] {
        assert_eq!(optional(&field), expected);
    }
}

#[test]
fn rules_that_the_subset_lacks_move_into_the_description() {
    for (schema, expected) in [
        (
            json!({"type": "integer", "default": 20, "description": "How many."}),
            json!({"type": "integer", "description": "How many. Default: 20"}),
        ),
        (
            json!({
                "type": "string",
                "minLength": 1,
                "maxLength": 80,
                "format": "uri",
                "pattern": "^(?!x)",
                "title": "Link",
                "x-unit": "m"
            }),
            json!({
                "type": "string",
                "description": "Length: 1..80. Format: uri. Pattern: ^(?!x)"
            }),
        ),
        (
            json!({"type": "string", "format": "date-time", "pattern": "Z$"}),
            json!({"type": "string", "format": "date-time", "pattern": "Z$"}),
        ),
        (
            json!({
                "type": "array",
                "items": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5},
                "minItems": 1,
                "uniqueItems": true
            }),
            json!({
                "type": "array",
                "items": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5},
                "minItems": 1,
                "description": "No duplicates"
            }),
        ),
        (
            json!({"type": "integer", "not": {"const": 0}}),
            json!({"type": "integer", "description": "Not: 0"}),
        ),
        // The elements of a tuple are what its items say.
        (
            json!({
                "type": "array",
                "prefixItems": [{"type": "string"}, {"type": "integer"}],
                "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                "minItems": 2,
                "maxItems": 2
            }),
            json!({
                "type": "array",
                "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                "minItems": 2,
                "maxItems": 2
            }),
        ),
        (json!({"const": 1}), json!({"type": "integer", "enum": [1]})),
        (
            json!({"oneOf": [{"const": "a"}, {"type": "boolean"}]}),
            json!({"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "boolean"}]}),
        ),
    ] {
        assert_eq!(strict(schema), expected);
    }
}

#[test]
fn what_the_subset_cannot_say_is_refused_with_its_place_and_the_way_out() {
    const ANY: &str = "any JSON is accepted, and `Profile::OpenAiStrict` has no schema for that: name a type, or take the JSON as a `String`, or set another profile";
    const MAP: &str = "a map has fields of any name, and `Profile::OpenAiStrict` lists every field: take a list of structs, each with a key and a value, or set another profile";
    const OPEN: &str = "an object accepts fields that its schema does not list, and `Profile::OpenAiStrict` lists every field: name all fields of the type, or set another profile";
    let inside = |field: Value| {
        json!({
            "type": "object",
            "properties": {"list": {"type": "array", "items": field}},
            "additionalProperties": false
        })
    };
    for (schema, reason) in [
        (json!({}), ANY),
        (json!({"description": "Anything"}), ANY),
        (
            json!({"type": "object", "additionalProperties": {"type": "integer"}}),
            MAP,
        ),
        (json!({"type": "object", "properties": {}}), OPEN),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            OPEN,
        ),
        (
            json!({
                "type": "object",
                "properties": {"a": {"type": "string"}},
                "additionalProperties": {"type": "string"}
            }),
            OPEN,
        ),
        (
            json!({
                "type": "object",
                "properties": {"a": {"type": "string"}},
                "anyOf": [{"type": "object", "properties": {}, "additionalProperties": false}]
            }),
            OPEN,
        ),
    ] {
        assert_eq!(refused(&schema), reason, "{schema}");
        let nested = refused(&inside(schema.clone()));
        assert_eq!(nested, format!("at `list[]`, {reason}"), "{schema}");
    }
    for (schema, keyword) in [
        (json!({"$ref": "#/$defs/Node"}), "$ref"),
        (json!({"allOf": [{"type": "string"}]}), "allOf"),
        (json!({"type": "string", "if": {"minLength": 2}}), "if"),
        (
            json!({"type": "object", "dependentRequired": {"a": ["b"]}}),
            "dependentRequired",
        ),
        (json!({"enum": [["a"]]}), "enum"),
    ] {
        assert_eq!(
            refused(&schema),
            format!(
                "its schema uses `{keyword}`, which `Profile::OpenAiStrict` does not have: write the schema without it, or set another profile"
            )
        );
    }
    let root = json!({"type": "object", "anyOf": [{"required": ["a"]}]});
    assert_eq!(
        input(&object(root)).unwrap_err(),
        "its schema uses `anyOf`, which `Profile::OpenAiStrict` does not have: write the schema without it, or set another profile"
    );
}

#[test]
fn null_beside_absence_is_refused_where_absence_is_possible() {
    let mut nested: ArgDef = arg("x", "", json!({"type": "string"})).optional();
    std::sync::Arc::make_mut(&mut nested.leaf).nested_option = true;
    assert_eq!(
        refusal(&nested).unwrap(),
        "`null` is a value beside absence, and under `Profile::OpenAiStrict` `null` stands for absence: take one `Option` of an enum with a variant for the third state, or set another profile"
    );
    nested.required = true;
    assert_eq!(refusal(&nested), None);
}

/// Lists in lists, around a string.
fn lists(levels: usize) -> Value {
    (0..levels).fold(
        json!({"type": "string"}),
        |items, _| json!({"type": "array", "items": items}),
    )
}

#[test]
fn the_levels_of_an_argument_count_with_the_object_of_the_tool() {
    assert_eq!(refusal(&arg("x", "", lists(9))), None);
    assert_eq!(
        refused(&lists(10)),
        "the schema has 11 levels of arrays and objects, and `Profile::OpenAiStrict` allows 10: nest ids instead of values, or set another profile"
    );
}

#[test]
fn every_limit_of_one_schema_is_counted() {
    let whole = |properties: Map<String, Value>| {
        object(json!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false
        }))
    };
    let found = |schema: &Map<String, Value>| {
        let exceeded = exceeded(schema).into_iter();
        exceeded
            .map(|one| (one.what, one.found, one.limit))
            .collect::<Vec<_>>()
    };
    let fields = |count: usize, length: usize| {
        let names = (0..count).map(|index| format!("{index:0length$}"));
        let field = || json!({"type": "string"});
        whole(names.map(|name| (name, field())).collect())
    };
    assert_eq!(found(&fields(5_000, 8)), []);
    assert_eq!(found(&fields(5_001, 8)), [("fields", 5_001, 5_000)]);
    assert_eq!(
        found(&fields(4_000, 31)),
        [("characters of names and enum values", 124_000, 120_000)]
    );
    let values = |count: usize, length: usize| {
        let values: Vec<_> = (0..count)
            .map(|index| format!("{index:0length$}"))
            .collect();
        let field = json!({"type": "string", "enum": values});
        whole(Map::from_iter([("action".to_owned(), field)]))
    };
    assert_eq!(found(&values(1_000, 15)), []);
    assert_eq!(found(&values(250, 100)), []);
    assert_eq!(
        found(&values(251, 100)),
        [("characters of values in one enum", 25_100, 15_000)]
    );
    assert_eq!(found(&values(1_001, 5)), [("enum values", 1_001, 1_000)]);
}
