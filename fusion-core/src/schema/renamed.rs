//! The author's whole input schema of an action, with the names that a tool publishes for its
//! arguments.

use serde_json::{Map, Value};

use crate::spec::Renames;

/// Keywords with one schema, or a list of schemas, for the same object.
const IN_PLACE: [&str; 7] = ["allOf", "anyOf", "else", "if", "not", "oneOf", "then"];

/// Keywords whose keys are names of properties.
const KEYED: [&str; 3] = ["dependentRequired", "dependentSchemas", "properties"];

/// Renames the properties of an object schema, wherever a keyword for the same object names one. The
/// schemas of the properties themselves stay as they are.
pub(crate) fn with_published_names(
    schema: Map<String, Value>,
    renames: Renames,
) -> Map<String, Value> {
    if renames.is_empty() {
        return schema;
    }
    let keywords = schema.into_iter();
    keywords
        .map(|(keyword, value)| {
            let value = renamed(&keyword, value, renames);
            (keyword, value)
        })
        .collect()
}

fn renamed(keyword: &str, value: Value, renames: Renames) -> Value {
    let object = |value: Value| match value {
        Value::Object(schema) => Value::Object(with_published_names(schema, renames)),
        other => other,
    };
    match value {
        Value::Array(schemas) if IN_PLACE.contains(&keyword) => {
            schemas.into_iter().map(object).collect()
        }
        value if IN_PLACE.contains(&keyword) => object(value),
        Value::Object(keyed) if KEYED.contains(&keyword) => {
            let keyed = keyed.into_iter().map(|(name, value)| {
                let value = match keyword {
                    "properties" => value,
                    "dependentSchemas" => object(value),
                    _ => names(value, renames),
                };
                (renames.published(&name).to_owned(), value)
            });
            Value::Object(keyed.collect())
        }
        value if keyword == "required" => names(value, renames),
        other => other,
    }
}

fn names(value: Value, renames: Renames) -> Value {
    match value {
        Value::Array(names) => {
            let names = names.into_iter().map(|name| match name {
                Value::String(name) => Value::String(renames.published(&name).to_owned()),
                other => other,
            });
            names.collect()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn published(schema: Value) -> Value {
        let Value::Object(schema) = schema else {
            panic!("a schema is an object");
        };
        Value::Object(with_published_names(
            schema,
            Renames::new(&[("id", "user_id")]),
        ))
    }

    #[test]
    fn names_are_renamed_wherever_the_same_object_is_described() {
        let schema = |id: &str| {
            json!({
                "type": "object",
                "properties": {id: {"type": "integer"}, "name": {"type": "string"}},
                "required": [id],
                "anyOf": [{"required": [id]}, {"not": {"required": ["name", id]}}, true],
                "if": {"properties": {id: {"const": 1}}},
                "then": {"allOf": [{"required": ["name"]}]},
                "dependentRequired": {id: ["name"], "name": [id]},
                "dependentSchemas": {id: {"required": [id]}}
            })
        };
        assert_eq!(published(schema("id")), schema("user_id"));
    }

    #[test]
    fn what_is_inside_of_an_argument_keeps_its_names() {
        let schema = json!({
            "properties": {
                "filter": {"type": "object", "properties": {"id": {}}, "required": ["id"]}
            },
            "description": "id",
            "$defs": {"Node": {"properties": {"id": {}}}}
        });
        assert_eq!(published(schema.clone()), schema);
    }
}
