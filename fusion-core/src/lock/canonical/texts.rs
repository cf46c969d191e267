//! The docs inside of a schema, by their places.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Collects the descriptions inside of a schema. That of the schema itself is the docs of its argument.
pub(super) fn collect(schema: &Map<String, Value>) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    inside(schema, "", &mut texts);
    texts
}

fn inside(schema: &Map<String, Value>, path: &str, texts: &mut BTreeMap<String, String>) {
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(fields)) => {
                for (name, field) in fields {
                    at(field, &format!("{path}.{name}"), texts);
                }
            }
            ("$defs", Value::Object(definitions)) => {
                for (name, definition) in definitions {
                    at(definition, &format!("{path}#{name}"), texts);
                }
            }
            ("items", items) => at(items, &format!("{path}[]"), texts),
            ("additionalProperties", values) => at(values, &format!("{path}.*"), texts),
            ("prefixItems", Value::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    at(item, &format!("{path}[{index}]"), texts);
                }
            }
            ("allOf" | "anyOf" | "oneOf", Value::Array(branches)) => {
                for branch in branches {
                    match constant(branch) {
                        Some(value) => at(branch, &format!("{path}={value}"), texts),
                        None => at(branch, path, texts),
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns the text of the only value of a schema.
fn constant(schema: &Value) -> Option<String> {
    let listed = schema.get("enum").and_then(Value::as_array);
    let constants = (schema.get("const"), listed.map(Vec::as_slice));
    let ((Some(value), _) | (None, Some([value]))) = constants else {
        return None;
    };
    Some(
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned),
    )
}

fn at(schema: &Value, path: &str, texts: &mut BTreeMap<String, String>) {
    let Value::Object(schema) = schema else {
        return;
    };
    let docs = schema.get("description").and_then(Value::as_str);
    let docs = docs.map(str::trim).filter(|docs| !docs.is_empty());
    // The branches of a choice share one place.
    if let Some(docs) = docs {
        let known: &mut String = texts.entry(path.to_owned()).or_default();
        if known.is_empty() {
            docs.clone_into(known);
        } else if !known.lines().any(|line| line == docs) {
            known.push('\n');
            known.push_str(docs);
        }
    }
    inside(schema, path, texts);
}
