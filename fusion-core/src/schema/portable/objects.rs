//! Objects: closed by default, with `properties` always present; maps with one keyword.

use serde_json::{Map, Value};

use crate::args::{INTEGER_KEYS, is_integer_pattern};

/// Sets the rule for further properties of an object.
///
/// `open`: the schema describes only a part of its object, whose other properties are in another
/// schema.
pub(super) fn settle(schema: &mut Map<String, Value>, open: bool) {
    convert_patterns(schema);
    let stated = take_rules(schema);
    let composed = ["allOf", "anyOf", "oneOf", "if"]
        .iter()
        .any(|keyword| schema.contains_key(*keyword));
    let named = schema.contains_key("properties");
    // `{"type": "object"}` without further keywords accepts any object.
    let fields = schema.get("properties").and_then(Value::as_object);
    let some = fields.is_some_and(|fields| !fields.is_empty());
    if some && stated == ObjectRules::Unstated && !open && !composed {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    let object = schema.get("type").is_some_and(|name| name == "object");
    // Some clients refuse an object without `properties`, others a map with empty ones.
    if object && !named && stated != ObjectRules::Map {
        schema.insert("properties".to_owned(), Map::new().into());
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ObjectRules {
    Unstated,
    /// No further properties are accepted.
    Closed,
    /// Further properties are accepted, of any type or of a given one.
    Map,
}

/// Returns the rule for further properties. `true` is omitted, because it is the default and a
/// boolean schema.
fn take_rules(schema: &mut Map<String, Value>) -> ObjectRules {
    // Only flattened types have it, and serde cannot close those.
    if let Some(Value::Bool(more)) = schema.get("unevaluatedProperties") {
        let more = *more;
        schema.remove("unevaluatedProperties");
        if more {
            schema.remove("additionalProperties");
            return ObjectRules::Map;
        }
    }
    match schema.get("additionalProperties") {
        None if schema.contains_key("unevaluatedProperties") => ObjectRules::Map,
        None => ObjectRules::Unstated,
        Some(Value::Bool(false)) => ObjectRules::Closed,
        Some(Value::Bool(true)) => {
            schema.remove("additionalProperties");
            ObjectRules::Map
        }
        Some(_) => ObjectRules::Map,
    }
}

/// Converts the `patternProperties` that schemars emits for numeric keys. Clients refuse patterns; a mark
/// keeps the rule for the plan.
fn convert_patterns(schema: &mut Map<String, Value>) {
    let Some(Value::Object(patterns)) = schema.remove("patternProperties") else {
        return;
    };
    let further = schema.get("additionalProperties");
    if !matches!(further, None | Some(Value::Bool(false))) {
        return;
    }
    if patterns.keys().all(|name| is_integer_pattern(name)) {
        schema.insert(INTEGER_KEYS.to_owned(), true.into());
    }
    let mut values: Vec<Value> = Vec::new();
    for (_, value) in patterns {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    if let (Some(first), rest) = (values.first().cloned(), &values[1.min(values.len())..]) {
        let value = if rest.is_empty() {
            first
        } else {
            serde_json::json!({"anyOf": values})
        };
        schema.insert("additionalProperties".to_owned(), value);
    }
}
