//! The removal of the rules for further properties from a finished schema.

use serde_json::{Map, Value};

use super::subschemas::for_each_subschema;

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
    for_each_subschema(schema, &mut open_objects);
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
