use serde_json::json;

use super::*;
use crate::spec::{HintOverrides, ToolSpec};

const PLAIN: Hints = Hints::new(false, false, false, false);
const DESTRUCTIVE: Hints = Hints::new(false, true, true, false);

#[test]
fn a_key_that_destroys_is_destructive() {
    for key in ["delete", "bulk_delete", "cancelOrder", "drop-table", "kill"] {
        let tool = issues(vec![action_without_arguments(key, PLAIN)]);
        assert_eq!(
            places(Rule::DestructiveKey, &tool),
            [format!("issues/{key}")]
        );
        let tool = issues(vec![action_without_arguments(key, DESTRUCTIVE)]);
        assert_eq!(places(Rule::DestructiveKey, &tool), NOTHING);
    }
    for (key, hints) in [
        ("list_deleted", READ_ONLY),
        ("preview_deletion", PLAIN),
        ("send_reset_mail", PLAIN),
        ("dropdown", PLAIN),
        ("delete_preview", READ_ONLY),
        ("get_last_drop", READ_ONLY),
        ("detach", PLAIN),
    ] {
        let tool = issues(vec![action_without_arguments(key, hints)]);
        assert_eq!(places(Rule::DestructiveKey, &tool), NOTHING, "{key}");
    }
    assert_eq!(
        findings_of(
            Rule::DestructiveKey,
            &issues(vec![action_without_arguments("delete", READ_ONLY)])
        ),
        [
            "issues/delete: the key says `delete` and the action is not destructive, so that clients do not ask before they call it; mark it `destructive`, or give it another key [destructive-key]"
        ]
    );
}

#[test]
fn a_key_that_reads_is_read_only() {
    assert_eq!(
        findings_of(
            Rule::ReadKey,
            &issues(vec![action_without_arguments("list_open", PLAIN)])
        ),
        [
            "issues/list_open: the key says `list` and the action is not read-only, so that clients ask before every call and plan modes hide it; mark it `read_only`, or give it a key that says what it changes [read-key]"
        ]
    );
    for (key, hints) in [
        ("list", READ_ONLY),
        ("find_or_create", PLAIN),
        ("search_and_replace", PLAIN),
        ("mark_read", PLAIN),
        ("listen", PLAIN),
        ("counter", PLAIN),
        ("get_and_delete", DESTRUCTIVE),
    ] {
        assert_eq!(
            places(
                Rule::ReadKey,
                &issues(vec![action_without_arguments(key, hints)])
            ),
            NOTHING,
            "{key}"
        );
    }
}

#[test]
fn a_tool_that_reads_and_changes_is_found_once() {
    let tool = issues(vec![
        action_without_arguments("list", READ_ONLY),
        action_without_arguments("open", PLAIN),
        action_without_arguments("delete", DESTRUCTIVE),
    ]);
    assert_eq!(
        findings_of(Rule::MixedSafety, &tool),
        [
            "issues: grouped, it reads (`list`) and changes (`open` and `delete`): Anthropic's directory refuses that, and clients ask for the reads as well; serve such clients `Exposition::BySafety` [mixed-safety]"
        ]
    );
    for actions in [
        vec![
            action_without_arguments("list", READ_ONLY),
            action_without_arguments("get", READ_ONLY),
        ],
        vec![
            action_without_arguments("open", PLAIN),
            action_without_arguments("delete", DESTRUCTIVE),
        ],
    ] {
        assert_eq!(places(Rule::MixedSafety, &issues(actions)), NOTHING);
    }
}

#[test]
fn a_tool_that_its_author_declares_read_only_is_approved_as_its_reads_are() {
    let [tool] = issues(vec![
        action_without_arguments("list", READ_ONLY),
        action_without_arguments("mark", PLAIN),
    ]);
    let declared = ToolSpec {
        annotations: HintOverrides {
            read_only: Some(true),
            destructive: None,
            idempotent: None,
            open_world: None,
        },
        ..*tool.spec
    };
    let declared = ToolDef {
        spec: Box::leak(Box::new(declared)),
        ..tool.clone()
    };
    assert_eq!(places(Rule::MixedSafety, &[tool]), ["issues"]);
    assert_eq!(places(Rule::MixedSafety, &[declared]), NOTHING);
}

#[test]
fn the_actions_of_a_tool_have_titles_all_or_none() {
    let action = |key, title: Option<&'static str>| {
        let spec = ActionSpec::new(key, "Do it.");
        action(title.map_or(spec, |title| spec.title(title)), vec![])
    };
    let [tool] = issues(vec![action("open", Some("Open")), action("close", None)]);
    assert_eq!(
        findings_of(Rule::FlatMissingTitle, std::slice::from_ref(&tool)),
        [
            "issues: there is no title in `close`, and other actions have one; Anthropic's directory asks for it where each is a tool; add `title = \"…\"` there [flat-missing-title]"
        ]
    );
    let missing = |tool: &ToolDef| {
        let mut found = under(Some(Exposition::Flat), std::slice::from_ref(tool));
        found.retain(|finding| finding.rule == Rule::MissingTitle);
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(missing(&tool), NOTHING);
    let [untitled] = issues(vec![action("open", None), action("close", None)]);
    assert_eq!(
        missing(&untitled),
        [
            "issues: none of its actions has a title, which Anthropic's directory asks for and clients show to people; add `title = \"…\"` to each [missing-title]"
        ]
    );
    assert_eq!(places(Rule::MissingTitle, &[untitled]), NOTHING);
    for titles in [[None, None], [Some("Open"), Some("Close")]] {
        let [first, second] = titles;
        let tool = issues(vec![action("open", first), action("close", second)]);
        assert_eq!(places(Rule::FlatMissingTitle, &tool), NOTHING);
    }
}

#[test]
fn what_is_secret_is_secret_in_all_actions() {
    let token = || arg("token", "The token.", json!({"type": "string"}));
    let tool = |first, second| {
        issues(vec![
            plain("open", "Open.", vec![first]),
            plain("close", "Close.", vec![second]),
        ])
    };
    assert_eq!(
        findings_of(Rule::SecretMixed, &tool(token().secret(), token())),
        [
            "issues/close.token: it is secret in `open` and plain in `close`, where its value stands in messages and logs; mark it `secret` there as well, or rename it [secret-mixed]"
        ]
    );
    assert_eq!(
        places(Rule::SecretMixed, &tool(token().secret(), token().secret())),
        NOTHING
    );
    assert_eq!(places(Rule::SecretMixed, &tool(token(), token())), NOTHING);
}

#[test]
fn a_handler_that_shows_an_error_is_found() {
    let shown = ActionSpec::new("a", "").shows_errors();
    let plain = ActionSpec::new("b", "");
    let tool = issues(vec![action(shown, vec![]), action(plain, vec![])]);
    assert_eq!(
        findings_of(Rule::ShownError, &tool),
        [
            "issues/a: its handler turns an error into a text, such as `map_err(|e| format!(\"…{e}\"))`, and the model reads that text with every path, host and query in it; use `?` on the error, or add `.internal()` to log the text, or `.expose()` if the model may read it [shown-error]"
        ]
    );
}
