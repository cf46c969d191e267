//! Two schemas of one field: the narrowest schema that accepts what either accepts, if they are of
//! one shape.

use serde_json::{Map, Number, Value};

/// Keywords that decide the shape: they are equal, or the shapes differ.
const STRUCTURE: [&str; 16] = [
    "$ref",
    "allOf",
    "anyOf",
    "contains",
    "dependentSchemas",
    "else",
    "if",
    "not",
    "oneOf",
    "patternProperties",
    "prefixItems",
    "propertyNames",
    "then",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Unites two schemas; `None` where they are of really different shapes.
///
/// What only one of them says, such as a pattern or a description, is not true of both and goes.
pub(super) fn unite(a: &Map<String, Value>, b: &Map<String, Value>) -> Option<Map<String, Value>> {
    let mut united = Map::new();
    let further = b.keys().filter(|key| !a.contains_key(*key));
    for key in a.keys().chain(further) {
        let value = match (a.get(key), b.get(key)) {
            (Some(a), Some(b)) if a == b => Some(a.clone()),
            (a, b) => keyword(key, a, b)?,
        };
        if let Some(value) = value {
            united.insert(key.clone(), value);
        }
    }
    Some(united)
}

/// The united value of a keyword that differs: `None` for different shapes, `Some(None)` where
/// nothing is true of both.
#[allow(clippy::option_option)] // the outer one is for `?`
fn keyword(key: &str, a: Option<&Value>, b: Option<&Value>) -> Option<Option<Value>> {
    if key == "type" {
        let number = |name: &Value| name == "integer" || name == "number";
        return (number(a?) && number(b?)).then(|| Some("number".into()));
    }
    if STRUCTURE.contains(&key) {
        return None;
    }
    match key {
        // An object with named properties is no map.
        "properties" => Some(Some(properties(a?.as_object()?, b?.as_object()?)?)),
        "items" => Some(Some(Value::Object(unite(
            a?.as_object()?,
            b?.as_object()?,
        )?))),
        "additionalProperties" => further(a, b),
        _ => Some(a.zip(b).and_then(|(a, b)| widest(key, a, b))),
    }
}

/// The wider of two values of a keyword that narrows; `None` where only its absence is wide enough.
fn widest(key: &str, a: &Value, b: &Value) -> Option<Value> {
    match (key, a, b) {
        ("enum", Value::Array(a), Value::Array(b)) => {
            let mut all = a.clone();
            all.extend(b.iter().filter(|value| !a.contains(value)).cloned());
            Some(all.into())
        }
        ("required", Value::Array(a), Value::Array(b)) => {
            let both: Vec<_> = a.iter().filter(|name| b.contains(name)).cloned().collect();
            (!both.is_empty()).then(|| both.into())
        }
        (
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties",
            Value::Number(x),
            Value::Number(y),
        ) => Some(if less(x, y) { a.clone() } else { b.clone() }),
        (
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties",
            Value::Number(x),
            Value::Number(y),
        ) => Some(if less(x, y) { b.clone() } else { a.clone() }),
        _ => None,
    }
}

/// Objects are of one shape when they have the same properties, each of one shape.
fn properties(a: &Map<String, Value>, b: &Map<String, Value>) -> Option<Value> {
    if a.len() != b.len() {
        return None;
    }
    let mut united = Map::new();
    for (name, a) in a {
        let property = unite(a.as_object()?, b.get(name)?.as_object()?)?;
        united.insert(name.clone(), Value::Object(property));
    }
    Some(united.into())
}

#[allow(clippy::option_option)] // as `keyword`
fn further(a: Option<&Value>, b: Option<&Value>) -> Option<Option<Value>> {
    match (a, b) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => Some(Some(Value::Object(unite(a, b)?))),
        (Some(Value::Bool(false)), Some(wider)) | (Some(wider), Some(Value::Bool(false))) => {
            Some(Some(wider.clone()))
        }
        _ => Some(None),
    }
}

fn less(a: &Number, b: &Number) -> bool {
    match (a.as_i64(), b.as_i64()) {
        (Some(a), Some(b)) => a < b,
        _ => a.as_f64() < b.as_f64(),
    }
}
