//! The proof that no value is accepted by two schemas.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::objects::required_names;
use crate::lock::canonical::{is_within, types_of_value};

/// Returns `true` if it is certain that no value is accepted by both schemas.
pub(in crate::lock) fn are_disjoint(one: &Value, other: &Value) -> bool {
    let (Value::Object(one_map), Value::Object(other_map)) = (one, other) else {
        return [one, other].contains(&&Value::Bool(false));
    };
    for (schema, opposite) in [(one_map, other), (other_map, one)] {
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = schema.get(keyword)
                && branches.iter().all(|branch| are_disjoint(branch, opposite))
            {
                return true;
            }
        }
    }
    let lists = [one_map, other_map].map(|schema| schema.get("enum").and_then(Value::as_array));
    if let [Some(values), Some(others)] = lists {
        // Compared as JSON Schema does: both are in the canonical form of numbers.
        return !values.iter().any(|value| others.contains(value));
    }
    if let (Some(types), Some(others)) = (types_of_value(one_map), types_of_value(other_map)) {
        if !types_overlap(&types, &others) {
            return true;
        }
        let is_object = |types: &BTreeSet<&str>| types.len() == 1 && types.contains("object");
        return is_object(&types) && is_object(&others) && have_disjoint_fields(one_map, other_map);
    }
    false
}

/// Returns `true` if a value may have types of both sets.
pub(in crate::lock) fn types_overlap(
    types: &BTreeSet<&'static str>,
    others: &BTreeSet<&'static str>,
) -> bool {
    types.iter().any(|name| is_within(name, others))
        || others.iter().any(|name| is_within(name, types))
}

/// Returns `true` if a field that both require has no common value, or if one is closed and lacks a field that
/// the other requires.
fn have_disjoint_fields(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let field =
        |schema: &Map<String, Value>, name: &str| schema.get("properties")?.get(name).cloned();
    let is_closed = |schema: &Map<String, Value>| {
        schema.get("additionalProperties") == Some(&Value::Bool(false))
            && !schema.contains_key("patternProperties")
    };
    let (names, others) = (required_names(one), required_names(other));
    let lacks = |schema: &Map<String, Value>, names: &BTreeSet<&str>| {
        is_closed(schema) && names.iter().any(|name| field(schema, name).is_none())
    };
    let mut common = names.intersection(&others);
    lacks(one, &others)
        || lacks(other, &names)
        || common.any(|name| match (field(one, name), field(other, name)) {
            (Some(own), Some(opposite)) => are_disjoint(&own, &opposite),
            _ => false,
        })
}
