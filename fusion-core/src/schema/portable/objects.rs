//! Objects: closed where they say nothing, with `properties` always there; maps in one keyword.

use serde_json::{Map, Value};

/// Settles what an object takes beyond its properties.
///
/// `open`: the schema describes only a part of its object, whose other properties stand elsewhere.
pub(super) fn settle(schema: &mut Map<String, Value>, open: bool) {
    patterns(schema);
    let stated = statement(schema);
    let composed = ["allOf", "anyOf", "oneOf", "if"]
        .iter()
        .any(|keyword| schema.contains_key(*keyword));
    let named = schema.contains_key("properties");
    // `{"type": "object"}` without a word more is any object.
    let fields = schema.get("properties").and_then(Value::as_object);
    let some = fields.is_some_and(|fields| !fields.is_empty());
    if some && stated == ObjectRules::Nothing && !open && !composed {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    let object = schema.get("type").is_some_and(|name| name == "object");
    // An object without `properties` is refused by some, a map with empty ones by others.
    if object && !named && stated != ObjectRules::Map {
        schema.insert("properties".to_owned(), Map::new().into());
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ObjectRules {
    Nothing,
    /// Nothing else.
    Closed,
    /// More, of any type or of a given one.
    Map,
}

/// What the schema says of further properties. `true`, which is what an object takes anyway, is
/// said by leaving it out: it is a boolean schema.
fn statement(schema: &mut Map<String, Value>) -> ObjectRules {
    // Only flattened types have it, and serde refuses to close those.
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
        None => ObjectRules::Nothing,
        Some(Value::Bool(false)) => ObjectRules::Closed,
        Some(Value::Bool(true)) => {
            schema.remove("additionalProperties");
            ObjectRules::Map
        }
        Some(_) => ObjectRules::Map,
    }
}

/// Keys that are numbers are a pattern to schemars. Clients refuse patterns; serde still holds the
/// keys to their type.
fn patterns(schema: &mut Map<String, Value>) {
    let Some(Value::Object(patterns)) = schema.remove("patternProperties") else {
        return;
    };
    let further = schema.get("additionalProperties");
    if !matches!(further, None | Some(Value::Bool(false))) {
        return;
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
