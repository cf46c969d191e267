//! What a model reads when a call is refused: what is wrong, and the way out.

use fusion_core::Ctx;
use serde_json::{Value, json};

use crate::calling::tracker;

async fn refusal(tool: &str, arguments: Value) -> String {
    let (registry, _dir) = tracker();
    let answer = registry.call(tool, arguments, Ctx::new()).await;
    answer.unwrap_err().to_string()
}

#[tokio::test]
async fn each_error_of_the_store_leads_on() {
    for (tool, arguments, wanted) in [
        (
            "issues",
            json!({"action": "get", "id": 99}),
            "[issues/get] there is no issue 99\nTry: list",
        ),
        (
            "issues",
            json!({"action": "assign", "id": 1, "assignee": "eve"}),
            "[issues/assign] there is no member named \"eve\"\n\
             Hint: list the members to see their names",
        ),
        (
            "comments",
            json!({"action": "list", "issue": 99}),
            "[comments/list] there is no issue 99\nHint: list the issues to see their numbers",
        ),
        (
            "comments",
            json!({"action": "add", "issue": 1, "author": "eve", "body": "x"}),
            "[comments/add] there is no member named \"eve\"\n\
             Hint: list the members to see their names",
        ),
        (
            "comments",
            json!({"action": "edit", "id": 99, "body": "x"}),
            "[comments/edit] there is no comment 99\nTry: list",
        ),
        (
            "labels",
            json!({"action": "create", "name": "bug"}),
            "[labels/create] there is already a label named \"bug\"\nTry: list",
        ),
        (
            "labels",
            json!({"action": "rename", "name": "bgu", "to": "x"}),
            "[labels/rename] there is no label named \"bgu\"\nTry: list, create",
        ),
        (
            "labels",
            json!({"action": "attach", "issue": 99, "label": "bug"}),
            "[labels/attach] there is no issue 99\nHint: list the issues to see their numbers",
        ),
        (
            "members",
            json!({"action": "add", "name": "ada"}),
            "[members/add] there is already a member named \"ada\"\nTry: list",
        ),
        (
            "members",
            json!({"action": "add", "name": " "}),
            "[members/add] name must not be empty",
        ),
    ] {
        assert_eq!(refusal(tool, arguments).await, wanted);
    }
}

#[tokio::test]
async fn a_page_has_at_most_a_hundred_and_at_least_one() {
    for limit in [0, 101] {
        for (tool, arguments, expected) in [
            (
                "issues",
                json!({"action": "list", "limit": limit}),
                "state: open|closed, assignee: string, text: string, limit: integer 1..100, \
                 offset: integer 0..4294967295",
            ),
            (
                "comments",
                json!({"action": "list", "issue": 1, "limit": limit}),
                "issue: integer 0.. (required), limit: integer 1..100, \
                 offset: integer 0..4294967295",
            ),
        ] {
            assert_eq!(
                refusal(tool, arguments).await,
                format!(
                    "Validation failed for {tool}/list:\n\
                     - limit: expected integer 1..100, got {limit}\n\
                     Expected: {expected}\n\
                     Fix these fields and call again."
                )
            );
        }
    }
}
