//! Tests of fields of several actions, and of the merged schema.

mod reference;
mod shapes;

use serde_json::{Value, json};

use super::{MergedSchema, merge};
use crate::{
    definition::{ActionDef, ArgDef},
    schema::fixture::{arg, plain},
};

fn merge_all(actions: &[ActionDef]) -> MergedSchema {
    merge(&actions.iter().collect::<Vec<_>>()).unwrap()
}

/// Returns the properties as one object, and the differences of each action.
fn merged_schema(actions: &[ActionDef]) -> (Value, Vec<Vec<String>>) {
    let merged = merge_all(actions);
    let properties = merged.properties.into_iter();
    let properties = properties.map(|(name, schema)| (name.to_owned(), Value::Object(schema)));
    (Value::Object(properties.collect()), merged.differences)
}

/// Returns the property `x` of actions `a`, `b`, … with one argument `x` each.
fn one_field(args: Vec<ArgDef>) -> (Value, Vec<Vec<String>>) {
    let keys = ["a", "b", "c", "d"];
    let actions: Vec<_> = args
        .into_iter()
        .zip(keys)
        .map(|(arg, key)| plain(key, "", vec![arg]))
        .collect();
    let (properties, differences) = merged_schema(&actions);
    (properties["x"].clone(), differences)
}

fn string() -> Value {
    json!({"type": "string"})
}

#[test]
fn each_tier_has_its_note_and_required_are_the_fields_of_tier_one() {
    let actions = [
        plain(
            "list",
            "",
            vec![
                arg("scope", "", string()),
                arg("page", "The page", string()).optional(),
            ],
        ),
        plain(
            "create",
            "",
            vec![
                arg("scope", "", string()),
                arg("name", "The name.", string()),
                arg("note", "Anything\nelse", string()),
            ],
        ),
        plain(
            "update",
            "",
            vec![
                arg("scope", "", string()),
                arg("name", "The name.", string()),
                arg("note", "Anything\nelse", string()).optional(),
            ],
        ),
    ];
    let field = |text: &str| json!({"type": "string", "description": text});
    let (properties, differences) = merged_schema(&actions);
    assert_eq!(
        properties,
        json!({
            "scope": field("(always required)"),
            "page": field("The page. For: list"),
            "name": field("The name. Required for: create, update"),
            "note": field("Anything\nelse\nRequired for: create. For: update"),
        })
    );
    assert_eq!(differences, [[(); 0]; 3].map(|_| Vec::<String>::new()));
    let merged = merge_all(&actions);
    assert_eq!(merged.required, ["scope"]);
    let names: Vec<_> = merged.properties.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["scope", "page", "name", "note"]);
}

#[test]
fn one_action_needs_no_notes() {
    let state = json!({"type": "string", "enum": ["open", "closed"]});
    let action = plain(
        "list",
        "",
        vec![
            arg("state", "Which ones?", state.clone())
                .values(&[("open", "Waiting. Long story."), ("closed", "Done")])
                .or(json!("open")),
            arg("bare", "", string()),
        ],
    );
    let (properties, differences) = merged_schema(&[action]);
    assert_eq!(
        properties,
        json!({
            "state": {
                "type": "string",
                "enum": ["open", "closed"],
                "description": "Which ones? open: Waiting; closed: Done",
                "default": "open"
            },
            "bare": {"type": "string"}
        })
    );
    assert_eq!(differences, [Vec::<String>::new()]);
    assert_eq!(merge(&[]).unwrap(), MergedSchema::default());
}

#[test]
fn what_differs_stands_with_its_action_in_the_order_of_its_arguments() {
    let id = |docs, low: u32, high: u32| {
        arg(
            "id",
            docs,
            json!({"type": "integer", "minimum": low, "maximum": high}),
        )
    };
    let actions = [
        plain(
            "get",
            "",
            vec![
                id("The issue.", 1, 1000),
                arg("note", "", string()).or(json!("x")),
            ],
        ),
        plain(
            "delete",
            "",
            vec![
                arg("note", "", string()).or(json!("y")),
                id("Issue\nto delete.", 1, 100).or(json!(5)),
            ],
        ),
    ];
    let (properties, differences) = merged_schema(&actions);
    assert_eq!(
        properties,
        json!({
            "id": {
                "type": "integer", "minimum": 1, "maximum": 1000,
                "description": "Required for: get. For: delete"
            },
            "note": {"type": "string", "description": "For: get, delete"}
        })
    );
    assert_eq!(
        differences,
        [
            vec!["id: The issue".to_owned(), "note: default \"x\"".to_owned()],
            vec![
                "note: default \"y\"".to_owned(),
                "id: Issue to delete; 1..100; default 5".to_owned()
            ],
        ]
    );
}

#[test]
fn a_field_that_is_documented_in_one_action_only_says_so_there() {
    let (field, differences) = one_field(vec![arg("x", "The x", string()), arg("x", "", string())]);
    assert_eq!(
        field,
        json!({"type": "string", "description": "(always required)"})
    );
    assert_eq!(differences, [vec!["x: The x".to_owned()], vec![]]);
}

#[test]
fn a_default_is_published_when_every_use_has_it_and_never_a_secret_ones() {
    let five = || arg("x", "", json!({"type": "integer"})).or(json!(5));
    let note = "For: a, b";
    assert_eq!(
        one_field(vec![five(), five()]),
        (
            json!({"type": "integer", "default": 5, "description": note}),
            vec![vec![], vec![]]
        )
    );
    let bare = arg("x", "", json!({"type": "integer"})).optional();
    assert_eq!(
        one_field(vec![five(), bare]),
        (
            json!({"type": "integer", "description": note}),
            vec![vec!["x: default 5".to_owned()], vec![]]
        )
    );
    assert_eq!(
        one_field(vec![five().secret(), five().secret()]),
        (
            json!({"type": "integer", "description": note}),
            vec![vec![], vec![]]
        )
    );
}

#[test]
fn values_are_documented_where_the_uses_agree_and_else_on_their_lines() {
    let state = |values: &[&str], docs: &[(&str, &str)]| {
        arg("x", "State", json!({"type": "string", "enum": values})).values(docs)
    };
    let (field, differences) = one_field(vec![
        state(
            &["open", "closed"],
            &[("open", "Waiting."), ("closed", "Done")],
        ),
        state(
            &["open", "closed", "lost"],
            &[("open", "Waiting"), ("closed", "Shut")],
        ),
    ]);
    assert_eq!(
        field,
        json!({
            "type": "string",
            "enum": ["open", "closed", "lost"],
            "description": "State. open: Waiting. (always required)"
        })
    );
    assert_eq!(
        differences,
        [
            vec!["x: open|closed; closed: Done".to_owned()],
            vec!["x: closed: Shut".to_owned()],
        ]
    );
}
