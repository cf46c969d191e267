//! Deletions by clients that show questions to their user.

use std::{
    path::Path,
    sync::{Arc, Mutex},
};

use fusion_core::{
    CallError, Content, Ctx, Registry,
    testing::{ConnectTestClient, TestAnswer, TestQuestion},
};
use fusion_examples::tracker::{AuditTable, registry, store::Store};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::calls::{client_of, tracker};

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
fn rows(dir: &Path) -> Vec<u64> {
    let sql = Connection::open(dir.join("tracker.db")).unwrap();
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
        let before = rows(dir.path());
        for no in ["decline", "cancel"] {
            let (message, ctx) = asked(&registry, &arguments, no).await;
            assert_eq!(message, question);
            let declined = registry.call("tracker", arguments.clone(), ctx).await;
            let declined = declined.unwrap_err();
            assert_eq!(declined.data(), json!({"code": "declined"}));
        }
        let (_, ctx) = asked(&registry, &arguments, "accept").await;
        assert_eq!(rows(dir.path()), before);
        let deleted = registry.call("tracker", arguments, ctx).await.unwrap();
        assert_eq!(deleted.content()[0], Content::text(done));
        assert_ne!(rows(dir.path()), before);
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
    let before = rows(dir.path());
    match registry.call("tracker", delete, ctx).await {
        Err(CallError::Asked { questions, .. }) => assert_eq!(
            questions[0].message,
            "Delete issue 2, \"Export the report as CSV\", with 1 comment?"
        ),
        other => panic!("{other:?}"),
    }
    assert_eq!(rows(dir.path()), before);
}

/// Deletes by a client whose user agrees, and checks that nothing is gone while the user is asked.
async fn agreed_by(client: ConnectTestClient, dir: &TempDir) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let (questions, path) = (Arc::clone(&asked), dir.path().to_owned());
    let answer = move |question: &TestQuestion| {
        let asked = (question.message.clone(), rows(&path));
        questions.lock().unwrap().push(asked);
        TestAnswer::yes()
    };
    let client = client.answer(answer).await;
    for (arguments, question, done) in deletions() {
        let before = rows(dir.path());
        let deleted = client.call("tracker", arguments).await.ok_text(done);
        assert!(deleted.notice().is_some(), "{question}");
        let asked = std::mem::take(&mut *asked.lock().unwrap());
        assert_eq!(asked, [(question.to_owned(), before.clone())]);
        assert_ne!(rows(dir.path()), before);
    }
}

#[tokio::test]
async fn a_client_with_a_session_is_asked_in_the_middle_of_the_call() {
    let (registry, dir) = tracker();
    agreed_by(client_of(registry).legacy(), &dir).await;
}

#[tokio::test]
async fn a_client_without_a_session_answers_by_another_call() {
    let (registry, dir) = tracker();
    agreed_by(client_of(registry.clone()).modern(), &dir).await;
    // The question of the first call is its result: nothing waits in the server.
    let client = client_of(registry).answer(|_| TestAnswer::Silent).await;
    let delete = json!({"action": "issues.delete", "issue": 3});
    let asked = client.call("tracker", delete).await;
    let result = asked.raw().unwrap();
    assert_eq!(result["resultType"], "input_required", "{result}");
    assert_eq!(asked.questions().len(), 1);
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
