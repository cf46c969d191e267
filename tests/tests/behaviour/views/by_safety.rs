//! One tool split by the safety class of its actions.

mod part_names;

use fusion_core::{Exposition, Registry};
use serde_json::{Value, json};

use super::{
    answer,
    variants::{Clock, whole},
};

fn view() -> fusion_core::View {
    let registry = Registry::builder()
        .tool(whole::desk())
        .tool(Clock)
        .build()
        .unwrap();
    registry.view(Exposition::BySafety).unwrap()
}

#[test]
fn a_tool_is_listed_by_what_its_actions_may_do() {
    let view = view();
    let listed: Vec<_> = view
        .tools()
        .iter()
        .map(|tool| {
            let hints = tool.hints;
            json!({
                "name": tool.name,
                "title": tool.title,
                "description": tool.description.lines().collect::<Vec<_>>(),
                "keys": tool.input_schema["properties"].get("action").map(|action| &action["enum"]),
                "fields": tool.input_schema["properties"].as_object().unwrap().keys().collect::<Vec<_>>(),
                "hints": [hints.read_only, hints.destructive, hints.idempotent, hints.open_world],
            })
        })
        .collect();
    assert_eq!(
        listed,
        [
            json!({
                "name": "desk_read",
                "title": "Desk (read-only)",
                "description": [
                    "Read-only. Everything about a project. See also: desk_write, desk_destructive. (? optional)",
                    "issues: Track issues",
                    " They are numbered.",
                    "list(state?, limit?) List issues",
                    " See `issues.get` for one.",
                    "get(id) Get an issue",
                    "labels: Name what issues are about",
                    "list() List labels"
                ],
                "keys": ["issues.list", "issues.get", "labels.list"],
                "fields": ["action", "id", "limit", "state"],
                "hints": [true, false, true, false],
            }),
            json!({
                "name": "desk_write",
                "title": "Desk (changes data)",
                "description": [
                    "Changes data. See also: desk_read, desk_destructive",
                    "issues:",
                    "open(title) Open an issue",
                    "close(id) Close an issue",
                    " It can be listed by `desk_read/issues.list`.",
                    "labels:",
                    "rename(from, to) Rename a label"
                ],
                "keys": ["issues.open", "issues.close", "labels.rename"],
                "fields": ["action", "from", "id", "title", "to"],
                "hints": [false, false, false, false],
            }),
            json!({
                "name": "desk_destructive",
                "title": "Desk (destructive)",
                "description": [
                    "Destructive. See also: desk_read, desk_write. (? optional)",
                    "issues:",
                    "delete(id) Delete an issue for good [DESTRUCTIVE]",
                    "purge(older?, state?) Delete every issue [DESTRUCTIVE]",
                    " Not like `issues.delete`."
                ],
                "keys": ["issues.delete", "issues.purge"],
                "fields": ["action", "id", "older", "state"],
                "hints": [false, true, false, false],
            }),
            json!({
                "name": "clock_now",
                "title": null,
                "description": ["Tell the time."],
                "keys": null,
                "fields": [],
                "hints": [true, false, true, false],
            }),
            json!({
                "name": "clock_set",
                "title": null,
                "description": ["Set the time [DESTRUCTIVE]"],
                "keys": null,
                "fields": ["to"],
                "hints": [false, true, false, false],
            }),
        ]
    );
    assert_eq!(
        view.instructions(),
        Some("clock_*: Tell the time."),
        "no listed tool carries the docs of this one"
    );
}

#[tokio::test]
async fn a_call_of_the_wrong_part_is_told_the_right_one() {
    let view = view();
    for (tool, arguments, answered) in [
        (
            "desk_read",
            json!({"action": "issues.list", "limit": 2}),
            Ok("list None 2"),
        ),
        (
            "desk_destructive",
            json!({"action": "issues.remove", "id": 2}),
            Ok("delete 2"),
        ),
        ("clock_set", json!({"to": "noon"}), Ok("set noon")),
        (
            "desk_read",
            json!({"action": "issues.delete", "id": 2}),
            Err(
                "Error: Action \"issues.delete\" is not one of desk_read; call desk_destructive. \
                 Available: issues.list, issues.get, labels.list",
            ),
        ),
        (
            "desk_write",
            json!({"action": "issues.wipe"}),
            Err(
                "Error: Action \"issues.wipe\" is not one of desk_write; call desk_destructive. \
                 Available: issues.open, issues.close, labels.rename",
            ),
        ),
        (
            "desk_read",
            json!({"action": "issues.gte"}),
            Err(
                "Error: Unknown action \"issues.gte\". Did you mean \"issues.get\"? \
                 Available: issues.list, issues.get, labels.list",
            ),
        ),
        (
            "desk_read",
            json!({"action": "issues.get", "id": 0}),
            Err("[desk_read/issues.get] no such issue\n\
                 Try: issues.list, desk_destructive/issues.purge"),
        ),
        (
            "desk",
            json!({"action": "issues.list"}),
            Err("unknown tool `desk`"),
        ),
    ] {
        let answered = answered.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(answer(&view, tool, arguments).await, answered, "{tool}");
    }
}

#[test]
fn a_list_depends_on_nothing_but_the_registry() {
    let list = |view: fusion_core::View| -> Vec<Value> {
        let tools = view.tools().iter();
        tools
            .map(|tool| json!([tool.name, tool.description, *tool.input_schema]))
            .collect()
    };
    assert_eq!(list(view()), list(view()));
}
