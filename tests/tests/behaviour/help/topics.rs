//! The answers: the contract of an action, of a module, and the overview of a tool.

use fusion_core::{Exposition, Json, StateSync, View, tool_group};
use serde_json::json;

use super::{Clock, Issues, answer, builder, desk, help};

pub(super) fn view() -> View {
    let registry = builder()
        .state_sync(StateSync::new())
        .tool(desk())
        .tool(Clock)
        .build()
        .unwrap();
    registry.view(Exposition::Grouped).unwrap()
}

const ASSIGN: &str = "\
issues.assign(issue, password, name?, team?)
Assign an issue.
Arguments:
- issue: integer 0..4294967295 (required). Its number.
- name: string
- team: string
- password: string matching ^hunter (required, secret). The password.
  It is checked.
Exactly one of: name, team
Hints: changes data, idempotent, open world
Timeout: 5 s
Deprecated: use list";

#[tokio::test]
async fn an_action_is_answered_with_its_whole_contract() {
    let view = view();
    for (topic, contract) in [
        ("issues.assign", ASSIGN),
        (
            "issues.list",
            "\
issues.list(state?, limit?)
List issues, newest first. See `issues.purge`.

- closed ones too
Arguments:
- state: open|closed. Only issues in this state.
  open: Still to do
  closed: Done, or never to be done
- limit: integer 1..100; default 20. How many.
Hints: read-only
Cache-Control: no-store",
        ),
        (
            "issues.search",
            "\
issues.search(by)
Search issues.
Arguments:
- by: object (required). What to look for.
  - opened: object. When it was opened.
    - from: string (required). The first day.
    - to: string. The last day.
  - state: open|closed. The state of an issue. open: Still to do; closed: Done, or never to be done
  - words: array of string, items 1.. (required). Words that the title contains.
Hints: read-only",
        ),
        (
            "issues.purge",
            "\
issues.purge() [DESTRUCTIVE]
Delete every issue.
No arguments.
Hints: destructive
Invalidates: desk.issues.list, desk.labels.*",
        ),
        (
            "help",
            "\
help(topic?)
Return the whole contract of an action or module, or an overview.
Arguments:
- topic: string. The key of an action, or the name of a module; none for an overview.
Hints: read-only",
        ),
    ] {
        let answered = help(&view, "desk", topic).await;
        assert_eq!(answered.as_deref(), Ok(contract), "{topic}");
    }
}

#[tokio::test]
async fn a_module_is_answered_with_its_docs_and_the_contracts_of_its_actions() {
    let text = help(&view(), "desk", "labels").await.unwrap();
    assert_eq!(
        text,
        "\
labels: Name what issues are about.

labels.list()
List labels.
No arguments.
Hints: read-only

labels.delete(label) [DESTRUCTIVE]
Delete a label.
Arguments:
- label: string (required). Its name.
Hints: destructive"
    );
}

#[tokio::test]
async fn no_topic_is_answered_with_an_overview() {
    let view = view();
    let overview = "\
Everything about a project.

(? optional)
issues: Track issues
issues.list(state?, limit?) List issues, newest first
issues.search(by) Search issues
issues.assign(issue, password, name?, team?) Assign an issue. Deprecated: use list. One of: name, team
issues.purge() Delete every issue [DESTRUCTIVE]
labels: Name what issues are about
labels.list() List labels
labels.delete(label) Delete a label [DESTRUCTIVE]

For the contract of an action or module, call help with its name as topic, such as \"issues.list\".";
    for arguments in [
        json!({"action": "help"}),
        json!({"action": "help", "topic": null}),
        json!({"action": "help", "topic": " "}),
        json!({"action": "help", "topic": "desk"}),
    ] {
        let answered = answer(&view, "desk", arguments.clone()).await;
        assert_eq!(answered.as_deref(), Ok(overview), "{arguments}");
    }
}

#[tokio::test]
async fn the_overview_of_a_flat_tool_has_no_modules() {
    let registry = builder().tool(Issues).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let flat = answer(&view, "issues", json!({"action": "help"}))
        .await
        .unwrap();
    assert_eq!(
        flat,
        "\
Track issues.

They are numbered from 1.

(? optional)
list(state?, limit?) List issues, newest first
search(by) Search issues
assign(issue, password, name?, team?) Assign an issue. Deprecated: use list. One of: name, team
purge() Delete every issue [DESTRUCTIVE]

For the contract of an action, call help with its name as topic, such as \"list\"."
    );
}

/// The list of a flat tool and its overview have the same lines.
#[tokio::test]
async fn the_lines_of_an_overview_are_those_of_the_list() {
    let registry = builder().tool(Issues).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let lines = |text: &str| -> Vec<String> {
        let signatures = text.lines().filter(|line| {
            let name = line.split('(').next().unwrap_or_default();
            ["list", "search", "assign", "purge"].contains(&name)
        });
        signatures.map(str::to_owned).collect()
    };
    let overview = answer(&view, "issues", json!({"action": "help"}));
    let overview = lines(&overview.await.unwrap());
    assert_eq!(overview.len(), 4);
    assert_eq!(overview, lines(&view.tools()[0].description));
}

#[tokio::test]
async fn an_action_is_found_by_every_name_that_a_text_gives_it() {
    let view = view();
    for topic in [
        "issues.assign",
        "desk/issues.assign",
        "issues.give",
        "assign",
        " issues.assign ",
    ] {
        assert_eq!(
            help(&view, "desk", topic).await.as_deref(),
            Ok(ASSIGN),
            "{topic}"
        );
    }
}

struct Tables;

/// Keep tables.
#[tool_group(name = "tables", format = "toon")]
impl Tables {
    #[action]
    fn rows() -> Json<Vec<u32>> {
        Json(vec![1])
    }

    #[action]
    fn forget(row: u32) {
        let _ = row;
    }
}

#[tokio::test]
async fn an_overview_has_the_notes_of_the_list_that_apply() {
    let registry = builder().tool(Tables).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let overview = answer(&view, "tables", json!({"action": "help"})).await;
    let step = "For the contract of an action, call help with its name as topic, such as \"rows\".";
    assert_eq!(
        overview.unwrap(),
        format!("Keep tables.\n\nResults may be TOON\nrows()\nforget(row)\n\n{step}")
    );
}

#[tokio::test]
async fn an_unknown_topic_is_an_error_with_those_there_are() {
    let view = view();
    let available = "Available: issues, labels, issues.list, issues.search, issues.assign, \
                     issues.purge, labels.list, labels.delete, help";
    for (topic, text) in [
        (
            "isues",
            "Error: Unknown topic \"isues\". Did you mean \"issues\"?",
        ),
        (
            "issues.lst",
            "Error: Unknown topic \"issues.lst\". Did you mean \"issues.list\"?",
        ),
        ("clock", "Error: Unknown topic \"clock\"."),
        ("a\n\"", "Error: Unknown topic \"a\\n\\\"\"."),
    ] {
        let text = format!("{text} {available}");
        assert_eq!(help(&view, "desk", topic).await, Err(text));
    }
    let long = help(&view, "desk", &"é".repeat(1_000)).await.unwrap_err();
    let cut = "é".repeat(50);
    assert_eq!(
        long,
        format!("Error: Unknown topic \"{cut}…\". {available}")
    );
}

#[tokio::test]
async fn a_part_by_safety_has_help_of_its_own_and_describes_the_others() {
    let registry = builder().tool(desk()).build().unwrap();
    let view = registry.view(Exposition::BySafety).unwrap();
    let text = answer(&view, "desk_read", json!({"action": "help"}))
        .await
        .unwrap();
    assert_eq!(
        text,
        "\
Everything about a project.

(? optional)
issues: Track issues
issues.list(state?, limit?) List issues, newest first
issues.search(by) Search issues
labels: Name what issues are about
labels.list() List labels

See also: desk_write. For the contract of an action or module, call help with its name as topic, \
such as \"issues.list\"."
    );
    let other = help(&view, "desk_read", "labels.delete").await.unwrap();
    assert_eq!(
        other.lines().next(),
        Some("desk_write/labels.delete(label) [DESTRUCTIVE]")
    );
    let module = help(&view, "desk_read", "labels").await.unwrap();
    assert_eq!(
        module.lines().last(),
        Some("See also: desk_write/labels.delete")
    );
    let other = help(&view, "desk_read", "desk_write").await.unwrap();
    assert!(
        other.contains("\ndesk_write/issues.purge() Delete every issue [DESTRUCTIVE]\n"),
        "{other}"
    );
    let error = help(&view, "desk_read", "issues.lst").await.unwrap_err();
    assert_eq!(
        error,
        "Error: Unknown topic \"issues.lst\". Did you mean \"issues.list\"? Available: issues, \
         labels, issues.list, issues.search, labels.list, help"
    );
}
