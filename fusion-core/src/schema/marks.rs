//! The marks in the schema of a type: keywords for the plan that checks an argument. They are taken out
//! before the schema is published.

use serde_json::{Map, Value};

use super::subschemas::for_each_subschema;
use crate::args::{MARKS, NULL_IS_VALUE};

/// Takes the marks out of a schema. Returns the schema with them; `None` if it has none.
pub(super) fn take(schema: &mut Map<String, Value>) -> Option<Map<String, Value>> {
    if !mentions(schema) {
        return None;
    }
    let marked = schema.clone();
    strip(schema);
    Some(marked)
}

/// Takes the marks out of definitions. Returns them with their marks; `None` if they have none.
pub(super) fn take_from_definitions(
    definitions: &mut Map<String, Value>,
) -> Option<Map<String, Value>> {
    if !definitions.values().any(mentions_inside) {
        return None;
    }
    let marked = definitions.clone();
    let schemas = definitions.values_mut().filter_map(Value::as_object_mut);
    schemas.for_each(strip);
    Some(marked)
}

/// Removes the marks from a schema and from all schemas inside of it.
pub(super) fn strip(schema: &mut Map<String, Value>) {
    for mark in MARKS {
        schema.remove(mark);
    }
    for_each_subschema(schema, &mut strip);
}

/// Returns the path of the first field for which `null` is a value.
pub(super) fn null_field(schema: &Map<String, Value>) -> Option<String> {
    let mut schema = schema.clone();
    let mut found = None;
    find_null_field(&mut schema, "", &mut found);
    found
}

fn find_null_field(schema: &mut Map<String, Value>, path: &str, found: &mut Option<String>) {
    if let Some(Value::Object(fields)) = schema.get_mut("properties") {
        for (name, field) in fields {
            let Value::Object(field) = field else {
                continue;
            };
            let path = format!("{path}.{name}");
            if found.is_none() && field.contains_key(NULL_IS_VALUE) {
                *found = Some(path.clone());
            }
            find_null_field(field, &path, found);
        }
        schema.remove("properties");
    }
    for_each_subschema(schema, &mut |inner| find_null_field(inner, path, found));
}

/// Returns `true` if a mark stands anywhere in a schema, be it a keyword or not.
fn mentions(schema: &Map<String, Value>) -> bool {
    let mut values = schema.iter();
    values.any(|(key, value)| MARKS.contains(&key.as_str()) || mentions_inside(value))
}

fn mentions_inside(value: &Value) -> bool {
    match value {
        Value::Object(map) => mentions(map),
        Value::Array(values) => values.iter().any(mentions_inside),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_keywords_are_marks() {
        let schema = json!({
            "properties": {"x-fusion-alias": {"x-fusion-alias": ["a"], "type": "string"}},
            "default": {"x-fusion-alias": 1},
            "anyOf": [{"items": {"properties": {"a": {"x-fusion-null": true}}}}]
        });
        let Value::Object(mut published) = schema.clone() else {
            panic!("an object");
        };
        let marked = take(&mut published).unwrap();
        assert_eq!(Value::Object(marked.clone()), schema);
        assert_eq!(null_field(&marked), Some(".a".to_owned()));
        assert_eq!(
            Value::Object(published.clone()),
            json!({
                "properties": {"x-fusion-alias": {"type": "string"}},
                "default": {"x-fusion-alias": 1},
                "anyOf": [{"items": {"properties": {"a": {}}}}]
            })
        );
        let mut unmarked = json!({"type": "string"}).as_object().unwrap().clone();
        assert_eq!(take(&mut unmarked), None);
    }
}
