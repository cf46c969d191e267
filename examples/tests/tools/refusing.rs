//! The texts that a model reads of a refused call: the problem, and the way out.

use fusion_core::Ctx;
use serde_json::{Value, json};

use crate::calling::tracker;

async fn refusal(arguments: Value) -> String {
    let (registry, _dir) = tracker();
    let answer = registry.call("tracker", arguments, Ctx::new()).await;
    answer.unwrap_err().to_string()
}

#[tokio::test]
async fn each_error_of_the_store_leads_on() {
    for (arguments, wanted) in [
        (
            json!({"action": "issues.get", "issue": 99}),
            "[tracker/issues.get] there is no issue 99\nTry: issues.list",
        ),
        (
            json!({"action": "issues.assign", "issue": 1, "assignee": "eve"}),
            "[tracker/issues.assign] there is no member named \"eve\"\n\
             Hint: list the members to see their names",
        ),
        (
            json!({"action": "comments.list", "issue": 99}),
            "[tracker/comments.list] there is no issue 99\nHint: list the issues to see their numbers",
        ),
        (
            json!({"action": "comments.add", "issue": 1, "author": "eve", "body": "x"}),
            "[tracker/comments.add] there is no member named \"eve\"\n\
             Hint: list the members to see their names",
        ),
        (
            json!({"action": "comments.edit", "comment": 99, "body": "x"}),
            "[tracker/comments.edit] there is no comment 99\nTry: comments.list",
        ),
        (
            json!({"action": "labels.create", "label": "bug"}),
            "[tracker/labels.create] there is already a label named \"bug\"\nTry: labels.list",
        ),
        (
            json!({"action": "labels.rename", "label": "bgu", "to": "x"}),
            "[tracker/labels.rename] there is no label named \"bgu\"\nTry: labels.list, labels.create",
        ),
        (
            json!({"action": "labels.attach", "issue": 99, "label": "bug"}),
            "[tracker/labels.attach] there is no issue 99\nHint: list the issues to see their numbers",
        ),
        (
            json!({"action": "members.add", "member": "ada"}),
            "[tracker/members.add] there is already a member named \"ada\"\nTry: members.list",
        ),
        (
            json!({"action": "members.add", "member": " "}),
            "[tracker/members.add] member must not be empty",
        ),
    ] {
        assert_eq!(refusal(arguments).await, wanted);
    }
}

#[tokio::test]
async fn a_page_has_at_most_a_hundred_and_at_least_one() {
    for limit in [0, 101] {
        for (action, arguments, expected) in [
            (
                "issues.list",
                json!({"action": "issues.list", "limit": limit}),
                "state: open|closed, assignee: string, text: string, limit: integer 1..100, \
                 offset: integer 0..4294967295",
            ),
            (
                "comments.list",
                json!({"action": "comments.list", "issue": 1, "limit": limit}),
                "issue: integer 0.. (required), limit: integer 1..100, \
                 offset: integer 0..4294967295",
            ),
        ] {
            assert_eq!(
                refusal(arguments).await,
                format!(
                    "Validation failed for tracker/{action}:\n\
                     - limit: expected integer 1..100, got {limit}\n\
                     Expected: {expected}\n\
                     Fix these fields and call again."
                )
            );
        }
    }
}
