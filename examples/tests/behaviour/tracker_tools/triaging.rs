//! The end of a triage: a user chooses who takes an issue that nobody has.

use fusion_core::{CallError, Content, Ctx, Registry, ToolResponse};
use serde_json::{Value, json};

use super::calls::{client_of, tracker};

const QUESTION: &str =
    "Who takes issue 2, \"Export the report as CSV\"? Members: ada, grace, linus, margaret";

fn accept(more: &Value) -> Value {
    let mut arguments = json!({"action": "issues.accept", "issue": 2, "label": "docs"});
    for (name, value) in more.as_object().unwrap() {
        arguments[name] = value.clone();
    }
    arguments
}

/// Calls `accept` without an assignee, and answers its question.
async fn answered(registry: &Registry, answer: Value) -> Result<ToolResponse, CallError> {
    let arguments = accept(&json!({}));
    let asked = registry.call("tracker", arguments.clone(), Ctx::new());
    let Err(CallError::Asked { questions, state }) = asked.await else {
        panic!("not asked");
    };
    assert_eq!(questions[0].message, QUESTION);
    assert_eq!(
        Value::Object(questions[0].schema().clone()),
        json!({
            "type": "object",
            "properties": {
                "assignee": {"type": "string", "description": "A member's name."},
            },
            "required": ["assignee"],
        })
    );
    let ctx = Ctx::new().with_answers(state, [(questions[0].id.clone(), answer)]);
    registry.call("tracker", arguments, ctx).await
}

fn json_of(response: &ToolResponse) -> Value {
    match &response.content()[0] {
        Content::Text(text) => serde_json::from_str(text).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// The labels, the assignee, and the reason for none.
fn outcome(accepted: &Value) -> [&Value; 3] {
    let issue = &accepted["issue"];
    [
        &issue["labels"],
        &issue["assignee"],
        &accepted["unassigned"],
    ]
}

async fn issue(registry: &Registry, issue: u64) -> Value {
    let get = json!({"action": "issues.get", "issue": issue});
    json_of(&registry.call("tracker", get, Ctx::new()).await.unwrap())
}

#[tokio::test]
async fn the_user_chooses_who_takes_an_issue_that_nobody_has() {
    let (registry, _dir) = tracker();
    let before = issue(&registry, 2).await;
    for (answer, assignee, reason) in [
        (
            json!({"action": "decline"}),
            json!(null),
            json!("the user chose nobody"),
        ),
        (
            json!({"action": "accept", "content": {"assignee": "margaret"}}),
            json!("margaret"),
            json!(null),
        ),
    ] {
        assert_eq!(issue(&registry, 2).await["assignee"], before["assignee"]);
        let accepted = json_of(&answered(&registry, answer).await.unwrap());
        let labels = json!(["docs", "feature"]);
        assert_eq!(outcome(&accepted), [&labels, &assignee, &reason]);
    }
}

#[tokio::test]
async fn nobody_is_asked_where_the_assignee_is_known() {
    let (registry, _dir) = tracker();
    for (more, labels, assignee) in [
        (
            json!({"assignee": "grace"}),
            json!(["docs", "feature"]),
            "grace",
        ),
        // The issue has one already.
        (json!({"issue": 1}), json!(["bug", "docs"]), "ada"),
    ] {
        let call = registry.call("tracker", accept(&more), Ctx::new());
        let accepted = json_of(&call.await.unwrap());
        let expected = [&labels, &json!(assignee), &json!(null)];
        assert_eq!(outcome(&accepted), expected);
    }
}

#[tokio::test]
async fn a_wrong_label_is_refused_before_the_question_and_a_wrong_choice_changes_nothing() {
    let (registry, _dir) = tracker();
    let before = issue(&registry, 2).await;
    let wrong = accept(&json!({"label": "dosc"}));
    let refused = registry.call("tracker", wrong, Ctx::new()).await;
    assert_eq!(
        refused.unwrap_err().to_string(),
        "[tracker/issues.accept] there is no label named \"dosc\"\n\
         Hint: list the labels to see their names"
    );
    let eve = json!({"action": "accept", "content": {"assignee": "eve"}});
    let refused = answered(&registry, eve).await;
    assert_eq!(
        refused.unwrap_err().to_string(),
        "[tracker/issues.accept] there is no member named \"eve\"\n\
         Hint: list the members to see their names"
    );
    assert_eq!(issue(&registry, 2).await, before);
}

#[tokio::test]
async fn a_client_that_cannot_ask_is_told_that_nobody_takes_it() {
    let (registry, _dir) = tracker();
    let client = client_of(registry).legacy().await;
    let accepted: Value = client.call("tracker", accept(&json!({}))).await.ok_json();
    let labels = json!(["docs", "feature"]);
    let reason = json!("the client cannot ask its user: ask who takes it, and assign it");
    assert_eq!(outcome(&accepted), [&labels, &json!(null), &reason]);
}
