//! Deletions by clients that show questions to their user.

use fusion_core::{CallError, Content, Ctx, Registry, Server, server_info};
use fusion_examples::tracker::{AuditTable, registry, store::Store};
use fusion_tests::wire::{Wire, modern};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::calls::tracker;

/// Deletions with their questions and results, on the data that every tracker begins with.
fn deletions() -> [(Value, &'static str, &'static str); 6] {
    [
        (
            json!({"action": "comments.delete", "comment": 2}),
            "Delete comment 2 on issue 1, \"We do not pass the Host header on. I have a fix.\"?",
            "deleted comment 2",
        ),
        (
            json!({"action": "issues.delete", "issue": "1"}),
            "Delete issue 1, \"Login fails behind a proxy\", with 1 comment?",
            "deleted issue 1",
        ),
        (
            json!({"action": "issues.delete", "issue": 2}),
            "Delete issue 2, \"Export the report as CSV\", with no comments?",
            "deleted issue 2",
        ),
        (
            json!({"action": "labels.delete", "label": "bug"}),
            "Delete the label \"bug\", which is on 2 issues?",
            "deleted label \"bug\"",
        ),
        (
            json!({"action": "members.remove", "member": "grace"}),
            "Remove the member \"grace\", assigned to 1 issue and author of 1 comment?",
            "removed member \"grace\"; issues unassigned: 1",
        ),
        (
            json!({"action": "members.remove", "member": "linus"}),
            "Remove the member \"linus\", assigned to 1 issue and author of no comments?",
            "removed member \"linus\"; issues unassigned: 1",
        ),
    ]
}

/// Calls an action that asks one question. Returns the question, and the context of the answer.
async fn asked(registry: &Registry, arguments: &Value, answer: &str) -> (String, Ctx) {
    let call = registry.call("tracker", arguments.clone(), Ctx::new());
    match call.await {
        Err(CallError::Asked { questions, state }) => {
            let [question] = &*questions else {
                panic!("{questions:?}");
            };
            let answer = json!({"action": answer, "content": {}});
            let ctx = Ctx::new().with_answers(state, [(question.id.clone(), answer)]);
            (question.message.clone(), ctx)
        }
        other => panic!("{arguments}: not asked: {other:?}"),
    }
}

/// Counts the rows of each table that a deletion changes.
fn rows(dir: &TempDir) -> Vec<u64> {
    let sql = Connection::open(dir.path().join("tracker.db")).unwrap();
    let tables = ["issues", "comments", "labels", "issue_labels", "members"];
    let count = |table| {
        let count = format!("SELECT count(*) FROM {table}");
        sql.query_row(&count, [], |row| row.get(0)).unwrap()
    };
    tables.into_iter().map(count).collect()
}

#[tokio::test]
async fn each_deletion_names_what_goes_and_waits_for_the_user() {
    let (registry, dir) = tracker();
    for (arguments, question, done) in deletions() {
        let before = rows(&dir);
        for no in ["decline", "cancel"] {
            let (message, ctx) = asked(&registry, &arguments, no).await;
            assert_eq!(message, question);
            let declined = registry.call("tracker", arguments.clone(), ctx).await;
            let declined = declined.unwrap_err();
            assert_eq!(declined.data(), json!({"code": "declined"}));
        }
        let (_, ctx) = asked(&registry, &arguments, "accept").await;
        assert_eq!(rows(&dir), before);
        let deleted = registry.call("tracker", arguments, ctx).await.unwrap();
        assert_eq!(deleted.content()[0], Content::text(done));
        assert_ne!(rows(&dir), before);
    }
}

#[tokio::test]
async fn a_user_who_agreed_to_other_numbers_is_asked_again() {
    let (registry, dir) = tracker();
    let delete = json!({"action": "issues.delete", "issue": 2});
    let (_, ctx) = asked(&registry, &delete, "accept").await;
    let comment = json!({"action": "comments.add", "issue": 2, "author": "ada", "body": "Wait!"});
    let commented = registry.call("tracker", comment, Ctx::new()).await;
    assert!(commented.is_ok());
    let before = rows(&dir);
    match registry.call("tracker", delete, ctx).await {
        Err(CallError::Asked { questions, .. }) => assert_eq!(
            questions[0].message,
            "Delete issue 2, \"Export the report as CSV\", with 1 comment?"
        ),
        other => panic!("{other:?}"),
    }
    assert_eq!(rows(&dir), before);
}

/// A client over a byte stream that shows questions.
async fn connected(registry: Registry) -> Wire {
    let mut wire = Wire::serve(Server::new(registry, server_info!()));
    wire.shake_hands_with(&json!({"elicitation": {}})).await;
    wire
}

#[tokio::test]
async fn a_client_with_a_session_is_asked_in_the_middle_of_the_call() {
    let (registry, dir) = tracker();
    let mut wire = connected(registry).await;
    for (id, (arguments, question, done)) in (1..).zip(deletions()) {
        let before = rows(&dir);
        wire.call(id, "tracker", arguments).await;
        let asked = wire.receive().await;
        assert_eq!(asked["method"], "elicitation/create", "{asked}");
        assert_eq!(asked["params"]["message"], question);
        assert_eq!(rows(&dir), before);
        let accepted = json!({"action": "accept", "content": {}});
        wire.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": accepted}))
            .await;
        let result = wire.receive().await["result"].clone();
        assert_eq!(result["content"][0]["text"], done);
        assert_ne!(rows(&dir), before);
    }
}

#[tokio::test]
async fn a_client_without_a_session_answers_by_another_call() {
    let (registry, dir) = tracker();
    let mut wire = Wire::serve(Server::new(registry, server_info!()));
    for (id, (arguments, question, done)) in (1..).step_by(2).zip(deletions()) {
        let before = rows(&dir);
        let mut params = json!({"name": "tracker", "arguments": arguments});
        wire.send(&modern_call(id, &params)).await;
        let result = wire.receive().await["result"].clone();
        assert_eq!(result["resultType"], "input_required", "{result}");
        let (name, asked) = result["inputRequests"]
            .as_object()
            .unwrap()
            .iter()
            .next()
            .unwrap();
        assert_eq!(asked["params"]["message"], question);
        assert_eq!(rows(&dir), before);
        params["requestState"] = result["requestState"].clone();
        params["inputResponses"] = json!({name: {"action": "accept", "content": {}}});
        wire.send(&modern_call(id + 1, &params)).await;
        let result = wire.receive().await["result"].clone();
        assert_eq!(result["content"][0]["text"], done);
        assert_ne!(rows(&dir), before);
    }
}

fn modern_call(id: u64, params: &Value) -> Value {
    let mut call = modern(id, "tools/call", params.clone());
    call["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({"elicitation": {}});
    call
}

#[tokio::test]
async fn the_audit_has_the_question_and_its_end() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("tracker.db");
    let store = Store::open(&path).unwrap();
    let (registry, queue) = registry(&store).unwrap();
    let writer = tokio::spawn(queue.write_to(AuditTable::new(store)));
    let delete = json!({"action": "issues.delete", "issue": 2});
    for answer in ["decline", "accept"] {
        let (_, ctx) = asked(&registry, &delete, answer).await;
        let _ = registry.call("tracker", delete.clone(), ctx).await;
    }
    drop(registry);
    writer.await.unwrap();
    assert_eq!(
        audited(&dir),
        [
            ("asked".to_owned(), None),
            ("refused".to_owned(), Some("declined".to_owned())),
            ("asked".to_owned(), None),
            ("answered".to_owned(), None),
        ]
    );
}

/// The outcome and the code of each call in the audit.
pub(super) fn audited(dir: &TempDir) -> Vec<(String, Option<String>)> {
    let sql = Connection::open(dir.path().join("tracker.db")).unwrap();
    let mut calls = sql
        .prepare("SELECT outcome, code FROM calls ORDER BY id")
        .unwrap();
    let calls = calls.query_map([], |row| row.try_into()).unwrap();
    calls.collect::<Result<_, _>>().unwrap()
}
