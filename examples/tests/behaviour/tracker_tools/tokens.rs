//! Deletions by clients that cannot ask: the model shows the question itself, and calls again with a token.

use fusion_core::{
    Exposition, Server, TestClient, server_info,
    testing::{CallOutcome, TestCall},
};
use fusion_examples::tracker::{AuditTable, registry, store::Store};
use fusion_tests::wire::is_lane_off;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    calls::{client_of, tracker},
    confirming::audited,
};

/// Returns the token of an outcome that asks for a confirmation.
pub(crate) fn token_in(outcome: &CallOutcome) -> Option<String> {
    let error = outcome.meta("dev.fusion/error")?;
    (error["code"] == "confirmation_required").then(|| {
        let text = outcome.text();
        let (_, token) = text.split_once("`confirmation`: \"").unwrap();
        token.strip_suffix("\".").unwrap().to_owned()
    })
}

/// Adds an argument.
fn with(arguments: &Value, name: &str, value: &str) -> Value {
    let mut arguments = arguments.clone();
    arguments[name] = json!(value);
    arguments
}

/// Asserts that a call is refused because of its token.
async fn refuses_token(call: TestCall<'_>) {
    let _ = call.await.error().code("wrong_confirmation");
}

#[tokio::test]
async fn the_model_reads_the_question_and_confirms_with_its_token() {
    for (exposition, name) in [
        (Exposition::Grouped, "tracker/labels.delete"),
        (Exposition::BySafety, "tracker_destructive/labels.delete"),
        (Exposition::Flat, "tracker_labels_delete"),
    ] {
        let (registry, _dir) = tracker();
        let server = Server::new(registry, server_info!()).lane(!is_lane_off());
        let client = TestClient::of(server.exposition(exposition).unwrap());
        let client = client.legacy().await;
        let delete = |arguments: Value| client.call("tracker/labels.delete", arguments);

        let bug = json!({"label": "bug"});
        let asked = delete(bug.clone()).await;
        let token = token_in(&asked).unwrap();
        let _ = asked.error().reads(&format!(
            "[{name}] not done yet, because the user must confirm it: Delete the label \"bug\", which is on 3 issues?\n\
             Hint: Show the user this question. If they agree, call again with the same arguments and `confirmation`: \"{token}\"."
        ));

        // The token counts for this label only, and nothing else is one.
        refuses_token(delete(with(&bug, "confirmation", "yes"))).await;
        let docs = json!({"label": "docs"});
        refuses_token(delete(with(&docs, "confirmation", &token))).await;

        let confirmed = with(&bug, "confirmation", &token);
        delete(confirmed.clone())
            .await
            .ok_text("deleted label \"bug\"");
        // It counts once.
        refuses_token(delete(confirmed)).await;
        delete(bug).await.ok_text("there was no label \"bug\"");
        let docs = delete(docs).await.text();
        assert!(docs.contains("which is on 2 issues?"), "{docs}");
    }
}

#[tokio::test]
async fn a_token_counts_only_while_the_question_is_the_same() {
    let (registry, _dir) = tracker();
    let client = client_of(registry).legacy().await;
    let delete = json!({"issue": 2});
    let asked = client.call("tracker/issues.delete", delete.clone()).await;
    let token = token_in(&asked).unwrap();
    let comment = json!({"issue": 2, "author": "ada", "body": "Wait!"});
    client.call("tracker/comments.add", comment).await.ok();
    let confirmed = with(&delete, "confirmation", &token);
    refuses_token(client.call("tracker/issues.delete", confirmed)).await;
    client.call("tracker/issues.get", delete).await.ok();
}

#[tokio::test]
async fn a_token_counts_once_in_every_tracker_on_the_database() {
    let dir = TempDir::new().unwrap();
    let started = || {
        let store = Store::open(dir.path().join("tracker.db")).unwrap();
        let (registry, _) = registry(&store).unwrap();
        client_of(registry).legacy()
    };
    let (open, delete) = ("tracker/labels.create", "tracker/labels.delete");
    let doomed = json!({"label": "doomed"});
    let first = started().await;
    first.call(open, doomed.clone()).await.ok();
    let asked = first.call(delete, doomed.clone()).await;
    let confirmed = with(&doomed, "confirmation", &token_in(&asked).unwrap());
    let second = started().await;
    let deleted = second.call(delete, confirmed.clone()).await;
    deleted.ok_text("deleted label \"doomed\"");
    // The same question again needs another token.
    first.call(open, doomed.clone()).await.ok();
    for client in [&first, &second] {
        refuses_token(client.call(delete, confirmed.clone())).await;
    }
}

#[tokio::test]
async fn one_user_over_http_cannot_confirm_what_another_was_asked() {
    let (registry, _dir) = tracker();
    let client = || client_of(registry.clone()).http().legacy();
    let ada = client().header("x-tracker-user", "ada").await;
    let grace = client().header("x-tracker-user", "grace").await;
    let nobody = client().await;
    let key = "tracker/issues.delete";
    let delete = json!({"issue": 2});
    let asked = ada.call(key, delete.clone()).await;
    let confirmed = with(&delete, "confirmation", &token_in(&asked).unwrap());
    for other in [&grace, &nobody] {
        refuses_token(other.call(key, confirmed.clone())).await;
    }
    ada.call(key, confirmed).await.ok_text("deleted issue 2");
    // Those who claim no name are one caller.
    let delete = json!({"issue": 3});
    let asked = nobody.call(key, delete.clone()).await;
    let confirmed = with(&delete, "confirmation", &token_in(&asked).unwrap());
    let again = client().await;
    again.call(key, confirmed).await.ok_text("deleted issue 3");
}

#[tokio::test]
async fn the_audit_has_the_refusal_and_the_deletion() {
    let dir = TempDir::new().unwrap();
    let store = Store::open(dir.path().join("tracker.db")).unwrap();
    let (registry, queue) = registry(&store).unwrap();
    let writer = tokio::spawn(queue.write_to(AuditTable::new(store)));
    let client = client_of(registry).legacy().await;
    let key = "tracker/issues.delete";
    let delete = json!({"issue": 2});
    let asked = client.call(key, delete.clone()).await;
    let token = token_in(&asked).unwrap();
    let confirmed = |token| client.call(key, with(&delete, "confirmation", token));
    confirmed("yes").await.error();
    confirmed(&token).await.ok();
    client.close().await.unwrap();
    writer.await.unwrap();
    let refused = |code: &str| ("refused".to_owned(), Some(code.to_owned()));
    assert_eq!(
        audited(&dir),
        [
            refused("confirmation_required"),
            refused("wrong_confirmation"),
            ("answered".to_owned(), None),
        ]
    );
}
