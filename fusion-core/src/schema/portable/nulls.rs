//! `null`: in arguments absence says the same, in results it is a value.

use serde_json::{Map, Value, json};

/// What becomes of a type's `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nulls {
    /// Not published: optional is by absence.
    Dropped,
    /// Published as one of two in `anyOf`, never as an array of types.
    Kept,
}

/// Takes `null` out of the schema, if it is one of several things there; says whether it was.
pub(super) fn take(schema: &mut Map<String, Value>) -> bool {
    let typed = take_type(schema);
    let mut taken = typed;
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(schemas)) = schema.get_mut(keyword) {
            let nulls = schemas.iter().filter(|schema| is_null(schema)).count();
            if nulls > 0 && nulls < schemas.len() {
                schemas.retain(|schema| !is_null(schema));
                taken = true;
            }
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && typed
    {
        values.retain(|value| !value.is_null());
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

/// Puts `null` back beside what else the schema takes.
pub(super) fn restore(schema: &mut Map<String, Value>) {
    let mut outside = Map::new();
    for keyword in ["description", "default"] {
        if let Some(value) = schema.remove(keyword) {
            outside.insert(keyword.to_owned(), value);
        }
    }
    let inside = std::mem::replace(schema, outside);
    schema.insert("anyOf".to_owned(), json!([inside, {"type": "null"}]));
}
