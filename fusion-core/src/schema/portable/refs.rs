//! References, which are replaced by their definitions unless they are recursive.

use serde_json::{Map, Value};

use super::{choices::ANNOTATIONS, refusal::Refusal};
use crate::schema::defs;

/// Replaces a reference by its definition. Returns `true` if there was one.
pub(super) fn inline(
    schema: &mut Map<String, Value>,
    definitions: &Map<String, Value>,
) -> Result<bool, Refusal> {
    for keyword in ["$dynamicRef", "$recursiveRef"] {
        if let Some(reference) = schema.get(keyword) {
            return Err(Refusal::dangling_reference(reference));
        }
    }
    let Some(reference) = schema.remove("$ref") else {
        return Ok(false);
    };
    let name = reference.as_str().and_then(defs::definition_name);
    let Some((name, definition)) = name
        .as_ref()
        .and_then(|name| Some((name, definitions.get(name)?)))
    else {
        return Err(Refusal::dangling_reference(&reference));
    };
    if defs::is_recursive(name, definitions) {
        return Err(Refusal::recursive_type(name));
    }
    match definition {
        Value::Object(definition) => put_definition(schema, definition),
        Value::Bool(false) => return Err(Refusal::no_value()),
        _ => {}
    }
    Ok(true)
}

/// Merges a definition into the schema of a reference. Annotations beside the reference take
/// precedence; restrictions of both apply.
pub(crate) fn put_definition(schema: &mut Map<String, Value>, definition: &Map<String, Value>) {
    let rules_too = |key: &String| schema.contains_key(key) && !ANNOTATIONS.contains(&key.as_str());
    if definition.keys().any(rules_too) {
        let all = schema
            .entry("allOf")
            .or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(all) = all {
            all.push(Value::Object(definition.clone()));
        }
        return;
    }
    for (key, value) in definition {
        schema.entry(key.clone()).or_insert_with(|| value.clone());
    }
}
