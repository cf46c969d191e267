//! Every schema inside a schema, by the keywords of JSON Schema: a property that happens to be
//! called `items` is no keyword.

use serde_json::{Map, Value};

/// One schema.
pub(in crate::lint) struct Node<'s> {
    /// The way to it: `.filter.tags[]`; empty for the root.
    pub(in crate::lint) place: &'s str,
    /// How many fields stand around it.
    pub(super) depth: usize,
    /// `None` where it is `true` or `false`.
    pub(in crate::lint) object: Option<&'s Map<String, Value>>,
}

/// Visits a schema and all inside it, outer ones first.
pub(in crate::lint) fn each(schema: &Map<String, Value>, visit: &mut dyn FnMut(&Node<'_>)) {
    object(schema, "", 0, visit);
}

/// The place of `inner` inside `outer`.
pub(in crate::lint) fn joined(outer: &str, inner: &str) -> String {
    format!("{outer}{inner}")
}

fn any(schema: &Value, place: &str, depth: usize, visit: &mut dyn FnMut(&Node<'_>)) {
    match schema {
        Value::Object(schema) => object(schema, place, depth, visit),
        Value::Bool(_) => visit(&Node {
            place,
            depth,
            object: None,
        }),
        _ => {}
    }
}

fn object(
    schema: &Map<String, Value>,
    place: &str,
    depth: usize,
    visit: &mut dyn FnMut(&Node<'_>),
) {
    visit(&Node {
        place,
        depth,
        object: Some(schema),
    });
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    any(schema, &format!("{place}.{name}"), depth + 1, visit);
                }
            }
            ("patternProperties", Value::Object(schemas)) => {
                for schema in schemas.values() {
                    any(schema, &format!("{place}.*"), depth + 1, visit);
                }
            }
            ("$defs" | "definitions", Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    any(schema, &format!("{place}.{keyword}.{name}"), depth, visit);
                }
            }
            ("dependentSchemas", Value::Object(schemas)) => {
                for schema in schemas.values() {
                    any(schema, place, depth, visit);
                }
            }
            ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                for schema in schemas {
                    any(schema, place, depth, visit);
                }
            }
            ("prefixItems", Value::Array(schemas)) => {
                for schema in schemas {
                    any(schema, &format!("{place}[]"), depth, visit);
                }
            }
            ("items" | "contains" | "unevaluatedItems", schema) => {
                any(schema, &format!("{place}[]"), depth, visit);
            }
            // Whether an object is closed is said by a boolean, and every client takes it.
            ("additionalProperties" | "unevaluatedProperties", Value::Object(schema)) => {
                object(schema, &format!("{place}.*"), depth + 1, visit);
            }
            ("else" | "if" | "not" | "propertyNames" | "then", schema) => {
                any(schema, place, depth, visit);
            }
            _ => {}
        }
    }
}
