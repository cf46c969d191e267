//! The lines of arguments in the texts of `help`.

use serde_json::{Value, json};

use super::arguments;
use crate::{
    definition::ArgDef,
    schema::fixture::{arg, plain},
};

/// Returns the lines of the only argument of an action.
fn lines(arg: ArgDef) -> Vec<String> {
    let action = plain("a", "", vec![arg]);
    let mut lines = arguments::lines(&action).into_iter();
    assert_eq!(lines.next().as_deref(), Some("Arguments:"));
    lines.collect()
}

fn of_schema(schema: Value) -> Vec<String> {
    lines(arg("x", "", schema).optional())
}

#[test]
fn an_argument_is_one_line_with_its_rules_and_its_docs_below_it() {
    assert!(arguments::lines(&plain("a", "", vec![])).eq(&["No arguments."]));
    let string = || json!({"type": "string", "minLength": 1});
    for (arg, expected) in [
        (arg("x", "", string()), vec!["- x: string, length 1.. (required)"]),
        (
            arg("x", "How many.\n\n- one\n- two", json!({"type": "integer"})).or(json!(5)),
            vec!["- x: integer; default 5. How many.", "", "  - one", "  - two"],
        ),
        (
            arg("x", "Which", json!({"type": "string", "enum": ["open", "shut"]}))
                .optional()
                .values(&[("open", "To\ndo. At once."), ("shut", "Done.")]),
            vec!["- x: open|shut. Which", "  open: To do. At once", "  shut: Done"],
        ),
        (
            arg("x", "", json!({"type": "string", "enum": ["hunter2"]})).secret(),
            vec!["- x: string (required, secret)"],
        ),
        (
            arg(
                "x",
                "",
                json!({"type": "object", "minProperties": 1, "additionalProperties": {"type": "integer"}, "dependentRequired": {"a": ["b"]}}),
            )
            .optional(),
            vec![r#"- x: object of integer, properties 1.., dependentRequired {"a":["b"]}"#],
        ),
    ] {
        assert_eq!(lines(arg), expected);
    }
}

#[test]
fn the_fields_of_nested_objects_stand_below_at_any_depth() {
    let point = json!({
        "type": "object",
        "description": "A point.\nOf two.",
        "properties": {
            "y": {"type": "number", "default": 0},
            "x": {"type": "number", "description": "To the right."},
        },
        "required": ["x"],
        "additionalProperties": false,
    });
    assert_eq!(
        of_schema(
            json!({"type": "array", "items": {"type": "object", "properties": {"at": point}}})
        ),
        [
            "- x: array of object",
            "  - at: object. A point.",
            "    Of two.",
            "    - x: number (required). To the right.",
            "    - y: number; default 0",
        ]
    );
    assert_eq!(
        of_schema(json!({"type": "object", "additionalProperties": point})),
        [
            "- x: object of object",
            "  each: A point. Of two",
            "  - x: number (required). To the right.",
            "  - y: number; default 0",
        ]
    );
    assert_eq!(
        of_schema(
            json!({"type": "array", "prefixItems": [{"type": "integer"}, point], "items": {}})
        ),
        [
            "- x: [integer, object]",
            "  - [0]: integer",
            "  - [1]: object. A point.",
            "    Of two.",
            "    - x: number (required). To the right.",
            "    - y: number; default 0",
        ]
    );
}

#[test]
fn the_branches_of_a_choice_stand_apart() {
    let kind = |name: &str, field: &str| {
        json!({
            "type": "object",
            "properties": {"kind": {"type": "string", "enum": [name]}, field: {"type": "integer"}},
            "required": ["kind", field],
            "additionalProperties": false,
        })
    };
    let mut circle = kind("circle", "radius");
    circle["description"] = json!("A circle.");
    assert_eq!(
        of_schema(json!({"anyOf": [circle, {"type": "string"}, kind("line", "length")]})),
        [
            "- x: object or string",
            "  one of: A circle",
            "  - kind: circle (required)",
            "  - radius: integer (required)",
            "  or:",
            "  - kind: line (required)",
            "  - length: integer (required)",
        ]
    );
}

#[test]
fn a_recursive_type_is_written_once() {
    let mut node = arg("x", "", json!({"$ref": "#/$defs/Node"}));
    let definitions = json!({
        "Node": {
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/Node"}, "name": {"type": "string"}},
        }
    });
    let leaf = std::sync::Arc::make_mut(&mut node.leaf);
    leaf.definitions = definitions.as_object().unwrap().clone();
    assert_eq!(
        lines(node.optional()),
        ["- x: Node", "  - name: string", "  - next: Node"]
    );
}
