//! Whole descriptions in the brief form.

use serde_json::json;

use super::brief;
use crate::{
    definition::{ArgDef, ToolDef},
    describe::{
        Description, SafetyClass, SafetyPart,
        fixture::{described, described_part, whole},
    },
    schema::fixture::{DESTRUCTIVE, action, all, arg, flat, hierarchical, plain},
    spec::ActionSpec,
};

fn id(docs: &'static str) -> ArgDef {
    arg("id", docs, json!({"type": "integer"}))
}

fn platform() -> ToolDef {
    let delete = ActionSpec::new("delete", "Delete a team. For good.").hints(DESTRUCTIVE);
    hierarchical(
        "platform",
        "Manage the platform. It is large.",
        vec![
            (
                "users",
                "People and robots. Both.",
                vec![
                    plain("list", "List users.\n\nAll of them.", vec![]),
                    plain("get", "", vec![id("The user.").optional()]),
                ],
            ),
            (
                "teams",
                "",
                vec![action(
                    delete.deprecated("archive it").one_of(&["id", "name"]),
                    vec![id("The team.")],
                )],
            ),
        ],
    )
}

#[test]
fn a_line_is_a_signature_with_the_first_sentence_and_fields_have_no_docs() {
    let described = described(brief, &platform(), 1_024);
    assert_eq!(
        described.text,
        "Manage the platform. (? optional)\n\
         users: People and robots\n\
         list() List users\n\
         get(id?)\n\
         teams:\n\
         delete(id) Delete a team. Deprecated: archive it. One of: id, name [DESTRUCTIVE]"
    );
    assert_eq!(described.overflow, None);
    assert_eq!(described.fields.unwrap(), [""]);
    assert!(described.opaque);
}

#[test]
fn a_part_that_does_not_lead_has_neither_docs_nor_those_of_its_modules() {
    let tool = platform();
    let part = SafetyPart {
        class: SafetyClass::Destructive,
        siblings: vec!["platform_read"],
        leads: false,
    };
    assert_eq!(
        described_part(brief, &tool, &all(&tool)[..2], Some(part), 1_024).text,
        "Destructive. See also: platform_read. (? optional)\n\
         users:\n\
         list() List users\n\
         get(id?)"
    );
}

#[test]
fn a_group_of_one_action_without_docs_is_its_signature() {
    assert_eq!(
        whole(brief, &flat("t", "", vec![plain("a", "", vec![])])),
        "a()"
    );
}

#[test]
fn a_thousand_actions_keep_the_budget() {
    let actions = (0..1_000).map(|index| {
        let key: &str = format!("action_{index}").leak();
        plain(key, "Fais-le — vite. And more.", vec![id("")])
    });
    let Description { text, overflow, .. } =
        described(brief, &flat("t", "Manage all.", actions.collect()), 1_024);
    assert!((990..=1_024).contains(&text.chars().count()), "{text}");
    assert!(text.ends_with("\n\nDetails under `action`."));
    let overflow = overflow.unwrap();
    assert!(overflow.ends_with("\naction_999(id) Fais-le — vite"));
    let lines = text.lines().chain(overflow.lines());
    assert_eq!(
        lines.filter(|line| line.contains("(id) Fais")).count(),
        1_000
    );
}

#[test]
fn a_field_of_common_that_every_action_requires_has_its_note() {
    let actions = vec![
        plain("get", "", vec![id("The user.").common()]),
        plain("list", "", vec![id("The user.").common()]),
    ];
    let described = described(brief, &flat("t", "", actions), 1_024);
    assert_eq!(described.text, "get()\nlist()");
    assert_eq!(described.fields.unwrap(), ["(always required)"]);
}
