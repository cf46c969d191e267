//! Tests of whole descriptions, and of the budget.

mod budget;
mod cache;
mod fields;
mod reference;

use serde_json::json;

use super::workflow;
use crate::{
    definition::{ArgDef, ToolDef},
    describe::{
        Description, SafetyClass, SafetyPart,
        fixture::{self, described, described_part},
    },
    schema::fixture::{DESTRUCTIVE, action, arg, flat, hierarchical, plain},
    spec::ActionSpec,
};

/// Returns the description and its overflow.
fn describe(tool: &ToolDef, budget: usize) -> (String, Option<String>) {
    let Description { text, overflow, .. } = described(workflow, tool, budget);
    (text, overflow)
}

fn full_description(tool: &ToolDef) -> String {
    fixture::whole(workflow, tool)
}

fn name() -> ArgDef {
    arg("name", "", json!({"type": "string"}))
}

fn id() -> ArgDef {
    arg("id", "", json!({"type": "integer"}))
}

fn projects() -> ToolDef {
    flat(
        "projects",
        "Manage projects.",
        vec![
            plain("list", "List all projects", vec![]),
            plain("create", "Create a new project.", vec![name()]),
            action(
                ActionSpec::new("delete", "Delete a project.").hints(DESTRUCTIVE),
                vec![id()],
            ),
        ],
    )
}

#[test]
fn a_flat_tool_is_a_first_line_and_one_line_an_action() {
    assert_eq!(
        full_description(&projects()),
        "Manage projects. Actions: list, create, delete\n\
         \n\
         Workflow:\n\
         - 'list': List all projects\n\
         - 'create': Create a new project. Requires: name\n\
         - 'delete': Delete a project. Requires: id [DESTRUCTIVE]"
    );
}

#[test]
fn paragraphs_follow_what_they_belong_to() {
    let tool = flat(
        "t",
        "Track issues: all\nof them. For teams.\n\nSecond.\n",
        vec![
            plain("a", "First. Still first.\n\n- one\n  - two\n\nEnd.", vec![]),
            plain("b", "Line", vec![]),
        ],
    );
    assert_eq!(
        full_description(&tool),
        "Track issues: all of them. Actions: a, b\n\
         \n\
         For teams.\n\
         \n\
         Second.\n\
         \n\
         Workflow:\n\
         - 'a': First\n\
         \x20 Still first.\n\
         \n\
         \x20 - one\n\
         \x20   - two\n\
         \n\
         \x20 End.\n\
         - 'b': Line"
    );
}

#[test]
fn only_actions_with_something_to_say_get_a_line() {
    let silent = || plain("a", "", vec![id().optional()]);
    let tool = flat("t", "", vec![silent(), plain("b", "", vec![])]);
    assert_eq!(full_description(&tool), "Actions: a, b");
    let tool = flat(
        "t",
        "Docs!",
        vec![
            silent(),
            plain("b", "", vec![id(), name()]),
            action(ActionSpec::new("c", "").hints(DESTRUCTIVE), vec![]),
            action(ActionSpec::new("d", "").deprecated("use list"), vec![]),
        ],
    );
    assert_eq!(
        full_description(&tool),
        "Docs! Actions: a, b, c, d\n\
         \n\
         Workflow:\n\
         - 'b': Requires: id, name\n\
         - 'c': [DESTRUCTIVE]\n\
         - 'd': Deprecated: use list."
    );
}

#[test]
fn deprecation_requirements_differences_and_mark_stand_in_this_order() {
    let spec = ActionSpec::new("delete", "Delete an issue.").hints(DESTRUCTIVE);
    let id = |docs, high: u32| {
        arg(
            "id",
            docs,
            json!({"type": "integer", "minimum": 1, "maximum": high}),
        )
    };
    let mut of_delete = id("Issue to delete", 100).or(json!(5));
    of_delete.required = true;
    let tool = flat(
        "t",
        "",
        vec![
            plain("get", "Why?", vec![id("", 1000)]),
            action(spec, vec![of_delete]),
            action(
                ActionSpec {
                    key: "drop",
                    ..spec
                }
                .deprecated("use delete."),
                vec![name()],
            ),
        ],
    );
    assert_eq!(
        full_description(&tool),
        "Actions: get, delete, drop\n\
         \n\
         Workflow:\n\
         - 'get': Why? Requires: id. id: integer 1..1000\n\
         - 'delete': Delete an issue. Requires: id. id: 1..100; default 5 [DESTRUCTIVE]\n\
         - 'drop': Delete an issue. Deprecated: use delete. Requires: name [DESTRUCTIVE]"
    );
}

fn platform() -> ToolDef {
    hierarchical(
        "platform",
        "Manage the platform.",
        vec![
            (
                "users",
                "People and\nrobots. More.",
                vec![
                    plain("list", "List users", vec![]),
                    plain("create", "Create a user", vec![name()]),
                ],
            ),
            (
                "billing",
                "",
                vec![action(
                    ActionSpec::new("refund", "Give it back!").hints(DESTRUCTIVE),
                    vec![id()],
                )],
            ),
        ],
    )
}

#[test]
fn a_tool_of_modules_lists_them_and_then_full_keys() {
    assert_eq!(
        full_description(&platform()),
        "Manage the platform. Modules: users (list,create) | billing (refund)\n\
         - users: People and robots\n\
         \x20 More.\n\
         \n\
         Workflow:\n\
         - 'users.list': List users\n\
         - 'users.create': Create a user. Requires: name\n\
         - 'billing.refund': Give it back! Requires: id [DESTRUCTIVE]"
    );
}

#[test]
fn a_module_without_visible_actions_is_not_mentioned() {
    let tool = platform();
    let visible = [&tool.actions[2]];
    assert_eq!(
        described_part(workflow, &tool, &visible, None, 1_024).text,
        "Manage the platform. Modules: billing (refund)\n\
         \n\
         Workflow:\n\
         - 'billing.refund': Give it back! Requires: id [DESTRUCTIVE]"
    );
}

#[test]
fn a_part_of_a_tool_says_what_it_does_to_the_world_and_where_the_rest_is() {
    let tool = projects();
    let actions = [&tool.actions[0], &tool.actions[1]];
    let part = |budget| {
        let part = SafetyPart {
            class: SafetyClass::Write,
            siblings: vec!["projects_read", "projects_delete"],
            leads: true,
        };
        let Description { text, overflow, .. } =
            described_part(workflow, &tool, &actions, Some(part), budget);
        (text, overflow)
    };
    assert_eq!(
        part(1_024).0,
        "Changes data. Manage projects. Actions: list, create. \
         See also: projects_read, projects_delete\n\
         \n\
         Workflow:\n\
         - 'list': List all projects\n\
         - 'create': Create a new project. Requires: name"
    );
    assert_eq!(
        part(110),
        (
            "2 actions, see `action`. See also: projects_read, projects_delete\n\
             \n\
             Details under `action`."
                .to_owned(),
            Some(
                "Changes data. Manage projects\n\
                 \n\
                 - 'list': List all projects\n\
                 - 'create': Create a new project. Requires: name"
                    .to_owned()
            ),
        )
    );
}
