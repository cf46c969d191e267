//! Schemas without their contents: a list that repeats the contents of nested objects costs more than
//! the calls that need them. Errors state them, and calls are checked against them.

use serde_json::{Map, Value, json};

use super::{MergedSchema, defs, subschemas::for_each_subschema};

/// The most estimated tokens of a nested object whose contents
/// [`Describe::Brief`](crate::spec::Describe::Brief) publishes. A token is estimated as four bytes of
/// compact JSON, because a list must not depend on one tokenizer.
pub const OPAQUE_TOKENS: usize = 32;

const BYTES_PER_TOKEN: usize = 4;

/// Keywords that describe values without restricting them.
const DOCS: [&str; 4] = ["description", "title", "examples", "$comment"];

impl MergedSchema<'_> {
    /// Removes the docs inside of all fields.
    pub(crate) fn strip_nested_docs(&mut self) {
        let objects = self.definitions.values_mut();
        objects
            .filter_map(Value::as_object_mut)
            .for_each(strip_docs);
        for field in &mut self.fields {
            strip_docs(&mut field.schema);
        }
    }

    /// Removes the docs inside of all fields, and the contents of the nested objects that exceed
    /// [`OPAQUE_TOKENS`]. A field accepts every value that it accepted before.
    pub(crate) fn make_opaque(&mut self) {
        self.strip_nested_docs();
        let mut definitions = std::mem::take(&mut self.definitions);
        let mut used = Vec::new();
        for field in &mut self.fields {
            let mut schema = Value::Object(std::mem::take(&mut field.schema));
            shorten(&mut schema, &definitions);
            note_references(&schema, &mut used);
            if let Value::Object(schema) = schema {
                field.schema = schema;
            }
        }
        while let Some(name) = used.pop() {
            if let Some(mut definition) = definitions.remove(&name) {
                shorten(&mut definition, &definitions);
                note_references(&definition, &mut used);
                self.definitions.insert(name, definition);
            }
        }
    }
}

fn note_references(schema: &Value, names: &mut Vec<String>) {
    defs::references(schema, &mut |reference| {
        names.extend(defs::definition_name(reference));
    });
}

/// Removes docs at every level.
fn strip_docs(schema: &mut Map<String, Value>) {
    for keyword in DOCS {
        schema.remove(keyword);
    }
    for_each_subschema(schema, &mut strip_docs);
}

/// Replaces the objects that exceed the limit, outermost first.
fn shorten(schema: &mut Value, definitions: &Map<String, Value>) {
    let Value::Object(map) = schema else { return };
    let name = map
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(defs::definition_name);
    let definition = name.and_then(|name| definitions.get(&name)?.as_object());
    if let Some(opaque) = opaque(definition.unwrap_or(map)) {
        *map = opaque;
        return;
    }
    if is_object(map) || length(map) <= OPAQUE_TOKENS {
        return;
    }
    // Several of the shortened branches may accept one value.
    if let Some(branches) = map.remove("oneOf") {
        map.insert("anyOf".to_owned(), branches);
    }
    for (keyword, nested) in map {
        match (keyword.as_str(), nested) {
            ("items", items) => shorten(items, definitions),
            ("anyOf" | "prefixItems", Value::Array(list)) => {
                for one in &mut *list {
                    shorten(one, definitions);
                }
                if keyword == "anyOf" {
                    drop_repeated(list);
                }
            }
            _ => {}
        }
    }
}

/// Returns an object that exceeds the limit without its contents.
fn opaque(map: &Map<String, Value>) -> Option<Map<String, Value>> {
    if !is_object(map) || length(map) <= OPAQUE_TOKENS {
        return None;
    }
    let kinds = map.get("type").cloned();
    Some(Map::from_iter([
        ("type".to_owned(), kinds.unwrap_or_else(|| json!("object"))),
        ("properties".to_owned(), json!({})),
    ]))
}

fn is_object(map: &Map<String, Value>) -> bool {
    match map.get("type") {
        Some(Value::Array(kinds)) => kinds.contains(&json!("object")),
        Some(kind) => kind == "object",
        None => map.contains_key("properties"),
    }
}

/// Estimates the tokens of a schema.
fn length(map: &Map<String, Value>) -> usize {
    // A map of JSON values is always JSON.
    let text = serde_json::to_string(map).unwrap_or_default();
    text.len().div_ceil(BYTES_PER_TOKEN)
}

fn drop_repeated(branches: &mut Vec<Value>) {
    let mut kept: Vec<Value> = Vec::new();
    for branch in branches.drain(..) {
        if !kept.contains(&branch) {
            kept.push(branch);
        }
    }
    *branches = kept;
}
