//! Whole texts, as a model reads them.

mod failures;
mod problems;

use serde_json::{Value, json};

use super::TextContext;
use crate::{
    definition::ToolDef,
    describe::SafetyClass,
    error::{Problem, ProblemKind, ToolError},
    schema::fixture::{action, arg, flat, hierarchical, plain},
    spec::{ActionSpec, Hints},
    surface::{hidden_names::HiddenNames, listed_rows::ListedRows, notices::Notices},
};

const IDEMPOTENT: Hints = Hints::new(false, false, true, false);

fn projects() -> ToolDef {
    flat(
        "projects",
        "",
        vec![
            action(ActionSpec::new("list", "").aliases(&["lits"]), vec![]),
            plain("create", "", vec![]),
            plain("delete", "", vec![]),
        ],
    )
}

fn platform() -> ToolDef {
    let string = || json!({"type": "string"});
    let id = || arg("id", "", json!({"type": "integer"}));
    let create = vec![
        arg("email", "", string()),
        arg("tags", "", json!({"type": "array", "items": string()})).optional(),
        arg(
            "state",
            "",
            json!({"type": "string", "enum": ["open", "closed"]}),
        )
        .optional(),
        arg(
            "age",
            "",
            json!({"type": "integer", "minimum": 18, "maximum": 120}),
        )
        .optional(),
        arg("name", "", json!({"type": "string", "maxLength": 80})).optional(),
        arg("filter", "", json!({"type": "object", "properties": {}})).optional(),
        arg("token", "", json!({"type": "string", "enum": ["hunter2"]})).secret(),
    ];
    hierarchical(
        "platform",
        "",
        vec![
            (
                "users",
                "",
                vec![
                    action(ActionSpec::new("create", "").hints(IDEMPOTENT), create),
                    plain("ban", "", vec![id()]),
                ],
            ),
            (
                "teams",
                "",
                vec![plain("list", "", vec![id()]), plain("create", "", vec![])],
            ),
        ],
    )
}

/// Renders a text with all actions of a grouped tool visible.
fn render<T>(tool: &ToolDef, text: impl FnOnce(TextContext<'_>) -> T) -> T {
    let visible = (0..tool.actions.len()).collect();
    render_part(&[ListedRows::group(0, tool, None, visible)], tool, text)
}

/// Renders a text for a caller of the first part.
fn render_part<T>(
    parts: &[ListedRows],
    tool: &ToolDef,
    text: impl FnOnce(TextContext<'_>) -> T,
) -> T {
    text(TextContext {
        entry: &parts[0],
        parts,
        tool,
        actions: &parts[0].callable(tool),
        notices: &Notices::default(),
        hidden: &HiddenNames::default(),
    })
}

#[test]
fn a_missing_wrong_or_unknown_action_is_told_with_those_there_are() {
    let tool = projects();
    let available = "Available: list, create, delete";
    for (text, expected) in [
        (
            render(&tool, |s| s.no_action()),
            "Error: action is required.",
        ),
        (
            render(&tool, |s| s.unknown_action("crate")),
            "Error: Unknown action \"crate\". Did you mean \"create\"?",
        ),
        (
            render(&tool, |s| s.unknown_action("xyz")),
            "Error: Unknown action \"xyz\".",
        ),
        (
            render(&tool, |s| s.unknown_action("a\"\n")),
            "Error: Unknown action \"a\\\"\\n\".",
        ),
        (
            render(&tool, |s| s.action_is_no_string(&json!(5))),
            "Error: action: expected string, got 5.",
        ),
        (
            render(&tool, |s| s.action_is_no_string(&Value::Null)),
            "Error: action: expected string, got null.",
        ),
    ] {
        assert_eq!(text, format!("{expected} {available}"));
    }
    let long = render(&tool, |s| s.unknown_action(&"é".repeat(1_000)));
    assert_eq!(
        long,
        format!("Error: Unknown action \"{}…\". {available}", "é".repeat(50))
    );
    let renamed = ToolDef {
        spec: Box::leak(Box::new(tool.spec.discriminator("op"))),
        ..tool
    };
    assert_eq!(
        render(&renamed, |s| s.no_action()),
        format!("Error: op is required. {available}")
    );
    assert_eq!(
        render(&renamed, |s| s.unknown_action("x")),
        format!("Error: Unknown op \"x\". {available}")
    );
}

#[test]
fn a_short_key_means_the_only_action_of_that_name() {
    let tool = platform();
    let list = "Available: users.create, users.ban, teams.list, teams.create";
    assert_eq!(
        render(&tool, |s| s.unknown_action("ban")),
        format!("Error: Unknown action \"ban\". Did you mean \"users.ban\"? {list}")
    );
    assert_eq!(
        render(&tool, |s| s.unknown_action("create")),
        format!("Error: Unknown action \"create\". {list}")
    );
    assert_eq!(
        render(&tool, |s| s.unknown_action("users_create")),
        format!("Error: Unknown action \"users_create\". Did you mean \"users.create\"? {list}")
    );
}

#[test]
fn what_is_hidden_takes_part_in_nothing() {
    let tool = platform();
    let create = &tool.actions[0];
    let some = [ListedRows::group(0, &tool, None, vec![0, 2])];
    let render = |text: &dyn Fn(TextContext<'_>) -> String| render_part(&some, &tool, text);
    assert_eq!(
        render(&|s| s.unknown_action("ban")),
        "Error: Unknown action \"ban\". Available: users.create, teams.list"
    );
    let text = render(&|s| s.invalid(create, &[Problem::unknown("id")], 0));
    assert_eq!(
        text.lines().nth(1),
        Some("- id: not a field of users.create; it belongs to teams.list")
    );
    let error = ToolError::new("no")
        .suggest("ban")
        .suggest("teams.list")
        .suggest("x");
    assert_eq!(
        render(&|s| s.failed(create, &error)),
        "[platform/users.create] no\nTry: teams.list"
    );
    let none = [ListedRows::group(0, &tool, None, vec![])];
    assert_eq!(
        render_part(&none, &tool, |s| s.no_action()),
        "Error: action is required."
    );
}

#[test]
fn an_action_of_another_part_is_called_by_where_it_is() {
    let tool = platform();
    let parts = [
        ListedRows::group(0, &tool, Some(SafetyClass::Read), vec![0, 1]),
        ListedRows::single_action(0, &tool, 2),
    ];
    let error = ToolError::new("no").suggest("ban").suggest("teams.list");
    let told = |parts: &[ListedRows], action: usize| {
        render_part(parts, &tool, |s| s.failed(&tool.actions[action], &error))
    };
    assert_eq!(
        told(&parts, 0),
        "[platform_read/users.create] no\nTry: users.ban, platform_teams_list"
    );
    let [first, second] = parts;
    assert_eq!(told(&[second, first], 2), "[platform_teams_list] no");
    let writes = ListedRows::group(0, &tool, Some(SafetyClass::Write), vec![2, 3]);
    let text = render_part(&[writes], &tool, |s| {
        s.action_of_another_tool("users.ban", "platform_read")
    });
    assert_eq!(
        text,
        "Error: Action \"users.ban\" is not one of platform_write; call platform_read. \
         Available: teams.list, teams.create"
    );
}

#[test]
fn a_long_list_is_counted_after_two_thousand_characters() {
    let keys = (0..1_000).map(|n| plain(format!("action_{n:03}").leak(), "", vec![]));
    let tool = flat("t", "", keys.collect());
    let text = render(&tool, |s| s.no_action());
    let list = text
        .strip_prefix("Error: action is required. Available: ")
        .unwrap();
    // The list has 165 items of 10 letters with a separator, then the count.
    let told: Vec<_> = (0..165).map(|n| format!("action_{n:03}")).collect();
    assert_eq!(list, format!("{}, and 835 more", told.join(", ")));
    assert!(list.chars().count() <= 2_000);
    let few = flat("t", "", tool.actions.into_iter().take(2).collect());
    assert_eq!(
        render(&few, |s| s.no_action()),
        "Error: action is required. Available: action_000, action_001"
    );
}

#[test]
fn arguments_that_are_no_object_are_told_by_kind() {
    for (sent, got) in [
        (json!([1]), "array"),
        (json!("x\ny"), "string"),
        (json!(true), "boolean"),
        (json!(1), "number"),
        (json!(null), "null"),
    ] {
        assert_eq!(
            TextContext::arguments_are_no_object(&sent),
            format!("Error: arguments: expected object, got {got}")
        );
    }
}

#[test]
fn where_one_tool_is_one_action_the_wire_name_is_the_place() {
    let tool = platform();
    let ban = &tool.actions[1];
    let alone = [ListedRows::single_action(0, &tool, 1)];
    let render = |text: &dyn Fn(TextContext<'_>) -> String| render_part(&alone, &tool, text);
    let problem = Problem::for_slot(0, ProblemKind::Rejected { reason: None });
    assert_eq!(
        render(&|s| s.invalid(ban, std::slice::from_ref(&problem), 0)),
        "Validation failed for platform_users_ban:\n\
         - id: not a valid value\n\
         Expected: id: integer (required)\n\
         Fix these fields and call again."
    );
    assert_eq!(
        render(&|s| s.failed(ban, &ToolError::new("no"))),
        "[platform_users_ban] no"
    );
}
