use serde_json::json;

use super::*;
use crate::{schema::fixture::hierarchical, surface::SurfaceForm};

fn text() -> serde_json::Value {
    json!({"type": "string"})
}

/// Returns one action with these docs and an argument `name`.
fn tools_with_docs(docs: &'static str) -> [ToolDef; 1] {
    issues(vec![plain(
        "open",
        docs,
        vec![arg("name", "Its name.", text())],
    )])
}

/// Returns one argument in several actions.
fn argument(docs: &[&'static str]) -> [ToolDef; 1] {
    let keys = ["open", "close", "assign"].into_iter();
    let actions = keys
        .zip(docs)
        .map(|(key, docs)| plain(key, "Do.", vec![arg("name", docs, text())]));
    issues(actions.collect())
}

#[test]
fn what_has_no_docs_is_found() {
    let module = |name, docs| (name, docs, vec![plain("list", "List.", vec![])]);
    let tool = hierarchical(
        "tracker",
        " ",
        vec![module("issues", ""), module("labels", "Sort.")],
    );
    assert_eq!(
        findings_of(Rule::ToolDocs, &[tool]),
        [
            "tracker: it has no docs, by which a model picks a tool; write a doc comment on the struct [tool-docs]",
            "tracker/issues: it has no docs, by which a model picks a tool; write a doc comment on the block [tool-docs]"
        ]
    );
    assert_eq!(places(Rule::ToolDocs, &tools_with_docs("Open.")), NOTHING);
    assert_eq!(
        findings_of(Rule::ActionDocs, &tools_with_docs("")),
        [
            "issues/open: it has no docs, and its key is all that a model knows of it; write a doc comment on the method [action-docs]"
        ]
    );
    assert_eq!(places(Rule::ActionDocs, &tools_with_docs("Open.")), NOTHING);
}

#[test]
fn an_argument_is_documented_by_its_docs_or_by_those_of_its_values() {
    assert_eq!(
        findings_of(Rule::ArgumentDocs, &argument(&["Its name.", ""])),
        [
            "issues/close.name: it has no docs in `close`, and the list describes it there by those of `open`, \"Its name\"; write a doc comment on the parameter, or on its type for all actions [argument-docs]"
        ]
    );
    assert_eq!(
        findings_of(Rule::ArgumentDocs, &argument(&["", ""])),
        [
            "issues.name: it has no docs, nor has its type; write a doc comment on the parameter, or on its type for all actions [argument-docs]"
        ]
    );
    assert_eq!(
        places(Rule::ArgumentDocs, &argument(&["Its name."])),
        NOTHING
    );
    let state = arg("state", "", json!({"type": "string", "enum": ["open"]}));
    let tool = issues(vec![plain(
        "list",
        "List.",
        vec![state.values(&[("open", "To do.")])],
    )]);
    assert_eq!(places(Rule::ArgumentDocs, &tool), NOTHING);
}

#[test]
fn a_first_sentence_has_200_characters_at_most() {
    let docs = |length| tools_with_docs(format!("{}. And more.", "x".repeat(length)).leak());
    assert_eq!(
        findings_of(Rule::FirstSentence, &docs(201)),
        [
            "issues/open: its first sentence has 201 characters, and those of all actions share 1024; say what it does in 200 at most, and the rest behind a full stop [first-sentence]"
        ]
    );
    assert_eq!(places(Rule::FirstSentence, &docs(200)), NOTHING);
}

#[test]
fn an_action_listed_by_itself_says_no_more_than_clients_take() {
    let docs = |length: usize| tools_with_docs(format!("Open. {}", "x".repeat(length - 6)).leak());
    assert_eq!(places(Rule::FlatDescriptionLength, &docs(1_024)), NOTHING);
    assert_eq!(
        findings_of(Rule::FlatDescriptionLength, &docs(1_025)),
        [
            "issues/open: listed as `issues_open`, its description has 1025 characters; OpenAI-shaped APIs refuse more than 1024; shorten its docs, or move what belongs to an argument there (saves 1 token) [flat-description-length]"
        ]
    );
    assert_eq!(
        findings_of(Rule::FlatDescriptionLength, &docs(2_049)),
        [
            "issues/open: listed as `issues_open`, its description has 2049 characters; Claude Code cuts at 2048 without a word, and OpenAI-shaped APIs refuse more than 1024; shorten its docs, or move what belongs to an argument there (saves 342 tokens) [flat-description-length]"
        ]
    );
}

#[test]
fn a_grouped_tool_says_no_more_either() {
    // A real listing never exceeds the limit, because the discriminator's description takes the rest.
    let [tool] = tools_with_docs(format!("Open. {}", "x".repeat(3_000)).leak());
    assert_eq!(
        places(Rule::DescriptionLength, std::slice::from_ref(&tool)),
        NOTHING
    );

    let grouped = Surface::unfiltered(&SurfaceForm::default(), &[&tool], &mut Vec::new());
    let mut listed = grouped.tools()[0].clone();
    listed.description = "x".repeat(1_025);
    let subject = LintedTool::new(&tool, Some(&listed), &[]);
    let mut found = Vec::new();
    budgets::description_length(&subject, &mut found);
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "issues: listed as `issues`, its description has 1025 characters; OpenAI-shaped APIs refuse more than 1024; shorten the docs of the tool and of its actions (saves 1 token) [description-length]"
        ]
    );
}

#[test]
fn docs_of_one_argument_that_differ_in_form_are_nearly_equal() {
    assert_eq!(
        findings_of(
            Rule::NearEqualDocs,
            &argument(&["A member's name.", "Other.", "The member's name"])
        ),
        [
            "issues.name: \"A member's name.\" in `open` and \"The member's name\" in `assign` are nearly the same, and so they do not stand once, at the field; write the same in both, or document a type that both use (saves 8 tokens) [near-equal-docs]"
        ]
    );
    let near = |a, b| places(Rule::NearEqualDocs, &argument(&[a, b])).len();
    assert_eq!(near("The member's name", "The membre's name"), 1);
    for (a, b) in [
        ("The member's name.", "The member's name."),
        ("The member to add.", "The member to remove."),
        ("Only open issues.", "Only issues of this member."),
        ("At most 100.", "At most 500."),
        ("Its name.", ""),
    ] {
        assert_eq!(near(a, b), 0, "{a} {b}");
    }
}

#[test]
fn no_two_actions_begin_with_the_same_words() {
    let tool = |a, b| issues(vec![plain("close", a, vec![]), plain("finish", b, vec![])]);
    assert_eq!(
        findings_of(
            Rule::SameDocs,
            &tool("Close an issue.", "Close the issue. For good.")
        ),
        [
            "issues/finish: it begins with the words of `close`, \"Close the issue\", and a model cannot tell the two apart; say what makes the difference [same-docs]"
        ]
    );
    for (a, b) in [("Close an issue.", "Close an issue for good."), ("", "")] {
        assert_eq!(findings_of(Rule::SameDocs, &tool(a, b)), NOTHING);
    }
}

#[test]
fn a_long_sentence_stands_once() {
    let long = "Only members of the project may do this, others are told so.";
    let tool = |sentence| {
        let docs = |first| -> &'static str { format!("{first}. {sentence}").leak() };
        issues(vec![
            plain("open", docs("Open"), vec![]),
            plain("close", docs("Close"), vec![]),
        ])
    };
    assert_eq!(
        findings_of(Rule::RepeatedSentence, &tool(long)),
        [
            "issues: \"Only members of the project may do this, others are told so\" stands in the docs of `open` and `close`; say it once, in the docs of the tool or of a shared type (saves 20 tokens) [repeated-sentence]"
        ]
    );
    for noise in [
        "\n\n- Only members of the project may do this, others are told so.",
        "\n\n* Only members of the project may do this, others are told so.",
        "\n\n1. Only members of the project may do this, others are told so.",
        "The permissions are described at https://example.com/docs/permissions.",
    ] {
        assert_eq!(
            findings_of(Rule::RepeatedSentence, &tool(noise)),
            NOTHING,
            "{noise}"
        );
    }
    assert_eq!(
        findings_of(Rule::RepeatedSentence, &tool("Returns the issue.")),
        NOTHING
    );
    let twice: &str = format!("Open. {long} {long}").leak();
    assert_eq!(
        findings_of(Rule::RepeatedSentence, &tools_with_docs(twice)),
        NOTHING
    );
}

#[test]
fn docs_do_not_list_arguments() {
    for docs in [
        "Open.\n\nArgs:\n    x (str): text",
        "Open.\n\n# Arguments\n\n* x",
        "Open.\n\n**Parameters**:\nx",
        "Open.\n\nIt takes two arguments:\n- x",
        "Open.\nParameters explained:\n- x",
        "Open.\nParams: x, y",
        "Open.\n- name: what it is called",
        "Open.\n- `name` (str, optional) - what it is called",
        "Open.\n  * **name** - what it is called",
    ] {
        assert_eq!(
            places(Rule::ArgumentList, &tools_with_docs(docs)),
            ["issues/open"],
            "{docs}"
        );
    }
    for docs in [
        "Open. Arguments are checked twice.",
        "Open.\n- names: those of members",
        "Open.\n- name it well",
        "Open.\n- first: this\n- then: that",
        "Open. Its steps:\n1. name",
        "Open an issue: name, body.",
    ] {
        assert_eq!(
            places(Rule::ArgumentList, &tools_with_docs(docs)),
            NOTHING,
            "{docs}"
        );
    }
    assert_eq!(
        findings_of(Rule::ArgumentList, &tools_with_docs("Open.\n\nArgs:\n  x")),
        [
            "issues/open: its docs list arguments (\"Args:\"), which the schema lists again; move each text to the doc comment of its argument (saves 2 tokens) [argument-list]"
        ]
    );
}

#[test]
fn docs_do_not_ask_for_null_or_an_empty_string() {
    for docs in [
        "A member's name. Pass null to unassign.",
        "Use `null` for nobody.",
        "Set this to null to clear it.",
        "Set the name to null.",
        "A member's name, or null.",
        "A member's name; null for nobody.",
        "Null clears it.",
        "Use an empty string to clear it.",
        "Send it as an empty string.",
        "The name (empty string means none).",
    ] {
        assert_eq!(
            places(Rule::SaysNull, &argument(&[docs])),
            ["issues/open.name"],
            "{docs}"
        );
    }
    for docs in [
        "Never pass null.",
        "May not be an empty string.",
        "Only rows whose name is null.",
        "How null values are compared.",
        "Use it for null checks.",
        "Rows are compared to null.",
        "An empty list of strings.",
        "Leave it out for nobody.",
        "Nullable columns only.",
    ] {
        assert_eq!(
            places(Rule::SaysNull, &argument(&[docs])),
            NOTHING,
            "{docs}"
        );
    }
    assert_eq!(
        findings_of(
            Rule::SaysNull,
            &tools_with_docs("Open. Set `name` to null to clear it.")
        ),
        [
            "issues/open: \"Set `name` to null to clear it\" asks for null, which some clients cannot send: it arrives as \"null\"; let absence say it, or give it an argument or an action of its own [says-null]"
        ]
    );
    let filter = json!({"type": "object", "properties": {"by": {"type": "string", "description": "Use null for all."}}});
    let filtered = |key| plain(key, "Do.", vec![arg("filter", "Which.", filter.clone())]);
    let tool = issues(vec![filtered("list"), filtered("find")]);
    assert_eq!(places(Rule::SaysNull, &tool), ["issues.filter.by"]);
}
