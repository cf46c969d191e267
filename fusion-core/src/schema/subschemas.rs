//! The schemas directly inside of a schema.

use serde_json::{Map, Value};

/// Calls `visit` with each object schema directly inside of `schema`. The names of properties are no
/// keywords, and neither are the names in a default or an enum.
pub(crate) fn for_each_subschema(
    schema: &mut Map<String, Value>,
    visit: &mut dyn FnMut(&mut Map<String, Value>),
) {
    let mut visit_value = |value: &mut Value| {
        if let Value::Object(schema) = value {
            visit(schema);
        }
    };
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            (
                "$defs" | "definitions" | "dependentSchemas" | "patternProperties" | "properties",
                Value::Object(named),
            ) => named.values_mut().for_each(&mut visit_value),
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(list)) => {
                list.iter_mut().for_each(&mut visit_value);
            }
            (
                "additionalItems"
                | "additionalProperties"
                | "contains"
                | "else"
                | "if"
                | "items"
                | "not"
                | "propertyNames"
                | "then"
                | "unevaluatedItems"
                | "unevaluatedProperties",
                nested,
            ) => visit_value(nested),
            _ => {}
        }
    }
}
