//! Whole descriptions as tables.

use serde_json::json;

use super::describe as toon;
use crate::{
    definition::{ArgDef, ToolDef},
    describe::{DescribedTool, Description},
    schema::{
        fixture::{DESTRUCTIVE, action, all, arg, flat, hierarchical, plain},
        merge,
    },
    spec::ActionSpec,
};

fn describe(tool: &ToolDef, budget: usize) -> Description {
    let actions = all(tool);
    let merged = merge(&actions).unwrap();
    let subject = DescribedTool {
        siblings: &["projects_read"],
        ..DescribedTool::for_tool(tool, &actions, &merged)
    };
    toon(&subject, budget)
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
        Description {
            text: "Manage projects. See also: projects_read\n\
                   \n\
                   They are many.\n\
                   \n\
                   [3|]{action|desc|required|destructive}:\n\
                   \x20 list|List all projects. All of them|\"\"|false\n\
                   \x20 create|\"Create a|project\"|name, team|false\n\
                   \x20 delete|\"Delete a project. Deprecated: archive it.\"|\"\"|true"
                .to_owned(),
            overflow: None,
        }
    );
}

#[test]
fn what_does_not_fit_is_a_table_where_nobody_cuts() {
    assert_eq!(
        describe(&projects(), 180),
        Description {
            text: "Manage projects. See also: projects_read\n\
                   \n\
                   [1|]{action|desc|required|destructive}:\n\
                   \x20 list|List all projects. All of them|\"\"|false\n\
                   \n\
                   Details under `action`."
                .to_owned(),
            overflow: Some(
                "They are many.\n\
                 \n\
                 [2|]{action|desc|required|destructive}:\n\
                 \x20 create|\"Create a|project\"|name, team|false\n\
                 \x20 delete|\"Delete a project. Deprecated: archive it.\"|\"\"|true"
                    .to_owned()
            ),
        }
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
        describe(&tool, 1_024).text,
        "See also: projects_read\n\
         \n\
         users[1|]{action|desc|required}:\n\
         \x20 list|List users|\"\"\n\
         billing[2|]{action|desc|required}:\n\
         \x20 list|List bills|\"\"\n\
         \x20 pay|Pay a bill|id"
    );
}
