//! Traversal of the schemas inside a schema, by the keywords of JSON Schema. A property named
//! `items` is not a keyword.

use serde_json::{Map, Value};

/// One schema inside a schema.
pub(in crate::lint) struct SchemaNode<'s> {
    /// Path such as `.filter.tags[]`; empty for the root.
    pub(in crate::lint) place: &'s str,
    /// Number of enclosing fields.
    pub(super) depth: usize,
    /// `None` if the schema is `true` or `false`.
    pub(in crate::lint) object: Option<&'s Map<String, Value>>,
}

/// Visits a schema and all schemas inside it, outer ones first.
pub(in crate::lint) fn visit_schemas(
    schema: &Map<String, Value>,
    visit: &mut dyn FnMut(&SchemaNode<'_>),
) {
    visit_object(schema, "", 0, visit);
}

/// Returns the path of `inner` inside `outer`.
pub(in crate::lint) fn join_paths(outer: &str, inner: &str) -> String {
    format!("{outer}{inner}")
}

fn visit_value(schema: &Value, place: &str, depth: usize, visit: &mut dyn FnMut(&SchemaNode<'_>)) {
    match schema {
        Value::Object(schema) => visit_object(schema, place, depth, visit),
        Value::Bool(_) => visit(&SchemaNode {
            place,
            depth,
            object: None,
        }),
        _ => {}
    }
}

fn visit_object(
    schema: &Map<String, Value>,
    place: &str,
    depth: usize,
    visit: &mut dyn FnMut(&SchemaNode<'_>),
) {
    visit(&SchemaNode {
        place,
        depth,
        object: Some(schema),
    });
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    visit_value(schema, &format!("{place}.{name}"), depth + 1, visit);
                }
            }
            ("patternProperties", Value::Object(schemas)) => {
                for schema in schemas.values() {
                    visit_value(schema, &format!("{place}.*"), depth + 1, visit);
                }
            }
            ("$defs" | "definitions", Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    visit_value(schema, &format!("{place}.{keyword}.{name}"), depth, visit);
                }
            }
            ("dependentSchemas", Value::Object(schemas)) => {
                for schema in schemas.values() {
                    visit_value(schema, place, depth, visit);
                }
            }
            ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                for schema in schemas {
                    visit_value(schema, place, depth, visit);
                }
            }
            ("prefixItems", Value::Array(schemas)) => {
                for schema in schemas {
                    visit_value(schema, &format!("{place}[]"), depth, visit);
                }
            }
            ("items" | "contains" | "unevaluatedItems", schema) => {
                visit_value(schema, &format!("{place}[]"), depth, visit);
            }
            // A boolean here closes an object, which every client accepts, so it is not visited.
            ("additionalProperties" | "unevaluatedProperties", Value::Object(schema)) => {
                visit_object(schema, &format!("{place}.*"), depth + 1, visit);
            }
            ("else" | "if" | "not" | "propertyNames" | "then", schema) => {
                visit_value(schema, place, depth, visit);
            }
            _ => {}
        }
    }
}
