//! Whole descriptions as tables.

use serde_json::json;

use super::toon;
use crate::{
    definition::{ArgDef, ToolDef},
    describe::{Description, SafetyClass, SafetyPart, fixture::described_part},
    schema::fixture::{DESTRUCTIVE, action, all, arg, flat, hierarchical, plain},
    spec::ActionSpec,
};

/// Returns the description of a part, and its overflow.
fn describe(tool: &ToolDef, budget: usize) -> (String, Option<String>) {
    let part = SafetyPart {
        class: SafetyClass::Write,
        siblings: vec!["projects_read"],
        leads: true,
    };
    let Description { text, overflow, .. } =
        described_part(toon, tool, &all(tool), Some(part), budget);
    (text, overflow)
}

fn string(name: &'static str) -> ArgDef {
    arg(name, "", json!({"type": "string"}))
}

fn projects() -> ToolDef {
    let delete = ActionSpec::new("delete", "Delete a project.").hints(DESTRUCTIVE);
    flat(
        "projects",
        "Manage projects. They are many.",
        vec![
            plain("list", "List all projects.\n\nAll of them.", vec![]),
            plain(
                "create",
                "Create a|project",
                vec![string("name"), string("team")],
            ),
            action(
                delete.deprecated("archive it"),
                vec![string("name").optional()],
            ),
        ],
    )
}

#[test]
fn a_flat_tool_is_one_table() {
    assert_eq!(
        describe(&projects(), 1_024),
        (
            "Changes data. Manage projects. See also: projects_read\n\
                   \n\
                   They are many.\n\
                   \n\
                   [3|]{action|desc|required|destructive}:\n\
                   \x20 list|List all projects. All of them|\"\"|false\n\
                   \x20 create|\"Create a|project\"|name, team|false\n\
                   \x20 delete|\"Delete a project. Deprecated: archive it.\"|\"\"|true"
                .to_owned(),
            None
        )
    );
}

#[test]
fn what_does_not_fit_is_a_table_where_nobody_cuts() {
    assert_eq!(
        describe(&projects(), 194),
        (
            "Changes data. Manage projects. See also: projects_read\n\
                   \n\
                   [1|]{action|desc|required|destructive}:\n\
                   \x20 list|List all projects. All of them|\"\"|false\n\
                   \n\
                   Details under `action`."
                .to_owned(),
            Some(
                "They are many.\n\
                 \n\
                 [2|]{action|desc|required|destructive}:\n\
                 \x20 create|\"Create a|project\"|name, team|false\n\
                 \x20 delete|\"Delete a project. Deprecated: archive it.\"|\"\"|true"
                    .to_owned()
            )
        )
    );
}

#[test]
fn modules_have_a_table_each_and_harmless_tools_a_column_less() {
    let tool = hierarchical(
        "platform",
        "",
        vec![
            ("users", "", vec![plain("list", "List users", vec![])]),
            (
                "billing",
                "",
                vec![
                    plain("list", "List bills", vec![]),
                    plain("pay", "Pay a bill", vec![string("id")]),
                ],
            ),
        ],
    );
    assert_eq!(
        describe(&tool, 1_024).0,
        "Changes data. See also: projects_read\n\
         \n\
         users[1|]{action|desc|required}:\n\
         \x20 list|List users|\"\"\n\
         billing[2|]{action|desc|required}:\n\
         \x20 list|List bills|\"\"\n\
         \x20 pay|Pay a bill|id"
    );
}

#[test]
fn a_field_of_common_that_every_action_requires_is_in_no_row() {
    let org = || string("org").common();
    let actions = vec![
        plain("pay", "Pay a bill", vec![string("id"), org()]),
        plain("list", "List bills", vec![org()]),
    ];
    assert_eq!(
        describe(&flat("bills", "", actions), 1_024).0,
        "Changes data. See also: projects_read\n\
         \n\
         [2|]{action|desc|required}:\n\
         \x20 pay|Pay a bill|id\n\
         \x20 list|List bills|\"\""
    );
}
