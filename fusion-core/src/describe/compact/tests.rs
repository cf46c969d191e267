//! Whole descriptions in the compact form.

use serde_json::json;

use super::compact;
use crate::{
    definition::{ActionDef, ArgDef, ToolDef},
    describe::{
        Description, SafetyClass, SafetyPart,
        fixture::{self, described, described_part},
    },
    schema::fixture::{DESTRUCTIVE, action, arg, flat, hierarchical, plain},
    spec::{ActionSpec, Cache},
    state_sync::ActionSync,
};

/// Returns the description and its overflow.
fn describe(tool: &ToolDef, budget: usize) -> (String, Option<String>) {
    let Description { text, overflow, .. } = described(compact, tool, budget);
    (text, overflow)
}

fn whole(tool: &ToolDef) -> String {
    fixture::whole(compact, tool)
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

fn cached(action: ActionDef, cache: Cache) -> ActionDef {
    let sync = ActionSync {
        cache: Some(cache),
        stale: None,
        notifies: None,
    };
    ActionDef { sync, ..action }
}

#[test]
fn a_line_is_a_signature_with_what_is_required_first_and_then_the_docs() {
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
        whole(&tool),
        "Manage projects. (? optional)\n\
         \n\
         They are many.\n\
         \n\
         list(limit?) List all projects. limit: Most; default 20\n\
         scan(limit?) Look through all. limit: default 5\n\
         \x20Slowly.\n\
         create(name, team?, note?) Create a project\n\
         ping()\n\
         delete() Delete a project. Deprecated: archive it. One of: id, name [DESTRUCTIVE]\n\
         wipe() [DESTRUCTIVE]"
    );
}

#[test]
fn a_tool_without_docs_has_lines_only_and_without_optional_arguments_no_legend() {
    let tool = flat(
        "t",
        "",
        vec![
            plain("a", "", vec![string("id")]),
            plain("b", "Été — naïve", vec![]),
        ],
    );
    assert_eq!(whole(&tool), "a(id)\nb() Été — naïve");
    let one = flat(
        "t",
        "Docs!",
        vec![plain("a", "Do it.", vec![string("id").optional()])],
    );
    assert_eq!(whole(&one), "Docs! (? optional)\na(id?) Do it");
}

#[test]
fn fields_have_their_docs_and_state_what_every_action_requires() {
    let scope = || arg("scope", "The scope.", json!({"type": "string"}));
    let actions = vec![
        plain("a", "", vec![scope(), string("id")]),
        plain("b", "", vec![scope(), limit("How many", 5)]),
    ];
    let fields = |actions| described(compact, &flat("t", "", actions), 1_024).fields;
    assert_eq!(
        fields(actions.clone()).unwrap(),
        ["The scope. (always required)", "", "How many"]
    );
    let alone = actions.into_iter().take(1).collect();
    assert_eq!(fields(alone).unwrap(), ["The scope.", ""]);
}

#[test]
fn a_field_of_common_that_every_action_requires_stands_at_the_field_only() {
    let org = || string("org").common();
    let team = || string("team").common().optional();
    let mut actions = vec![
        plain("open", "Open it.", vec![string("title"), org(), team()]),
        plain("close", "Close it.", vec![org(), team()]),
    ];
    let described = described(compact, &flat("t", "", actions.clone()), 1_024);
    assert_eq!(
        described.text,
        "(? optional)\nopen(title, team?) Open it\nclose(team?) Close it"
    );
    assert_eq!(described.fields.unwrap(), ["", "(always required)", ""]);
    // An action that omits them is told apart by the signatures of the others.
    actions.push(plain("ping", "", vec![]));
    assert_eq!(
        whole(&flat("t", "", actions.clone())),
        "(? optional)\nopen(title, org, team?) Open it\nclose(org, team?) Close it\nping()"
    );
    actions.truncate(1);
    assert_eq!(
        whole(&flat("t", "", actions)),
        "(? optional)\nopen(title, org, team?) Open it"
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
fn modules_are_heads_of_short_keys() {
    assert_eq!(
        whole(&platform()),
        "Manage the platform\n\
         users: People and robots\n\
         \x20Both.\n\
         list() List users\n\
         create(name) Create a user\n\
         \x20Twice.\n\
         teams:\n\
         delete(id) Delete a project [DESTRUCTIVE]"
    );
}

#[test]
fn where_not_all_fits_a_head_is_repeated_above_the_rest_of_its_lines() {
    let (text, overflow) = describe(&platform(), 114);
    assert_eq!(
        text,
        "Manage the platform\n\
         users: People and robots\n\
         list() List users\n\
         create(name) Create a user\n\
         \n\
         Details under `action`."
    );
    assert_eq!(
        overflow.unwrap(),
        "users:\n\
         \x20Both.\n\
         create:\n\
         \x20Twice.\n\
         teams:\n\
         delete(id) Delete a project [DESTRUCTIVE]"
    );
    let (text, overflow) = describe(&platform(), 90);
    assert_eq!(
        text,
        "Manage the platform\n\
         users: People and robots\n\
         list() List users\n\
         \n\
         Details under `action`."
    );
    assert_eq!(
        overflow.unwrap(),
        "users:\n\
         \x20Both.\n\
         create(name) Create a user\n\
         \x20Twice.\n\
         teams:\n\
         delete(id) Delete a project [DESTRUCTIVE]"
    );
}

#[test]
fn an_intro_that_does_not_fit_goes_where_the_lines_go() {
    let docs: &str = "x".repeat(200).leak();
    let tool = flat("t", docs, vec![plain("a", "Do it.", vec![])]);
    assert_eq!(
        describe(&tool, 80),
        (
            "a() Do it\n\nDetails under `action`.".to_owned(),
            Some(docs.to_owned()),
        )
    );
}

#[test]
fn a_thousand_actions_keep_the_budget() {
    let actions = (0..1_000).map(|index| {
        let key: &str = format!("action_{index}").leak();
        plain(key, "Do it. And more.", vec![string("id")])
    });
    let (text, overflow) = describe(&flat("t", "Manage all.", actions.collect()), 1_024);
    assert!(text.starts_with("Manage all\naction_0(id) Do it\n And more.\naction_1(id) Do it\n"));
    assert!((1_000..=1_024).contains(&text.chars().count()), "{text}");
    let overflow = overflow.unwrap();
    assert!(overflow.ends_with("\naction_999(id) Do it\n And more."));
    let all = format!("{text}\n{overflow}");
    assert_eq!(all.matches("(id) Do it\n").count(), 1_000);
    assert_eq!(all.matches("\n And more.").count(), 1_000);
}

#[test]
fn each_cache_directive_is_one_line_after_the_actions() {
    let tool = flat(
        "t",
        "Manage.",
        vec![
            cached(plain("list", "List all.", vec![]), Cache::NoStore),
            cached(plain("labels", "", vec![]), Cache::Immutable),
            plain("bare", "", vec![]),
            cached(action(delete(), vec![]), Cache::NoStore),
        ],
    );
    assert_eq!(
        whole(&tool),
        "Manage\n\
         list() List all\n\
         labels()\n\
         bare()\n\
         delete() Delete a project [DESTRUCTIVE]\n\
         Cache-Control: no-store: list, delete\n\
         Cache-Control: immutable: labels"
    );
    let modules = vec![
        (
            "a",
            "",
            vec![cached(plain("list", "", vec![]), Cache::NoStore)],
        ),
        ("b", "", vec![plain("list", "", vec![])]),
    ];
    assert_eq!(
        whole(&hierarchical("t", "", modules)),
        "a:\nlist()\nb:\nlist()\nCache-Control: no-store: a.list"
    );
    let all = vec![cached(
        plain("list", "", vec![limit("", 5)]),
        Cache::NoStore,
    )];
    assert_eq!(
        whole(&flat("t", "Manage.", all)),
        "Manage. (? optional) [Cache-Control: no-store]\nlist(limit?)"
    );
}

#[test]
fn a_part_does_not_repeat_what_the_first_part_states() {
    let tool = platform();
    let actions = [&tool.actions[0], &tool.actions[1]];
    let part = |leads| {
        let part = SafetyPart {
            class: SafetyClass::Read,
            siblings: vec!["platform_write"],
            leads,
        };
        described_part(compact, &tool, &actions, Some(part), 1_024).text
    };
    assert_eq!(
        part(true),
        "Read-only. Manage the platform. See also: platform_write\n\
         users: People and robots\n\
         \x20Both.\n\
         list() List users\n\
         create(name) Create a user\n\
         \x20Twice."
    );
    assert_eq!(
        part(false),
        "Read-only. See also: platform_write\n\
         users:\n\
         list() List users\n\
         create(name) Create a user\n\
         \x20Twice."
    );
}
