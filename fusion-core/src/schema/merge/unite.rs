//! The union of two schemas of one field: the narrowest schema that accepts every value that either
//! accepts, if both have one shape.

use serde_json::{Map, Number, Value};

use crate::schema::portable::{any_of, put_null, take_null};

/// Keywords that define the shape: if they differ, the shapes differ.
const STRUCTURE: [&str; 9] = [
    "$ref",
    "allOf",
    "else",
    "if",
    "oneOf",
    "patternProperties",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// The keywords that together restrict the contents of an array. They are kept as a whole, or
/// dropped.
const CONTAINS: [&str; 3] = ["contains", "maxContains", "minContains"];

/// Unites two schemas; `None` if they have different shapes.
///
/// A keyword of only one schema, such as a pattern or a description, does not hold for both and is
/// dropped. `null` is not a shape of its own: if one schema accepts it, the union does.
pub(in crate::schema) fn unite(
    a: &Map<String, Value>,
    b: &Map<String, Value>,
) -> Option<Map<String, Value>> {
    if a == b {
        return Some(a.clone());
    }
    let (mut a, mut b) = (a.clone(), b.clone());
    let nullable = take_null(&mut a) | take_null(&mut b);
    let tuple = is_fixed_tuple(&a) && is_fixed_tuple(&b);
    if tuple {
        a.remove("items");
        b.remove("items");
    }
    let mut united = Map::new();
    let further = b.keys().filter(|key| !a.contains_key(*key));
    for key in a.keys().chain(further) {
        let value = match (a.get(key), b.get(key)) {
            (Some(a), Some(b)) if a == b => Some(a.clone()),
            (a, b) => unite_keyword(key, a, b)?,
        };
        if let Some(value) = value {
            united.insert(key.clone(), value);
        }
    }
    if CONTAINS.iter().any(|key| a.get(*key) != b.get(*key)) {
        for keyword in CONTAINS {
            united.remove(keyword);
        }
    }
    if tuple && let Some(Value::Array(list)) = united.get("prefixItems") {
        let items = any_of(list);
        united.insert("items".to_owned(), items);
    }
    if nullable {
        put_null(&mut united);
    }
    Some(united)
}

/// Returns `true` for a tuple of fixed length, whose `items` only repeat the schemas of its
/// elements.
fn is_fixed_tuple(schema: &Map<String, Value>) -> bool {
    let list = schema.get("prefixItems").and_then(Value::as_array);
    let most = schema.get("maxItems").and_then(Value::as_u64);
    list.zip(most)
        .is_some_and(|(list, most)| most <= list.len() as u64)
}

/// Returns the united value of a keyword that differs: `None` for different shapes, `Some(None)` if
/// no value holds for both.
#[allow(clippy::option_option)] // the outer one is for `?`
fn unite_keyword(key: &str, a: Option<&Value>, b: Option<&Value>) -> Option<Option<Value>> {
    match key {
        "type" => {
            let number = |name: &Value| name == "integer" || name == "number";
            (number(a?) && number(b?)).then(|| Some("number".into()))
        }
        // Branches unite pairwise, because a union of branches accepts what either branch accepts.
        // That is not correct for `oneOf`, where a wider branch may exclude values of another one.
        "anyOf" | "prefixItems" => Some(Some(unite_elements(a?.as_array()?, b?.as_array()?)?)),
        _ if STRUCTURE.contains(&key) => None,
        // An object with named properties is not a map.
        "properties" => Some(Some(unite_properties(a?.as_object()?, b?.as_object()?)?)),
        "items" => Some(Some(Value::Object(unite(
            a?.as_object()?,
            b?.as_object()?,
        )?))),
        "additionalProperties" => unite_additional_properties(a, b),
        _ => Some(a.zip(b).and_then(|(a, b)| wider_value(key, a, b))),
    }
}

/// Returns the wider of two values of a keyword that restricts; `None` if only its absence is wide
/// enough.
fn wider_value(key: &str, a: &Value, b: &Value) -> Option<Value> {
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
        ) => Some(if is_less(x, y) { a.clone() } else { b.clone() }),
        (
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties",
            Value::Number(x),
            Value::Number(y),
        ) => Some(if is_less(x, y) { b.clone() } else { a.clone() }),
        _ => None,
    }
}

/// Unites the schemas at equal positions.
fn unite_elements(a: &[Value], b: &[Value]) -> Option<Value> {
    if a.len() != b.len() {
        return None;
    }
    let pairs = a.iter().zip(b);
    let united = pairs.map(|(a, b)| unite(a.as_object()?, b.as_object()?).map(Value::Object));
    united.collect::<Option<Vec<_>>>().map(Value::Array)
}

/// Unites the properties of two objects, which have one shape if they have the same properties,
/// each of one shape.
fn unite_properties(a: &Map<String, Value>, b: &Map<String, Value>) -> Option<Value> {
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
fn unite_additional_properties(a: Option<&Value>, b: Option<&Value>) -> Option<Option<Value>> {
    match (a, b) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => Some(Some(Value::Object(unite(a, b)?))),
        (Some(Value::Bool(false)), Some(wider)) | (Some(wider), Some(Value::Bool(false))) => {
            Some(Some(wider.clone()))
        }
        _ => Some(None),
    }
}

fn is_less(a: &Number, b: &Number) -> bool {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => a < b,
        _ => a.as_f64() < b.as_f64(),
    }
}
