//! The rules beside the plan, compared with the `jsonschema` crate: the same values are valid, and the
//! violations of the others have the same paths and keywords. The texts of problems are made of these, so
//! that they do not depend on the feature `validate-full`.

#![cfg(feature = "validate")]

mod formats;
mod patterns;
mod random;

use serde_json::{Value, json};

use super::{super::rules::RuleFault, FullValidator, SchemaRules, SchemaValidator, Violation};

/// Returns the violations that the rules find, and those that the crate finds, in one order. Several
/// keywords that the name of one property violates are one violation here, and several there.
fn both(schema: &Value, value: &Value) -> Result<[Vec<Violation>; 2], RuleFault> {
    let rules = SchemaRules::compile(schema, true)?;
    let full = FullValidator::compile(schema).unwrap();
    let (own, mut other) = (rules.violations(value, true), full.violations(value, true));
    // Beside a closed list of no properties, the crate misses required ones that are there.
    other.retain(|one| !matches!(one, Violation::Missing { path, name } if has(value, path, name)));
    assert_eq!(rules.fits(value), own.is_empty(), "{schema} {value}");
    let first = rules.violations(value, false);
    assert_eq!(first.first(), own.first(), "{schema} {value}");
    assert_eq!(first.len(), own.len().min(1), "{schema} {value}");
    Ok([own, other].map(|mut found| {
        found.sort();
        let is_name = |one: &Violation| {
            matches!(one, Violation::Keyword { keyword, .. } if keyword == "propertyNames")
        };
        found.dedup_by(|one, other| is_name(one) && one == other);
        found
    }))
}

/// Returns whether the object at a path, such as `.a[1]`, has a property.
fn has(value: &Value, path: &str, name: &str) -> bool {
    let pointer = path.replace(['.', '['], "/").replace(']', "");
    let object = value.pointer(&pointer);
    object.is_some_and(|object| object.get(name).is_some())
}

#[track_caller]
fn assert_same(schema: &Value, value: &Value) {
    let [own, other] = both(schema, value).unwrap();
    assert_eq!(own, other, "{schema} {value}");
}

#[test]
#[allow(clippy::too_many_lines)] // one table
fn each_keyword_is_violated_by_the_same_values() {
    let node = json!({
        "$ref": "#/$defs/Node",
        "$defs": {"Node": {
            "type": "object", "required": ["name"],
            "properties": {
                "name": {"type": "string", "minLength": 2},
                "kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}
            }
        }}
    });
    for (schema, values) in [
        (
            json!({"multipleOf": 0.1}),
            json!([0.3, 0.35, 0, 7, "x", 1e300]),
        ),
        (json!({"multipleOf": 4}), json!([8, -8, 9, 8.0, 8.5])),
        (
            json!({"uniqueItems": true}),
            json!([[1, 1.0], [1, "1"], [{"a": 1}, {"a": 1}], []]),
        ),
        (
            json!({"contains": {"type": "string"}}),
            json!([[], [1], [1, "x"], {}]),
        ),
        (
            json!({"contains": {"type": "integer"}, "minContains": 2, "maxContains": 3}),
            json!([[1], [1, 2], [1, 2, 3, 4], ["x"]]),
        ),
        (
            json!({"contains": {}, "maxContains": 1}),
            json!([[], [1], [1, 2]]),
        ),
        (
            json!({"contains": {"const": 1}, "minContains": 0}),
            json!([[], [1]]),
        ),
        (
            json!({"dependentRequired": {"a": ["b", "c"], "d": ["a"]}}),
            json!([{}, {"a": 1}, {"a": 1, "b": 1}, {"d": 1}, {"a": 1, "b": 1, "c": 1}]),
        ),
        (
            json!({"dependentSchemas": {"a": {"required": ["b"], "maxProperties": 2}, "b": false}}),
            json!([{}, {"a": 1}, {"b": 1}, {"a": 1, "c": 1, "d": 1}]),
        ),
        (
            json!({"not": {"type": "integer", "enum": [0]}}),
            json!([0, 1, 0.0, "x"]),
        ),
        (
            json!({"propertyNames": {"maxLength": 1}}),
            json!([{"a": 1}, {"ab": 1, "abc": 2}, 5]),
        ),
        (json!({"propertyNames": false}), json!([{}, {"a": 1}])),
        (
            json!({"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"minProperties": 1}}),
            json!([{}, {"a": 1}, {"b": 1}, {"a": 1, "b": 1}]),
        ),
        (json!({"then": false}), json!([1])),
        (
            json!({
                "properties": {"a": {"type": "integer"}}, "additionalProperties": false,
                "patternProperties": {"^x": {"type": "string"}, "y$": {"minLength": 2}}
            }),
            json!([{"a": "1"}, {"x": 1}, {"xy": "1"}, {"b": 1, "c": 1}, {"a": 1, "x": ""}]),
        ),
        (
            json!({"patternProperties": {"^x": {}}, "additionalProperties": {"type": "integer"}}),
            json!([{"x": "1"}, {"y": "1"}, {"y": 1}]),
        ),
        (
            json!({"prefixItems": [{"type": "integer"}, {}], "items": {"type": "string"}, "if": {}}),
            json!([["x", 1, 2], [1], [1, 1, "x"]]),
        ),
        (json!({"items": false, "if": {}}), json!([[], [1, 2]])),
        (
            json!({"additionalProperties": false, "if": {}}),
            json!([{}, {"a": 1, "b": 2}]),
        ),
        (
            json!({"oneOf": [{"type": "integer"}, {"minimum": 3}], "if": {}}),
            json!([1, 3, 3.5, 2.5, "x"]),
        ),
        (
            json!({"allOf": [{"minimum": 3}, {"type": "integer"}], "if": {}}),
            json!([1, 2.5, 4]),
        ),
        (
            json!({"type": ["integer", "null"], "if": {}}),
            json!([1.0, 1.5, null, "x", [], {}, true]),
        ),
        (
            json!({"exclusiveMinimum": 0, "maximum": 5, "minLength": 2, "maxItems": 1, "if": {}}),
            json!([0, 6, "x", "xy", "é", [1, 2]]),
        ),
        (
            json!({"const": {"a": [1]}, "enum": [{"a": [1.0]}], "if": {}}),
            json!([{"a": [1]}, 1]),
        ),
        (
            node,
            json!([{"name": "ab", "kids": [{"name": "b"}, {"kids": []}, 5]}, 5]),
        ),
    ] {
        for value in values.as_array().unwrap() {
            assert_same(&schema, value);
        }
    }
}

#[test]
fn a_malformed_keyword_is_refused_by_both() {
    for schema in [
        json!({"not": 5}),
        json!({"multipleOf": 0}),
        json!({"multipleOf": "2"}),
        json!({"uniqueItems": 1}),
        json!({"contains": {}, "minContains": -1}),
        json!({"dependentRequired": {"a": ["b", "b"]}}),
        json!({"dependentRequired": {"a": "b"}}),
        json!({"not": {"anyOf": []}}),
        json!({"not": {"type": "text"}}),
        json!({"not": {"type": []}}),
        json!({"not": {"minLength": 1.5}}),
        json!({"not": {"required": ["a", "a"]}}),
        json!({"not": {"properties": []}}),
        json!({"not": {"prefixItems": []}}),
        json!({"propertyNames": {"format": 5}}),
        json!({"$ref": "#/$defs/None"}),
        json!({"$ref": 5}),
        json!({"if": 5}),
    ] {
        let fault = SchemaRules::compile(&schema, true).err();
        assert_eq!(fault, Some(RuleFault::Malformed), "{schema}");
        assert!(FullValidator::compile(&schema).is_none(), "{schema}");
        let refused = SchemaValidator::whole(schema.as_object().unwrap()).err();
        let text = "its schema is no valid JSON Schema 2020-12: fix it where it is written";
        assert_eq!(refused.as_deref(), Some(text), "{schema}");
    }
}

#[test]
fn what_depends_on_other_keywords_or_leads_elsewhere_needs_the_full_validator() {
    for (keyword, schema) in [
        ("unevaluatedItems", json!({"unevaluatedItems": false})),
        (
            "unevaluatedItems",
            json!({"not": {"unevaluatedItems": false}}),
        ),
        ("dependencies", json!({"dependencies": {"a": ["b"]}})),
        (
            "$dynamicRef",
            json!({"$dynamicRef": "#node", "$dynamicAnchor": "node"}),
        ),
        (
            "$ref",
            json!({"$ref": "#node", "$defs": {"a": {"$anchor": "node"}}}),
        ),
        (
            "$ref",
            json!({"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}]}}}),
        ),
        ("$id", json!({"not": {"$id": "https://example.org/a"}})),
    ] {
        let fault = SchemaRules::compile(&schema, true).err();
        assert_eq!(
            fault,
            Some(RuleFault::Unsupported(keyword.to_owned())),
            "{schema}"
        );
        let refused = SchemaValidator::whole(schema.as_object().unwrap()).err();
        let text = format!(
            "its `{keyword}` needs the feature `validate-full` of fusion-core: turn it on, or describe the values without `{keyword}`"
        );
        let expected = Some(text).filter(|_| cfg!(not(feature = "validate-full")));
        assert_eq!(refused, expected, "{schema}");
    }
}

#[cfg(feature = "validate-full")]
#[test]
fn the_full_validator_checks_what_needs_it() {
    let schema = json!({
        "allOf": [{"prefixItems": [{"type": "string", "pattern": "a(?!b)"}]}],
        "unevaluatedItems": false
    });
    let validator = SchemaValidator::whole(schema.as_object().unwrap()).unwrap();
    let keyword = |path: &str, keyword: &str| Violation::Keyword {
        path: path.to_owned(),
        keyword: keyword.to_owned(),
    };
    for (value, found) in [
        (json!(["ac"]), None),
        (json!(["ab"]), Some(keyword("[0]", "pattern"))),
        (json!(["a", 1]), Some(keyword("", "unevaluatedItems"))),
    ] {
        assert_eq!(validator.fits(&value), found.is_none(), "{value}");
        let found: Vec<_> = found.into_iter().collect();
        assert_eq!(validator.violations(&value), found, "{value}");
    }
    // A limit holds in both.
    let slow = json!(["a".repeat(2_000)]);
    let found = validator.violations(&slow);
    assert!(
        matches!(found.as_slice(), [Violation::Unmatched { .. }]),
        "{found:?}"
    );
}

/// The number of ways to a value doubles with each level; the cost must not.
#[test]
fn a_choice_of_references_to_itself_costs_the_same_at_each_level() {
    let schema = json!({
        "$ref": "#/$defs/Node",
        "$defs": {"Node": {"anyOf": [
            {"type": "object", "properties": {"kid": {"$ref": "#/$defs/Node"}, "a": {"type": "null"}}},
            {"type": "object", "properties": {"kid": {"$ref": "#/$defs/Node"}, "b": {"type": "null"}}}
        ]}}
    });
    let leaf = json!({"a": 1, "b": 1});
    let value = (0..60).fold(leaf, |kid, _| json!({"kid": kid}));
    let rules = SchemaRules::compile(&schema, true).unwrap();
    assert!(!rules.fits(&value));
    assert_eq!(rules.violations(&value, true).len(), 1);
}
