use serde_json::json;

use super::*;
use crate::schema::fixture::hierarchical;

fn tools_named(name: &'static str, key: &'static str) -> [ToolDef; 1] {
    [flat(
        name,
        "Track issues.",
        vec![plain(key, "Do it.", vec![])],
    )]
}

#[test]
fn a_tool_name_of_more_than_32_is_too_long() {
    let (long, fits) = ("a".repeat(33), "a".repeat(32));
    assert_eq!(
        findings_of(Rule::NameLength, &tools_named(long.leak(), "b")),
        [
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: the name has 33 characters, and with the prefixes of clients, as in `mcp__server__name`, it comes near the 60 of Cursor and the 64 of the others; use 32 at most [name-length]"
        ]
    );
    assert_eq!(
        findings_of(Rule::NameLength, &tools_named(fits.leak(), "b")),
        NOTHING
    );
}

#[test]
fn a_flat_name_of_more_than_60_is_too_long_for_cursor_and_of_more_than_64_for_all() {
    let flat_name = |length: usize| {
        let key: &str = "b".repeat(length - 2).leak();
        findings_of(Rule::FlatNameLength, &tools_named("a", key))
    };
    let finding = |length: usize, limit: &str| {
        let key = "b".repeat(length - 2);
        [format!(
            "a/{key}: listed flat as `a_{key}`, the name has {length} characters; {limit}; shorten the key or the tool's name [flat-name-length]"
        )]
    };
    let cursor = "Cursor accepts 60, with the server's name";
    assert_eq!(flat_name(60), NOTHING);
    assert_eq!(flat_name(61), finding(61, cursor));
    assert_eq!(flat_name(64), finding(64, cursor));
    let key: &str = "b".repeat(33).leak();
    let name: &str = "a".repeat(31).leak();
    assert_eq!(
        places(Rule::FlatNameLength, &tools_named(name, key)),
        [format!("{name}/{key}")]
    );
    assert_eq!(flat_name(65), finding(65, "no client accepts more than 64"));
}

#[test]
fn action_between_underscores_hides_a_tool() {
    for (tool, key, place) in [
        ("my_action", "list", "my_action"),
        ("my_action_log", "list", "my_action_log"),
        ("issues", "run_action", "issues/run_action"),
        ("log", "action_list", "log/action_list"),
    ] {
        assert_eq!(places(Rule::NameAction, &tools_named(tool, key)), [place]);
    }
    for (tool, key) in [
        ("actions", "list"),
        ("user_actions", "list"),
        ("action", "list"),
    ] {
        assert_eq!(places(Rule::NameAction, &tools_named(tool, key)), NOTHING);
    }
    assert_eq!(
        findings_of(Rule::NameAction, &tools_named("issues", "run_action")),
        [
            "issues/run_action: LibreChat takes `_action` in `issues_run_action` for a mark of its own and hides the tool; use another word [name-action]"
        ]
    );
}

#[test]
fn keys_that_differ_by_a_plural_are_similar() {
    let keys = |first, second| {
        issues(vec![
            action_without_arguments(first, READ_ONLY),
            action_without_arguments(second, READ_ONLY),
        ])
    };
    assert_eq!(
        findings_of(Rule::SimilarNames, &keys("get_issue", "get_issues")),
        [
            "issues/get_issues: `get_issues` and `get_issue` are nearly one name, and a model takes one for the other; rename one of them by what makes the difference [similar-names]"
        ]
    );
    assert_eq!(
        findings_of(Rule::SimilarNames, &keys("get_issue", "list_issues")),
        NOTHING
    );
    let modules = |first, second| {
        let module = |name| {
            (
                name,
                "Docs.",
                vec![action_without_arguments("list", READ_ONLY)],
            )
        };
        [hierarchical(
            "tracker",
            "Track.",
            vec![module(first), module(second)],
        )]
    };
    assert_eq!(
        places(Rule::SimilarNames, &modules("user", "users")),
        ["tracker/users.list"]
    );
    assert_eq!(
        places(Rule::SimilarNames, &modules("user", "issues")),
        NOTHING
    );
}

#[test]
fn arguments_are_similar_unless_one_is_the_array_of_the_other() {
    let text = || json!({"type": "string"});
    let list = || json!({"type": "array", "items": {"type": "string"}});
    let arguments = |(first, a), (second, b)| {
        issues(vec![
            plain("open", "Open.", vec![arg(first, "One.", a)]),
            plain("close", "Close.", vec![arg(second, "Two.", b)]),
        ])
    };
    let similar = arguments(("issue_id", text()), ("issueId", text()));
    assert_eq!(
        places(Rule::SimilarNames, &similar),
        ["issues/close.issueId"]
    );
    let similar = arguments(("label", text()), ("labels", text()));
    assert_eq!(
        places(Rule::SimilarNames, &similar),
        ["issues/close.labels"]
    );
    let array = arguments(("label", text()), ("labels", list()));
    assert_eq!(places(Rule::SimilarNames, &array), NOTHING);
}

#[test]
fn one_thing_has_one_name_unless_it_is_there_twice() {
    let label = |name, docs| arg(name, docs, json!({"type": "string"}));
    let tool = |a: Vec<(_, _)>, b: Vec<(_, _)>| {
        let args = |args: Vec<_>| {
            args.into_iter()
                .map(|(name, docs)| label(name, docs))
                .collect()
        };
        issues(vec![
            plain("open", "Open.", args(a)),
            plain("close", "Close.", args(b)),
        ])
    };
    let docs = "A label's name.";
    assert_eq!(
        findings_of(
            Rule::ArgumentSynonyms,
            &tool(vec![("name", docs)], vec![("label", docs)])
        ),
        [
            "issues/close.label: what is `label` in `close` is `name` in `open`, and a model sends the one that it saw first; give it one name, or say in its docs what makes the difference (saves 20 tokens) [argument-synonyms]"
        ]
    );
    for near in [
        tool(vec![("from", docs), ("to", docs)], vec![]),
        tool(vec![("name", docs)], vec![("label", "The new name.")]),
        tool(vec![("name", "")], vec![("label", "")]),
        tool(vec![("name", "Text.")], vec![("label", "Text.")]),
    ] {
        assert_eq!(findings_of(Rule::ArgumentSynonyms, &near), NOTHING);
    }
    // Both have the docs of their type.
    let user = |name| arg(name, "A user's number.", json!({"type": "integer"})).typed();
    let tool = issues(vec![
        plain("open", "Open.", vec![user("author")]),
        plain("close", "Close.", vec![user("closer")]),
    ]);
    assert_eq!(findings_of(Rule::ArgumentSynonyms, &tool), NOTHING);
}
