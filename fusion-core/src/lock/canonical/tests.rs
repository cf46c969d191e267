use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::canonical;

fn form(schema: &Value, definitions: &Value) -> (Value, BTreeMap<String, String>) {
    canonical(
        schema.as_object().unwrap(),
        definitions.as_object().unwrap(),
    )
}

#[test]
fn references_are_replaced_and_recursive_ones_are_numbered() {
    let definitions = json!({
        "Name": {"type": "string", "minLength": 1},
        "Node": {"type": "object", "properties": {
            "name": {"$ref": "#/$defs/Name"},
            "kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}
        }}
    });
    let schema = json!({"type": "object", "properties": {
        "root": {"$ref": "#/$defs/Node"},
        "name": {"$ref": "#/$defs/Name", "maxLength": 3}
    }});
    let node = json!({"type": "object", "properties": {
        "name": {"type": "string", "minLength": 1},
        "kids": {"type": "array", "items": {"$ref": "#/$defs/1"}}
    }});
    let expected = json!({
        "$defs": {"1": node},
        "type": "object",
        "properties": {
            "root": {"$ref": "#/$defs/1"},
            "name": {"type": "string", "minLength": 1, "maxLength": 3}
        }
    });
    assert_eq!(form(&schema, &definitions).0, expected);
    // The names of types are no part of the form.
    let renamed = |value: &Value| -> Value {
        let text = value
            .to_string()
            .replace("Node", "Tree")
            .replace("Name", "Word");
        serde_json::from_str(&text).unwrap()
    };
    assert_eq!(form(&renamed(&schema), &renamed(&definitions)).0, expected);
}

#[test]
fn definitions_that_grow_exponentially_stay() {
    let mut definitions = json!({"D0": {"type": "string"}});
    for level in 1..40 {
        let inner = json!({"$ref": format!("#/$defs/D{}", level - 1)});
        definitions[format!("D{level}")] = json!({"prefixItems": [inner, inner]});
    }
    let (form, _) = form(&json!({"$ref": "#/$defs/D39"}), &definitions);
    assert!(form.to_string().len() < 100_000);
    assert!(
        form["$defs"]
            .as_object()
            .is_some_and(|kept| !kept.is_empty())
    );
}

#[test]
fn texts_are_separated_from_restrictions() {
    let schema = json!({
        "type": "object",
        "title": "Query",
        "properties": {
            "owner": {"type": "string", "description": " The owner. ", "examples": ["ada"]},
            "tags": {"type": "array", "items": {"description": "A tag.", "type": "string"}},
            "state": {"oneOf": [
                {"const": "open", "description": "Work is left."},
                {"const": "closed"}
            ]},
            "map": {"additionalProperties": {"description": "A value."}}
        }
    });
    let (form, texts) = form(&schema, &json!({}));
    assert_eq!(
        form,
        json!({"type": "object", "properties": {
            "owner": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "state": {"enum": ["closed", "open"]},
            "map": {}
        }})
    );
    let expected = [
        (".map.*", "A value."),
        (".owner", "The owner."),
        (".state=open", "Work is left."),
        (".tags[]", "A tag."),
    ];
    let expected = expected.map(|(place, text)| (place.to_owned(), text.to_owned()));
    assert_eq!(texts, BTreeMap::from(expected));
}
