//! Whole descriptions in the compact form.

use serde_json::json;

use super::describe as compact;
use crate::{
    definition::{ArgDef, ToolDef},
    describe::{DescribedTool, Description},
    schema::{
        fixture::{DESTRUCTIVE, action, all, arg, flat, hierarchical, plain},
        merge_without_notes,
    },
    spec::ActionSpec,
};

fn describe(tool: &ToolDef, budget: usize) -> Description {
    let actions = all(tool);
    let merged = merge_without_notes(&actions).unwrap();
    compact(&DescribedTool::for_tool(tool, &actions, &merged), budget)
}

fn full_description(tool: &ToolDef) -> String {
    let Description { text, overflow } = describe(tool, 1_024);
    assert_eq!(overflow, None);
    text
}

fn string(name: &'static str) -> ArgDef {
    arg(name, "", json!({"type": "string"}))
}

fn limit(docs: &'static str, default: i32) -> ArgDef {
    arg("limit", docs, json!({"type": "integer"})).or(json!(default))
}

fn delete() -> ActionSpec {
    ActionSpec::new("delete", "Delete a project.").hints(DESTRUCTIVE)
}

#[test]
fn a_line_lists_what_is_required_then_what_is_optional() {
    let tool = flat(
        "projects",
        "Manage projects. They are many.",
        vec![
            plain("list", "List all projects.", vec![limit("Most", 20)]),
            plain(
                "scan",
                "Look through\nall.\n\nSlowly.",
                vec![limit("Depth", 5)],
            ),
            plain(
                "create",
                "Create a project.",
                vec![
                    string("team").optional(),
                    string("name"),
                    string("note").optional(),
                ],
            ),
            plain("ping", "", vec![]),
            action(
                delete().deprecated("archive it").one_of(&["id", "name"]),
                vec![],
            ),
            action(ActionSpec::new("wipe", "").hints(DESTRUCTIVE), vec![]),
        ],
    );
    assert_eq!(
        full_description(&tool),
        "Manage projects\n\
         \n\
         They are many.\n\
         \n\
         * required, ? optional\n\
         list(limit?) List all projects. limit: Most; default 20\n\
         scan(limit?) Look through all. limit: Depth; default 5\n\
         \x20 Slowly.\n\
         create(name*, team?, note?) Create a project\n\
         ping()\n\
         delete() [DESTRUCTIVE] Delete a project. Deprecated: archive it. One of: id, name\n\
         wipe() [DESTRUCTIVE]"
    );
}

fn platform() -> ToolDef {
    hierarchical(
        "platform",
        "Manage the platform.",
        vec![
            (
                "users",
                "People and robots. Both.",
                vec![
                    plain("list", "List users.", vec![]),
                    plain("create", "Create a user.\n\nTwice.", vec![string("name")]),
                ],
            ),
            ("teams", "", vec![action(delete(), vec![string("id")])]),
        ],
    )
}

#[test]
fn modules_stand_above_their_actions() {
    assert_eq!(
        full_description(&platform()),
        "Manage the platform\n\
         \n\
         * required, ? optional\n\
         users: People and robots\n\
         \x20 Both.\n\
         \x20 list() List users\n\
         \x20 create(name*) Create a user\n\
         \x20   Twice.\n\
         teams:\n\
         \x20 delete(id*) [DESTRUCTIVE] Delete a project"
    );
}

#[test]
fn where_not_all_fits_every_line_has_its_full_key() {
    let told = describe(&platform(), 160);
    assert_eq!(
        told.text,
        "Manage the platform\n\
         \n\
         * required, ? optional\n\
         users: People and robots\n\
         users.list() List users\n\
         users.create(name*) Create a user\n\
         \n\
         Details under `action`."
    );
    assert_eq!(
        told.overflow.unwrap(),
        "users:\n\
         \x20 Both.\n\
         users.create(name*)\n\
         \x20 Twice.\n\
         teams.delete(id*) [DESTRUCTIVE] Delete a project"
    );
}

#[test]
fn an_intro_that_does_not_fit_goes_where_the_lines_go() {
    let docs: &str = "x".repeat(200).leak();
    let tool = flat("t", docs, vec![plain("a", "Do it.", vec![])]);
    assert_eq!(
        describe(&tool, 80),
        Description {
            text: "* required, ? optional\na() Do it\n\nDetails under `action`.".to_owned(),
            overflow: Some(docs.to_owned()),
        }
    );
}
