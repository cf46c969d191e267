//! The handling of `null`: for a field that may be omitted, it is equivalent to omission; elsewhere
//! it is a value.

use serde_json::{Map, Value, json};

use super::choices::ANNOTATIONS;

/// Removes `null` from the schema if it is one of several alternatives. Returns `true` if it was.
pub(super) fn take(schema: &mut Map<String, Value>) -> bool {
    let mut taken = take_type(schema);
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(schemas)) = schema.get_mut(keyword) {
            let nulls = schemas.iter().filter(|schema| is_null(schema)).count();
            if nulls > 0 && nulls < schemas.len() {
                schemas.retain(|schema| !is_null(schema));
                taken = true;
            }
        }
    }
    let untyped = !schema.contains_key("type");
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        let several = values.iter().any(|value| !value.is_null());
        let listed = values.contains(&Value::Null);
        if listed && several && (taken || untyped) {
            values.retain(|value| !value.is_null());
            taken = true;
        }
    }
    taken
}

fn take_type(schema: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(types)) = schema.get_mut("type") else {
        return false;
    };
    let before = types.len();
    if before > 1 {
        types.retain(|name| name != "null");
    }
    let taken = types.len() < before;
    if let [only] = types.as_slice() {
        let only = only.clone();
        schema.insert("type".to_owned(), only);
    }
    taken
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|name| name == "null")
}

/// Adds `null` to the values that the schema accepts.
pub(super) fn restore(schema: &mut Map<String, Value>) {
    let mut inside = std::mem::take(schema);
    for keyword in ANNOTATIONS {
        if let Some(value) = inside.remove(keyword) {
            schema.insert(keyword.to_owned(), value);
        }
    }
    // An empty schema accepts `null` already.
    if inside.is_empty() {
        return;
    }
    let choice = inside.len() == 1;
    let mut choices = match inside.get_mut("anyOf") {
        Some(Value::Array(choices)) if choice => std::mem::take(choices),
        _ => vec![Value::Object(inside)],
    };
    choices.push(json!({"type": "null"}));
    schema.insert("anyOf".to_owned(), choices.into());
}

/// Removes `null` members from a default, because they read as "pass null", which some clients
/// cannot.
pub(super) fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(strip);
        }
        Value::Array(values) => values.iter_mut().for_each(strip),
        _ => {}
    }
}
