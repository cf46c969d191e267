//! The rules of OpenAI's strict function calling, written apart from the conversion.

use serde_json::{Map, Value};

const KEYWORDS: [&str; 17] = [
    "additionalProperties",
    "anyOf",
    "description",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "maxItems",
    "maximum",
    "minItems",
    "minimum",
    "multipleOf",
    "pattern",
    "properties",
    "required",
    "type",
];

const FORMATS: [&str; 9] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "time",
    "uuid",
];

const TYPES: [&str; 7] = [
    "array", "boolean", "integer", "null", "number", "object", "string",
];

/// Returns the rules that an input schema breaks, each with its place.
pub(super) fn broken_strict_rules(schema: &Value) -> Vec<String> {
    let mut broken = Vec::new();
    if schema["type"] != "object" {
        broken.push("the root is an object".to_owned());
    }
    walk(schema, "", &mut broken);
    broken
}

fn walk(schema: &Value, place: &str, broken: &mut Vec<String>) {
    let Some(schema) = schema.as_object() else {
        broken.push(format!("{place}: no boolean schema"));
        return;
    };
    let unknown = schema
        .keys()
        .filter(|key| !KEYWORDS.contains(&key.as_str()));
    broken.extend(unknown.map(|key| format!("{place}: no keyword `{key}`")));
    let format = schema.get("format").and_then(Value::as_str);
    if format.is_some_and(|format| !FORMATS.contains(&format)) {
        broken.push(format!("{place}: a format of the subset"));
    }
    if let Some(Value::Array(branches)) = schema.get("anyOf") {
        if schema
            .keys()
            .any(|key| key != "anyOf" && key != "description")
        {
            broken.push(format!("{place}: a choice stands alone"));
        }
        for branch in branches {
            walk(branch, &format!("{place}/anyOf"), broken);
        }
        return;
    }
    let types = types(schema);
    if types.is_empty() || types.iter().any(|name| !TYPES.contains(name)) {
        broken.push(format!("{place}: a known type"));
    }
    enumeration(schema, &types, place, broken);
    if types.contains(&"array") {
        match schema.get("items") {
            Some(items) => walk(items, &format!("{place}[]"), broken),
            None => broken.push(format!("{place}: an array has items")),
        }
    }
    if types.contains(&"object") {
        object(schema, place, broken);
    }
}

fn types(schema: &Map<String, Value>) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn enumeration(schema: &Map<String, Value>, types: &[&str], place: &str, broken: &mut Vec<String>) {
    let Some(values) = schema.get("enum").and_then(Value::as_array) else {
        return;
    };
    let fits = |value: &Value| match value {
        Value::Null => types.contains(&"null"),
        Value::Bool(_) => types.contains(&"boolean"),
        Value::Number(_) => types.contains(&"integer") || types.contains(&"number"),
        Value::String(_) => types.contains(&"string"),
        _ => false,
    };
    if values.is_empty() || !values.iter().all(fits) {
        broken.push(format!("{place}: values of the stated type"));
    }
    // A nullable enum without `null` accepts no `null`.
    if types.contains(&"null") && !values.contains(&Value::Null) {
        broken.push(format!("{place}: `null` is among the values"));
    }
}

fn object(schema: &Map<String, Value>, place: &str, broken: &mut Vec<String>) {
    if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
        broken.push(format!("{place}: an object is closed"));
    }
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else {
        broken.push(format!("{place}: an object has properties"));
        return;
    };
    let required = schema.get("required").and_then(Value::as_array);
    let names: Vec<&str> = required
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let all = fields.keys().all(|name| names.contains(&name.as_str()));
    if required.is_none() || !all || names.len() != fields.len() {
        broken.push(format!("{place}: every field is required"));
    }
    for (name, field) in fields {
        walk(field, &format!("{place}.{name}"), broken);
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
            (
                json!({"type": "string", "minLength": 1}),
                "no keyword `minLength`",
            ),
            (
                json!({"type": "string", "format": "uri"}),
                "a format of the subset",
            ),
            (
                json!({"enum": ["a"], "type": "integer"}),
                "values of the stated type",
            ),
            (
                json!({"enum": ["a"], "type": ["string", "null"]}),
                "`null` is among the values",
            ),
            (json!({"description": "x"}), "a known type"),
            (json!({"type": "array"}), "an array has items"),
            (
                json!({"type": "object", "properties": {}, "required": []}),
                "an object is closed",
            ),
            (
                json!({
                    "type": ["object", "null"],
                    "properties": {"a": {"type": "string"}},
                    "required": [],
                    "additionalProperties": false
                }),
                "every field is required",
            ),
            (
                json!({"type": "object", "required": [], "additionalProperties": false}),
                "an object has properties",
            ),
            (
                json!({"anyOf": [{"type": "string"}], "type": "string"}),
                "a choice stands alone",
            ),
        ] {
            let broken = broken_strict_rules(&super::super::tool_schema_with(&property));
            assert_eq!(broken, [format!(".x: {rule}")]);
        }
        assert_eq!(
            broken_strict_rules(&json!({"anyOf": [{"type": "string"}]})),
            ["the root is an object"]
        );
    }
}
