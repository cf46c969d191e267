//! The removal of the rules for further properties from a finished schema.

use serde_json::{Map, Value};

/// Keywords whose value maps names to schemas.
const NAMED: [&str; 5] = [
    "$defs",
    "definitions",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// Keywords whose value is one schema.
const SINGLE: [&str; 9] = [
    "contains",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "additionalItems",
];

/// Keywords whose value is a list of schemas.
const LISTED: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];

/// Removes `additionalProperties` and `unevaluatedProperties` from a schema and from all schemas
/// inside of it. An object without `properties` gets empty ones, because some clients require them.
pub(super) fn open_objects(schema: &mut Map<String, Value>) {
    schema.remove("additionalProperties");
    schema.remove("unevaluatedProperties");
    if schema.get("type").is_some_and(|name| name == "object") {
        schema
            .entry("properties")
            .or_insert_with(|| Map::new().into());
    }
    for (keyword, value) in schema.iter_mut() {
        match value {
            Value::Object(schemas) if NAMED.contains(&keyword.as_str()) => {
                schemas.values_mut().for_each(open_value);
            }
            Value::Object(schema) if SINGLE.contains(&keyword.as_str()) => open_objects(schema),
            Value::Array(schemas) if LISTED.contains(&keyword.as_str()) => {
                schemas.iter_mut().for_each(open_value);
            }
            _ => {}
        }
    }
}

fn open_value(schema: &mut Value) {
    if let Value::Object(schema) = schema {
        open_objects(schema);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_keyword_goes_and_a_field_or_value_of_its_name_stays() {
        let mut schema = json!({
            "type": "object",
            "properties": {
                "additionalProperties": {"type": "object", "additionalProperties": {"type": "integer"}},
                "tags": {
                    "type": "array",
                    "items": {"anyOf": [
                        {"type": "string"},
                        {"type": "object", "properties": {}, "additionalProperties": false}
                    ]},
                    "default": [{"additionalProperties": false}]
                }
            },
            "required": ["tags"],
            "additionalProperties": false
        });
        open_objects(schema.as_object_mut().unwrap());
        assert_eq!(
            schema,
            json!({
                "type": "object",
                "properties": {
                    "additionalProperties": {"type": "object", "properties": {}},
                    "tags": {
                        "type": "array",
                        "items": {"anyOf": [
                            {"type": "string"},
                            {"type": "object", "properties": {}}
                        ]},
                        "default": [{"additionalProperties": false}]
                    }
                },
                "required": ["tags"]
            })
        );
    }
}
