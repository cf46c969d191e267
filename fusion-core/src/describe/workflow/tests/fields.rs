//! Tests of the notes at fields.

use serde_json::json;

use crate::{
    definition::ArgDef,
    describe::{fixture::described, workflow},
    schema::fixture::{arg, flat, plain},
};

fn string(name: &'static str, docs: &'static str) -> ArgDef {
    arg(name, docs, json!({"type": "string"}))
}

#[test]
fn each_tier_has_its_note() {
    let tool = flat(
        "t",
        "",
        vec![
            plain(
                "list",
                "",
                vec![string("scope", ""), string("page", "The page").optional()],
            ),
            plain(
                "create",
                "",
                vec![
                    string("scope", ""),
                    string("name", "The name."),
                    string("note", "Anything\nelse"),
                ],
            ),
            plain(
                "update",
                "",
                vec![
                    string("scope", ""),
                    string("name", "The new name"),
                    string("note", "Anything\nelse").optional(),
                ],
            ),
        ],
    );
    assert_eq!(
        described(workflow, &tool, 1_024).fields.unwrap(),
        [
            "(always required)",
            "The page. For: list",
            "The new name. Required for: create, update",
            "Anything\nelse\nRequired for: create. For: update",
        ]
    );
}

#[test]
fn one_action_needs_no_notes() {
    let tool = flat(
        "t",
        "",
        vec![plain("list", "", vec![string("page", "The page")])],
    );
    assert_eq!(
        described(workflow, &tool, 1_024).fields.unwrap(),
        ["The page"]
    );
}

#[test]
fn a_field_of_common_that_every_action_requires_is_in_no_line() {
    let org = || string("org", "").common();
    let actions = vec![
        plain("open", "Open it", vec![string("title", ""), org()]),
        plain("close", "Close it", vec![org()]),
    ];
    let described = described(workflow, &flat("t", "", actions), 1_024);
    assert_eq!(
        described.text,
        "Actions: open, close\n\nWorkflow:\n- 'open': Open it. Requires: title\n- 'close': Close it"
    );
    assert_eq!(
        described.fields.unwrap(),
        ["Required for: open", "(always required)"]
    );
}
