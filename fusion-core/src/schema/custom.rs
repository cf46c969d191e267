//! Schemas that an author wrote. They are published unchanged; a schema is refused only if it would
//! break inside of a tool's schema.

use serde_json::{Map, Value};

use super::{check_schema, defs, leaves::take_docs, marks};
use crate::definition::ArgumentSchema;

/// Returns the schema of one argument. Its definitions move to the root of the tool's schema.
pub(crate) fn given_leaf(schema: Value) -> Result<ArgumentSchema, String> {
    let mut schema = object(schema)?;
    defs::rename(&mut schema);
    let mut definitions = Map::new();
    for keyword in ["definitions", "$defs"] {
        if let Some(Value::Object(own)) = schema.remove(keyword) {
            definitions.extend(own);
        }
    }
    let (whole, within) = (Value::Object(schema), Value::Object(definitions));
    let mut wrong = None;
    for part in [&whole, &within] {
        defs::references(part, &mut |reference| {
            wrong = wrong
                .take()
                .or_else(|| unresolved_reference(reference, &within));
        });
    }
    if let Some(reason) = wrong {
        return Err(reason);
    }
    let (Value::Object(mut schema), Value::Object(all)) = (whole, within) else {
        return Ok(ArgumentSchema::default());
    };
    let mut definitions = defs::reachable([&Value::Object(schema.clone())], &all);
    let docs = take_docs(&mut schema);
    let marked = marks::take(&mut schema);
    Ok(ArgumentSchema {
        schema,
        marked,
        docs,
        marked_definitions: marks::take_from_definitions(&mut definitions),
        definitions,
        ..ArgumentSchema::default()
    })
}

/// Returns the error of a reference that does not resolve once the schema is part of a tool's
/// schema.
fn unresolved_reference(reference: &str, definitions: &Value) -> Option<String> {
    if !reference.starts_with('#') {
        return None;
    }
    match defs::definition_name(reference) {
        Some(name) if definitions.get(&name).is_some() => None,
        Some(name) => Some(format!(
            "its schema refers to `{name}`, which it does not define: define it under `$defs`"
        )),
        None => Some(format!(
            "`\"$ref\": \"{reference}\"` points into the tool's schema and not into this one: put what it means under `$defs`, and write `\"$ref\": \"#/$defs/Name\"`"
        )),
    }
}

/// Returns the whole input schema of an action.
pub(crate) fn given_input(schema: Value) -> Result<Map<String, Value>, String> {
    let schema = object(schema)?;
    match schema.get("type") {
        Some(Value::String(name)) if name == "object" => {
            check_schema(&schema)?;
            let document = Value::Object(schema);
            let mut wrong = None;
            defs::references(&document, &mut |reference| {
                let missing = || missing_target(reference, &document);
                wrong = wrong.take().or_else(missing);
            });
            match (wrong, document) {
                (Some(reason), _) => Err(reason),
                (None, Value::Object(schema)) => Ok(schema),
                (None, other) => object(other),
            }
        }
        _ => Err(
            "the arguments of a call are an object, and clients refuse a tool that does not say so: write `\"type\": \"object\"` at its root"
                .to_owned(),
        ),
    }
}

/// Returns the error of a reference that leads nowhere in its document.
fn missing_target(reference: &str, document: &Value) -> Option<String> {
    let pointer = reference.strip_prefix('#')?;
    match defs::definition_name(reference) {
        Some(name) => {
            let mut definitions = ["$defs", "definitions"].into_iter();
            let is_defined = |keyword| document.get(keyword).is_some_and(|all| all.get(&name).is_some());
            (!definitions.any(is_defined)).then(|| {
                format!(
                    "its schema refers to `{name}`, which it does not define: define it under `$defs`"
                )
            })
        }
        // Another fragment may be an anchor, or have escapes.
        None if pointer.starts_with('/') && !pointer.contains(['%', '~']) => {
            document.pointer(pointer).is_none().then(|| {
                format!("`\"$ref\": \"{reference}\"` leads nowhere in this schema: define what it means under `$defs`")
            })
        }
        None => None,
    }
}

/// Returns a whole schema with its definitions under `$defs`, where plans look for them.
pub(crate) fn with_definitions(mut schema: Map<String, Value>) -> Map<String, Value> {
    defs::rename(&mut schema);
    if let Some(Value::Object(older)) = schema.remove("definitions") {
        let own = schema.entry("$defs").or_insert_with(|| Map::new().into());
        if let Value::Object(own) = own {
            own.extend(older);
        }
    }
    schema
}

fn object(schema: Value) -> Result<Map<String, Value>, String> {
    match schema {
        Value::Object(schema) => Ok(schema),
        other => Err(format!(
            "a schema is a JSON object, and this is `{other}`: write one, as in `json!({{\"type\": \"string\"}})`"
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(schema: Value) -> String {
        given_leaf(schema).unwrap_err()
    }

    #[test]
    fn what_an_author_wrote_passes_untouched_and_only_its_definitions_move() {
        let leaf = given_leaf(json!({
            "description": "A tree",
            "title": "Tree",
            "oneOf": [{"$ref": "#/definitions/Node"}, {"const": 1}, {"type": ["string", "null"]}],
            "definitions": {
                "Node": {"type": "array", "items": {"$ref": "#/definitions/Node"}},
                "Unused": true
            }
        }));
        let object = |value: Value| value.as_object().unwrap().clone();
        let expected = ArgumentSchema {
            schema: object(json!({
                "title": "Tree",
                "oneOf": [{"$ref": "#/$defs/Node"}, {"const": 1}, {"type": ["string", "null"]}]
            })),
            docs: Some("A tree".into()),
            definitions: object(json!({
                "Node": {"type": "array", "items": {"$ref": "#/$defs/Node"}}
            })),
            ..ArgumentSchema::default()
        };
        assert_eq!(leaf, Ok(expected));
    }

    #[test]
    fn what_would_not_survive_the_move_is_refused_with_the_way_out() {
        for (schema, reason) in [
            (
                json!(true),
                "a schema is a JSON object, and this is `true`: write one, as in `json!({\"type\": \"string\"})`",
            ),
            (
                json!({"type": "array", "items": {"$ref": "#"}}),
                "`\"$ref\": \"#\"` points into the tool's schema and not into this one: put what it means under `$defs`, and write `\"$ref\": \"#/$defs/Name\"`",
            ),
            (
                json!({"$ref": "#/properties/a"}),
                "`\"$ref\": \"#/properties/a\"` points into the tool's schema and not into this one: put what it means under `$defs`, and write `\"$ref\": \"#/$defs/Name\"`",
            ),
            (
                json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}}}),
                "its schema refers to `B`, which it does not define: define it under `$defs`",
            ),
        ] {
            assert_eq!(refused(schema), reason);
        }
    }

    #[test]
    fn a_whole_input_schema_is_an_objects() {
        let schema = json!({"type": "object", "oneOf": [{"required": ["a"]}, {"$ref": "#"}]});
        assert_eq!(
            given_input(schema.clone()),
            Ok(schema.as_object().unwrap().clone())
        );
        let reason = "the arguments of a call are an object, and clients refuse a tool that does not say so: write `\"type\": \"object\"` at its root";
        assert_eq!(given_input(json!({"oneOf": []})), Err(reason.to_owned()));
    }
}
