//! The types of a schema: those of `type` and those of the values of an `enum`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::error::type_name_of;

/// The types of JSON Schema, sorted.
const TYPES: [&str; 7] = [
    "array", "boolean", "integer", "null", "number", "object", "string",
];

/// Returns the types that a schema accepts, where `number` stands for `integer` as well; `None` for all.
pub(in crate::lock) fn types_of_value(
    schema: &Map<String, Value>,
) -> Option<BTreeSet<&'static str>> {
    let named = schema.get("type").map(|named| {
        let names = match named {
            Value::Array(names) => names.as_slice(),
            one => std::slice::from_ref(one),
        };
        let names = names.iter().filter_map(Value::as_str);
        let known = names.filter_map(|name| TYPES.iter().copied().find(|known| *known == name));
        let mut types: BTreeSet<_> = known.collect();
        if types.contains("number") {
            types.remove("integer");
        }
        types
    });
    let listed = schema
        .get("enum")
        .and_then(Value::as_array)
        .map(|values| value_types(values));
    named.or(listed)
}

/// Returns the types of values.
pub(in crate::lock) fn value_types(values: &[Value]) -> BTreeSet<&'static str> {
    values.iter().map(type_name_of).collect()
}

/// Returns `true` if each value of the type `name` is of one of the types.
pub(in crate::lock) fn is_within(name: &str, types: &BTreeSet<&'static str>) -> bool {
    types.contains(name) || name == "integer" && types.contains("number")
}

/// Brings `type` and `enum` into one form. Returns `false` if the schema accepts no value.
pub(super) fn settle(schema: &mut Map<String, Value>) -> bool {
    let named = schema
        .contains_key("type")
        .then(|| types_of_value(schema))
        .flatten();
    if let Some(Value::Array(values)) = schema.get("enum") {
        let fits = |value: &&Value| {
            named
                .as_ref()
                .is_none_or(|types| is_within(type_name_of(value), types))
        };
        let values = values.iter().filter(fits);
        // Sorted by their text, each once.
        let values: BTreeMap<_, _> = values
            .map(|value| (value.to_string(), value.clone()))
            .collect();
        let values: Vec<_> = values.into_values().collect();
        schema.remove("type");
        let (is_bool, is_null) = (
            values == [Value::Bool(false), Value::Bool(true)],
            values == [Value::Null],
        );
        if is_bool || is_null {
            schema.remove("enum");
            let name = if is_bool { "boolean" } else { "null" };
            schema.insert("type".to_owned(), name.into());
            return true;
        }
        let has_values = !values.is_empty();
        schema.insert("enum".to_owned(), values.into());
        return has_values;
    }
    let Some(types) = named else {
        schema.remove("type");
        return true;
    };
    put(schema, &types);
    !types.is_empty()
}

/// Sets the types of a schema.
pub(super) fn put(schema: &mut Map<String, Value>, types: &BTreeSet<&'static str>) {
    let all = ["array", "boolean", "null", "number", "object", "string"];
    if all.iter().all(|name| types.contains(name)) {
        schema.remove("type");
        return;
    }
    let mut names = types.iter().copied();
    let value = match (names.next(), names.next()) {
        (Some(only), None) => Value::from(only),
        _ => types.iter().copied().collect(),
    };
    schema.insert("type".to_owned(), value);
}
