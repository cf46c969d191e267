//! The arguments that tests of published schemas draw.

use std::borrow::Cow;

use proptest::prelude::*;
use serde_json::{Map, Value};

use super::anything;

/// Returns the schema of an action without the token of a confirmation, which is no argument of the action: a
/// value that is no token is answered with one.
pub(super) fn without_token(schema: &Map<String, Value>) -> Value {
    let mut schema = schema.clone();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.remove("confirmation");
    }
    Value::Object(schema)
}

/// Returns the arguments; missing ones are an empty object.
pub(super) fn or_empty_object(arguments: &Value) -> Cow<'_, Value> {
    match arguments {
        Value::Null => Cow::Owned(Value::Object(Map::new())),
        other => Cow::Borrowed(other),
    }
}

/// The right names, with the numbers and texts that readers choke on.
pub(super) fn extremes(schema: &Value) -> BoxedStrategy<Value> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let names = properties.into_iter().flat_map(|map| map.keys().cloned());
    let extreme = prop_oneof![
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<f64>().prop_map(|n| Value::from(n.trunc())),
        Just(Value::from(u64::MAX)),
        Just(Value::from(i64::MIN)),
        Just(Value::from(-0.0)),
        Just(Value::from(f64::MAX)),
        ".{0,80}".prop_map(Value::from),
        any::<f64>().prop_map(|n| Value::from(n.to_string())),
        "[\\[{\"]{1,60}".prop_map(Value::from),
    ];
    let nested = prop_oneof![
        3 => extreme.clone(),
        1 => proptest::collection::vec(extreme, 0..3).prop_map(Value::from),
        1 => anything(),
    ];
    let nested = nested.boxed();
    let members: Vec<_> = names.map(|name| (Just(name), nested.clone())).collect();
    let object = |members: Vec<(String, Value)>| Value::Object(members.into_iter().collect());
    members.prop_map(object).boxed()
}
