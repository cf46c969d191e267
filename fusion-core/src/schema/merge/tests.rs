//! Tests of fields of several actions, and of the merged schema.

mod majority;
mod shapes;

use serde_json::{Map, Value, json};

use super::{MergedSchema, merge};
use crate::{
    definition::{ActionDef, ArgDef},
    schema::fixture::{arg, plain},
    spec::sentence::one_line,
};

fn merge_all(actions: &[ActionDef]) -> MergedSchema<'_> {
    merge(&actions.iter().collect::<Vec<_>>()).unwrap()
}

/// Returns the properties as one object, and the differences of each action in the order of the
/// fields: `id: Issue to delete; 1..100`.
fn merged_schema(actions: &[ActionDef]) -> (Value, Vec<Vec<String>>) {
    let mut differences = vec![Vec::new(); actions.len()];
    let mut properties = Map::new();
    for field in merge_all(actions).fields {
        for one in &field.uses {
            let docs = one.own_docs.map(one_line);
            let parts: Vec<_> = docs.into_iter().chain(one.own_rules.clone()).collect();
            if !parts.is_empty() {
                differences[one.action].push(format!("{}: {}", field.name, parts.join("; ")));
            }
        }
        let text = field.text();
        properties.insert(field.name.to_owned(), Value::Object(field.property(text)));
    }
    (Value::Object(properties), differences)
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
fn fields_keep_the_order_of_their_first_use_and_required_are_those_of_every_action() {
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
            "scope": {"type": "string"},
            "page": field("The page"),
            "name": field("The name."),
            "note": field("Anything\nelse"),
        })
    );
    assert_eq!(differences, [[(); 0]; 3].map(|_| Vec::<String>::new()));
    let merged = merge_all(&actions);
    assert_eq!(merged.required().collect::<Vec<_>>(), ["scope"]);
    let names: Vec<_> = merged.fields.iter().map(|field| field.name).collect();
    assert_eq!(names, ["scope", "page", "name", "note"]);
}

#[test]
fn a_field_of_one_action_has_its_docs_values_and_default() {
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
                "description": "Which ones? open: Waiting. Long story; closed: Done",
                "default": "open"
            },
            "bare": {"type": "string"}
        })
    );
    assert_eq!(differences, [Vec::<String>::new()]);
    assert_eq!(merge(&[]).unwrap(), MergedSchema::default());
}

#[test]
fn a_default_is_published_when_every_use_has_it_and_never_a_secret_ones() {
    let five = || arg("x", "", json!({"type": "integer"})).or(json!(5));
    assert_eq!(
        one_field(vec![five(), five()]),
        (
            json!({"type": "integer", "default": 5}),
            vec![vec![], vec![]]
        )
    );
    let bare = arg("x", "", json!({"type": "integer"})).optional();
    assert_eq!(
        one_field(vec![five(), bare]),
        (
            json!({"type": "integer"}),
            vec![vec!["x: default 5".to_owned()], vec![]]
        )
    );
    assert_eq!(
        one_field(vec![five().secret(), five().secret()]),
        (json!({"type": "integer"}), vec![vec![], vec![]])
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
            "description": "State. open: Waiting"
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
