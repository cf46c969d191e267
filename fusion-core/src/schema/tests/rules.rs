//! The rules of `facts/clients.md` §2: every client accepts a schema that breaks none of them.

use serde_json::{Map, Value};

use crate::schema::portable::FORMATS;

/// Returns the rules that the input schema of a tool breaks, each with its place.
pub(super) fn broken_rules(schema: &Value) -> Vec<String> {
    let mut broken = Vec::new();
    let root = schema.as_object();
    if root.and_then(|root| root.get("type")) != Some(&Value::from("object")) {
        broken.push("the root is of type object".to_owned());
    }
    if !root.is_some_and(|root| root.get("properties").is_some_and(Value::is_object)) {
        broken.push("the root has properties, be they empty".to_owned());
    }
    let composed = ["oneOf", "anyOf", "allOf", "not", "if"];
    if composed.iter().any(|keyword| schema.get(keyword).is_some()) {
        broken.push("the root is no composition".to_owned());
    }
    walk(schema, "", Side::Input, &mut broken);
    broken
}

/// Returns the rules that the schema of a result breaks.
pub(super) fn broken_rules_of_results(schema: &Value) -> Vec<String> {
    let mut broken = Vec::new();
    walk(schema, "", Side::Output, &mut broken);
    broken
}

/// Validates a schema against the meta-schema of JSON Schema 2020-12.
pub(super) fn validates(schema: &Value) -> Result<(), String> {
    jsonschema::draft202012::meta::validate(schema).map_err(|error| error.to_string())?;
    jsonschema::draft202012::new(schema).map_err(|error| error.to_string())?;
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Input,
    Output,
}

type ConstraintKeyword = (&'static str, fn(&Map<String, Value>, Side) -> bool);

const RULES: [ConstraintKeyword; 14] = [
    ("a type is one name", |schema, _| {
        schema.get("type").is_none_or(Value::is_string)
    }),
    ("enum instead of const", |schema, _| {
        !schema.contains_key("const")
    }),
    ("anyOf instead of oneOf", |schema, _| {
        !schema.contains_key("oneOf")
    }),
    ("no reference and no definitions", |schema, _| {
        let keywords = ["$ref", "$dynamicRef", "$defs", "definitions"];
        keywords
            .iter()
            .all(|keyword| !schema.contains_key(*keyword))
    }),
    ("no $schema, $id or title", |schema, _| {
        let keywords = ["$schema", "$id", "$anchor", "$comment", "title"];
        keywords
            .iter()
            .all(|keyword| !schema.contains_key(*keyword))
    }),
    ("no patternProperties", |schema, _| {
        !schema.contains_key("patternProperties")
    }),
    ("no unevaluatedProperties", |schema, _| {
        !schema.contains_key("unevaluatedProperties")
    }),
    ("an array has items", |schema, _| {
        schema.get("type") != Some(&Value::from("array"))
            || schema.get("items").is_some_and(Value::is_object)
    }),
    ("no format but those of JSON Schema", |schema, _| {
        let format = schema.get("format");
        format.is_none_or(|format| format.as_str().is_some_and(|f| FORMATS.contains(&f)))
    }),
    ("ends of integers are exact everywhere", |schema, _| {
        let keywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
        let integer = schema.get("type") == Some(&Value::from("integer"));
        let ends = keywords
            .iter()
            .filter_map(|keyword| schema.get(*keyword)?.as_f64());
        !integer
            || ends
                .into_iter()
                .all(|end| end.abs() < 9_007_199_254_740_992.0)
    }),
    (
        "the values of an enum are of the stated type",
        |schema, _| {
            let Some(values) = schema.get("enum").and_then(Value::as_array) else {
                return true;
            };
            let name = schema.get("type").and_then(Value::as_str);
            let fits = |value: &Value| match name {
                Some("string") => value.is_string(),
                Some("integer") => value.is_i64() || value.is_u64(),
                Some("number") => value.is_number(),
                Some("boolean") => value.is_boolean(),
                _ => false,
            };
            !values.is_empty() && values.iter().all(fits)
        },
    ),
    (
        "no choice inside a choice, and no choice of one",
        |schema, _| {
            let branches = schema.get("anyOf").and_then(Value::as_array);
            branches.is_none_or(|branches| {
                branches.len() > 1 && branches.iter().all(|branch| branch.get("anyOf").is_none())
            })
        },
    ),
    ("names of fields are legal", |schema, side| {
        let legal = |one: char| one.is_ascii_alphanumeric() || "_.-".contains(one);
        let named = schema.get("properties").and_then(Value::as_object);
        side == Side::Output
            || named.is_none_or(|named| {
                named
                    .keys()
                    .all(|name| (1..=64).contains(&name.len()) && name.chars().all(legal))
            })
    }),
    ("no default of null", |schema, _| {
        schema.get("default") != Some(&Value::Null)
    }),
];

fn walk(schema: &Value, place: &str, side: Side, broken: &mut Vec<String>) {
    let Value::Object(schema) = schema else {
        broken.push(format!("{place}: no boolean schema"));
        return;
    };
    for (rule, holds) in RULES {
        if !holds(schema, side) {
            broken.push(format!("{place}: {rule}"));
        }
    }
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    walk(schema, &format!("{place}.{name}"), side, broken);
                }
            }
            ("anyOf" | "allOf" | "prefixItems", Value::Array(schemas)) => {
                for schema in schemas {
                    walk(schema, &format!("{place}/{keyword}"), side, broken);
                }
            }
            ("additionalProperties", Value::Bool(false)) => {}
            ("additionalProperties" | "items" | "not" | "contains", schema) => {
                walk(schema, &format!("{place}/{keyword}"), side, broken);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_rule_is_seen_broken() {
        for (property, rule) in [
            (json!(true), "no boolean schema"),
            (json!({"type": ["string", "null"]}), "a type is one name"),
            (
                json!({"type": "string", "const": "a"}),
                "enum instead of const",
            ),
            (
                json!({"oneOf": [{"type": "string"}, {"type": "null"}]}),
                "anyOf instead of oneOf",
            ),
            (
                json!({"$ref": "#/$defs/A"}),
                "no reference and no definitions",
            ),
            (
                json!({"type": "string", "title": "A"}),
                "no $schema, $id or title",
            ),
            (
                json!({"type": "object", "patternProperties": {"^a": {"type": "string"}}}),
                "no patternProperties",
            ),
            (
                json!({"type": "object", "unevaluatedProperties": {"type": "string"}}),
                "no unevaluatedProperties",
            ),
            (json!({"type": "array"}), "an array has items"),
            (
                json!({"type": "integer", "format": "uint32"}),
                "no format but those of JSON Schema",
            ),
            (
                json!({"type": "integer", "maximum": u64::MAX}),
                "ends of integers are exact everywhere",
            ),
            (
                json!({"type": "string", "enum": ["a", null]}),
                "the values of an enum are of the stated type",
            ),
            (
                json!({"anyOf": [{"type": "string"}]}),
                "no choice inside a choice, and no choice of one",
            ),
            (
                json!({
                    "type": "object",
                    "properties": {"a b": {"type": "string"}},
                    "additionalProperties": false
                }),
                "names of fields are legal",
            ),
            (
                json!({"type": "string", "default": null}),
                "no default of null",
            ),
        ] {
            let broken = broken_rules(&super::super::tool_schema_with(&property));
            assert_eq!(broken, [format!(".x: {rule}")]);
        }
        for (root, rule) in [
            (json!({"properties": {}}), "the root is of type object"),
            (
                json!({"type": "object"}),
                "the root has properties, be they empty",
            ),
            (
                json!({"type": "object", "properties": {}, "allOf": []}),
                "the root is no composition",
            ),
        ] {
            assert_eq!(broken_rules(&root), [rule]);
        }
    }
}
