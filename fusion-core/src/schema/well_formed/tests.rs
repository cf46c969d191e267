//! Tests of the check that a schema is one.

use serde_json::json;

use super::*;

fn checked(schema: &Value) -> Result<(), String> {
    check_schema(schema.as_object().unwrap())
}

#[test]
fn the_keywords_are_sorted() {
    assert!(keywords::KEYWORDS.is_sorted_by(|one, next| one.0 < next.0));
}

#[test]
fn each_keyword_has_a_value_of_its_form() {
    for (schema, reason) in [
        (
            json!({"type": "integre"}),
            "`type` is `\"integre\"`: did you mean `integer`?",
        ),
        (
            json!({"type": ["string", "nul"]}),
            "`type` is `[\"string\",\"nul\"]`: did you mean `null`?",
        ),
        (
            json!({"type": "uuid"}),
            "`type` is `\"uuid\"`: write one of array, boolean, integer, null, number, object, string",
        ),
        (
            json!({"type": ["string", "string"]}),
            "`type` is `[\"string\",\"string\"]`: write one of array, boolean, integer, null, number, object, string",
        ),
        (
            json!({"minLength": "x"}),
            "`minLength` is `\"x\"`: write a whole number from 0",
        ),
        (
            json!({"maxItems": -1}),
            "`maxItems` is `-1`: write a whole number from 0",
        ),
        (
            json!({"exclusiveMinimum": true}),
            "`exclusiveMinimum` is `true`: write a number",
        ),
        (
            json!({"multipleOf": 0}),
            "`multipleOf` is `0`: write a number above 0",
        ),
        (
            json!({"uniqueItems": "yes"}),
            "`uniqueItems` is `\"yes\"`: write `true` or `false`",
        ),
        (json!({"pattern": 1}), "`pattern` is `1`: write a text"),
        (
            json!({"enum": "x"}),
            "`enum` is `\"x\"`: write an array of the accepted values, at least one",
        ),
        (
            json!({"enum": []}),
            "`enum` is `[]`: write an array of the accepted values, at least one",
        ),
        (
            json!({"required": "a"}),
            "`required` is `\"a\"`: write an array of names of properties, each once",
        ),
        (
            json!({"dependentRequired": {"a": "b"}}),
            "`dependentRequired` is `{\"a\":\"b\"}`: write an object with arrays of names of properties",
        ),
        (
            json!({"properties": []}),
            "`properties` is `[]`: write an object with a schema for each name",
        ),
        (
            json!({"items": 5}),
            "`items` is `5`: write a schema, which is an object, `true` or `false`",
        ),
        (
            json!({"anyOf": []}),
            "`anyOf` is `[]`: write an array of schemas, at least one",
        ),
        (json!({"examples": 1}), "`examples` is `1`: write an array"),
    ] {
        assert_eq!(checked(&schema), Err(reason.to_owned()));
    }
}

#[test]
fn bounds_leave_a_value() {
    for (schema, reason) in [
        (
            json!({"minimum": 9, "maximum": 1}),
            "`minimum` 9 and `maximum` 1 leave no value: loosen one of them",
        ),
        (
            json!({"minimum": 1, "exclusiveMaximum": 1.0}),
            "`minimum` 1 and `exclusiveMaximum` 1.0 leave no value: loosen one of them",
        ),
        (
            json!({"minItems": 2, "maxItems": 1}),
            "`minItems` 2 and `maxItems` 1 leave no value: loosen one of them",
        ),
    ] {
        assert_eq!(checked(&schema), Err(reason.to_owned()));
    }
    assert_eq!(checked(&json!({"minimum": 1, "maximum": 1.0})), Ok(()));
}

#[test]
fn misspelt_keywords_are_refused_and_own_ones_are_not() {
    for (keyword, meant) in [
        ("minmum", "minimum"),
        ("min_length", "minLength"),
        ("anyof", "anyOf"),
        ("descripton", "description"),
        ("item", "items"),
    ] {
        let reason = format!(
            "unknown keyword `{keyword}`; did you mean `{meant}`? A keyword of your own begins with `x-`"
        );
        assert_eq!(checked(&json!({keyword: 1})), Err(reason));
    }
    for keyword in [
        "x-minmum",
        "example",
        "nullable",
        "note",
        "group",
        "enumNames",
        "unit",
    ] {
        assert_eq!(checked(&json!({keyword: 1})), Ok(()), "{keyword}");
    }
}

#[test]
fn marks_have_their_form_and_their_place() {
    let alias = "`x-fusion-alias` stands neither at a field nor at a variant without content, where alone it is read: remove it, and serde's `alias` with it";
    for (schema, reason) in [
        (
            json!({"properties": {"a": {"x-fusion-aliases": ["b"]}}}),
            "at `a`, unknown keyword `x-fusion-aliases`; did you mean `x-fusion-alias`?",
        ),
        (
            json!({"properties": {"a": {"x-fusion-alias": [5]}}}),
            "at `a`, `x-fusion-alias` is `[5]`: write an array of names, as in `[\"colour\"]`",
        ),
        (
            json!({"properties": {"a": {"x-fusion-alias": [""]}}}),
            "at `a`, `x-fusion-alias` is `[\"\"]`: write an array of names, as in `[\"colour\"]`",
        ),
        (
            json!({"properties": {"a": {"x-fusion-null": "yes"}}}),
            "at `a`, `x-fusion-null` is `\"yes\"`: write `true`",
        ),
        (
            json!({"properties": {"a": {"x-fusion-null": true}}, "required": ["a"]}),
            "at `a`, `x-fusion-null` stands at a required field, whose `null` is a value in any case: remove it, or give the field a default",
        ),
        (
            json!({"x-fusion-null": true}),
            "`x-fusion-null` stands at no field, where alone it is read: remove it",
        ),
        (
            json!({"anyOf": [{"type": "object", "x-fusion-alias": ["b"]}]}),
            alias,
        ),
    ] {
        assert_eq!(checked(&schema), Err(reason.to_owned()));
    }
    assert_eq!(
        checked(&json!({
            "properties": {"a": {"x-fusion-alias": "b"}, "c": {"x-fusion-null": true}},
            "oneOf": [{"const": "d", "x-fusion-alias": ["e"]}]
        })),
        Ok(())
    );
}

#[test]
fn a_schema_accepts_its_own_defaults() {
    let reason = "at `a`, the schema refuses its own `default`: expected integer, found \"x\": change one of them";
    let schema = json!({"properties": {"a": {"type": "integer", "default": "x"}}});
    assert_eq!(checked(&schema), Err(reason.to_owned()));
    for schema in [
        json!({"type": "integer", "default": null}),
        json!({"type": "integer", "default": 1.0}),
        json!({"$ref": "#/$defs/A", "default": 1, "$defs": {"A": {"type": "integer"}}}),
    ] {
        assert_eq!(checked(&schema), Ok(()));
    }
}

#[test]
fn a_reason_names_the_place_of_its_schema() {
    let wrong = json!({"minLength": "x"});
    for (schema, path) in [
        (json!({"properties": {"a": {"items": wrong}}}), "at `a[]`, "),
        (json!({"additionalProperties": wrong}), "at `*`, "),
        (json!({"prefixItems": [wrong]}), "at `[]`, "),
        (json!({"$defs": {"A": wrong}}), "at `$defs.A`, "),
        (json!({"anyOf": [{"not": wrong}]}), ""),
    ] {
        let reason = format!("{path}`minLength` is `\"x\"`: write a whole number from 0");
        assert_eq!(checked(&schema), Err(reason));
    }
    // A property, an enumerated value and a default are no keywords.
    let schema = json!({
        "properties": {"minLength": {"type": "string"}, "type": {"enum": [{"minLength": "x"}]}},
        "const": {"minLength": "x"}
    });
    assert_eq!(checked(&schema), Ok(()));
}
