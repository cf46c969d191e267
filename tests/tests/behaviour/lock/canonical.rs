//! The canonical form of schemas: one form for equal meaning.

use std::cell::Cell;

use fusion_tests::sampling::{
    Oracle,
    locks::{canonical, lock_cases, of_schema, on_tapes},
    schemas::{Tape, schema, value},
};
use serde_json::json;

#[test]
fn schemas_of_equal_meaning_have_one_form() {
    for (one, other) in [
        (
            json!({"const": "a"}),
            json!({"enum": ["a"], "type": "string"}),
        ),
        (
            json!({"enum": ["b", "a"]}),
            json!({"enum": ["a", "b", "a"]}),
        ),
        (json!({"enum": [true, false]}), json!({"type": "boolean"})),
        (
            json!({"enum": ["a", 1], "type": "string"}),
            json!({"enum": ["a"]}),
        ),
        (
            json!({"type": ["string"]}),
            json!({"type": "string", "title": "Name", "examples": ["a"]}),
        ),
        (
            json!({"type": ["integer", "number"]}),
            json!({"type": "number"}),
        ),
        (
            json!({"anyOf": [{"type": "null"}, {"type": "string", "minLength": 1}]}),
            json!({"type": ["string", "null"], "minLength": 1}),
        ),
        (
            json!({"oneOf": [{"const": "a"}, {"const": "b"}]}),
            json!({"enum": ["a", "b"]}),
        ),
        (
            json!({"anyOf": [{"enum": ["a"]}, {"type": "null"}]}),
            json!({"enum": [null, "a"]}),
        ),
        (
            json!({"type": "integer", "exclusiveMinimum": 0, "maximum": 9.0}),
            json!({"type": "integer", "minimum": 1, "maximum": 9}),
        ),
        (
            json!({"type": "string", "minLength": 0, "maximum": 3, "format": "date"}),
            json!({"type": "string", "format": "date"}),
        ),
        (
            json!({"type": "object", "properties": {}, "required": [], "additionalProperties": true}),
            json!({"type": "object"}),
        ),
        (
            json!({"type": "object", "properties": {"b": true, "a": {}}, "required": ["b", "a"]}),
            json!({"required": ["a", "b"], "properties": {"a": {}, "b": {}}, "type": "object"}),
        ),
        (
            json!({"allOf": [{"type": "string"}, {"maxLength": 3}]}),
            json!({"type": "string", "maxLength": 3}),
        ),
        (json!({"anyOf": [{"type": "string"}, {}]}), json!({})),
        (
            json!({"anyOf": [{"anyOf": [{"type": "string"}, {"type": "array"}]}]}),
            json!({"type": ["array", "string"]}),
        ),
        (
            json!({"oneOf": [
                {"type": "object", "properties": {"k": {"const": "a"}}, "required": ["k"]},
                {"type": "object", "properties": {"k": {"const": "b"}}, "required": ["k"]}
            ]}),
            json!({"type": "object", "anyOf": [
                {"properties": {"k": {"enum": ["b"]}}, "required": ["k"]},
                {"properties": {"k": {"enum": ["a"]}}, "required": ["k"]}
            ]}),
        ),
    ] {
        assert_eq!(
            canonical(&of_schema(&one)),
            canonical(&of_schema(&other)),
            "{one}"
        );
        assert!(of_schema(&one).diff(&of_schema(&other)).is_empty(), "{one}");
    }
}

/// Each of these pairs has a value that only one of both accepts.
#[test]
fn schemas_of_other_meaning_have_other_forms() {
    for (one, other) in [
        (
            json!({"oneOf": [{"type": "string"}, {"minLength": 2}]}),
            json!({"anyOf": [{"type": "string"}, {"minLength": 2}]}),
        ),
        (
            json!({"oneOf": [{"type": "string"}, {"type": "string"}]}),
            json!({"type": "string"}),
        ),
        (
            json!({"allOf": [
                {"properties": {"a": {}}, "additionalProperties": false},
                {"properties": {"b": {}}, "additionalProperties": false}
            ]}),
            json!({"properties": {"a": {}, "b": {}}, "additionalProperties": false}),
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 0}),
            json!({"type": "number", "minimum": 1}),
        ),
        (json!({"items": false}), json!({})),
    ] {
        assert_ne!(
            canonical(&of_schema(&one)),
            canonical(&of_schema(&other)),
            "{one}"
        );
        assert!(
            !of_schema(&one).diff(&of_schema(&other)).is_empty(),
            "{one}"
        );
    }
}

#[test]
fn the_canonical_form_accepts_the_same_values_and_is_its_own() {
    let (valid, invalid) = (Cell::new(0_usize), Cell::new(0_usize));
    on_tapes(lock_cases(), 400, |bytes| {
        let (drawn, rest) = bytes.split_at(100);
        let schema = schema(&mut Tape(drawn), 3);
        let lock = of_schema(&schema);
        let form = canonical(&lock);
        if canonical(&of_schema(&form)) != form {
            return Err(format!("{schema} is {form}, which has another form"));
        }
        let (before, after) = (Oracle::new(&schema), Oracle::new(&form));
        let mut tape = Tape(rest);
        for _ in 0..30 {
            let value = value(&mut tape, 3);
            let is_valid = before.is_valid(&value);
            let count = if is_valid { &valid } else { &invalid };
            count.set(count.get() + 1);
            if after.is_valid(&value) != is_valid {
                return Err(format!(
                    "{schema} is {form}, and {value} is accepted: {is_valid}, by one"
                ));
            }
        }
        Ok(())
    });
    // Otherwise nothing was compared.
    let least = usize::try_from(lock_cases()).unwrap();
    assert!(
        valid.get() > least && invalid.get() > least,
        "{valid:?} {invalid:?}"
    );
}
