//! Deletions by clients that cannot ask: the model shows the question itself, and calls again with a token.

use fusion_core::{Exposition, Server, server_info};
use fusion_examples::tracker::{AuditTable, registry, store::Store};
use fusion_tests::{
    http::{Client, Served},
    wire::Wire,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::calls::tracker;
use super::confirming::audited;

/// Returns the token of a response that asks for a confirmation.
pub(crate) fn token_in(response: &Value) -> Option<String> {
    let code = &response["result"]["_meta"]["dev.fusion/error"]["code"];
    (code == "confirmation_required").then(|| {
        let text = response["result"]["content"][0]["text"].as_str().unwrap();
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

fn text(response: &Value) -> &str {
    response["result"]["content"][0]["text"].as_str().unwrap()
}

#[tokio::test]
async fn the_model_reads_the_question_and_confirms_with_its_token() {
    for (exposition, tool, arguments) in [
        (
            Exposition::Grouped,
            "tracker",
            json!({"action": "labels.delete", "label": "bug"}),
        ),
        (
            Exposition::BySafety,
            "tracker_destructive",
            json!({"action": "labels.delete", "label": "bug"}),
        ),
        (
            Exposition::Flat,
            "tracker_labels_delete",
            json!({"label": "bug"}),
        ),
    ] {
        let (registry, _dir) = tracker();
        let server = Server::new(registry, server_info!());
        let mut wire = Wire::serve(server.exposition(exposition).unwrap());
        wire.shake_hands().await;

        let asked = wire.answer(1, tool, arguments.clone()).await;
        let token = token_in(&asked).unwrap();
        let name = match exposition {
            Exposition::Flat => tool.to_owned(),
            _ => format!("{tool}/labels.delete"),
        };
        assert_eq!(
            text(&asked),
            format!(
                "[{name}] not done yet, because the user must confirm it: Delete the label \"bug\", which is on 3 issues?\n\
                 Hint: Show the user this question. If they agree, call again with the same arguments and `confirmation`: \"{token}\"."
            )
        );

        // The token counts for this label only, and nothing else is one.
        for wrong in [
            with(&arguments, "confirmation", "yes"),
            with(&with(&arguments, "confirmation", &token), "label", "docs"),
        ] {
            let refused = wire.answer(2, tool, wrong).await;
            let code = &refused["result"]["_meta"]["dev.fusion/error"]["code"];
            assert_eq!(code, "wrong_confirmation");
        }

        let confirmed = with(&arguments, "confirmation", &token);
        let deleted = wire.answer(3, tool, confirmed.clone()).await;
        assert_eq!(text(&deleted), "deleted label \"bug\"");
        let again = wire.answer(4, tool, confirmed).await;
        assert_eq!(text(&again), "there was no label \"bug\"");
        let docs = wire
            .answer(5, tool, with(&arguments, "label", "docs"))
            .await;
        assert!(text(&docs).contains("which is on 2 issues?"), "{docs}");
    }
}

#[tokio::test]
async fn a_token_counts_only_while_the_question_is_the_same() {
    let (registry, _dir) = tracker();
    let mut wire = Wire::legacy(registry).await;
    let delete = json!({"action": "issues.delete", "issue": 2});
    let token = token_in(&wire.answer(1, "tracker", delete.clone()).await).unwrap();
    let comment = json!({"action": "comments.add", "issue": 2, "author": "ada", "body": "Wait!"});
    wire.answer(2, "tracker", comment).await;
    let refused = wire
        .answer(3, "tracker", with(&delete, "confirmation", &token))
        .await;
    let code = &refused["result"]["_meta"]["dev.fusion/error"]["code"];
    assert_eq!(code, "wrong_confirmation");
    let there = json!({"action": "issues.get", "issue": 2});
    let there = wire.answer(4, "tracker", there).await;
    assert_ne!(there["result"]["isError"], true);
}

#[tokio::test]
async fn a_token_counts_once_in_every_tracker_on_the_database() {
    let dir = TempDir::new().unwrap();
    let started = || {
        let store = Store::open(dir.path().join("tracker.db")).unwrap();
        let (registry, _) = registry(&store).unwrap();
        Wire::legacy(registry)
    };
    let open = json!({"action": "labels.create", "label": "doomed"});
    let delete = json!({"action": "labels.delete", "label": "doomed"});
    let mut first = started().await;
    first.answer(1, "tracker", open.clone()).await;
    let token = token_in(&first.answer(2, "tracker", delete.clone()).await).unwrap();
    let confirmed = with(&delete, "confirmation", &token);
    let mut second = started().await;
    let deleted = second.answer(1, "tracker", confirmed.clone()).await;
    assert_eq!(text(&deleted), "deleted label \"doomed\"");
    // The same question again needs another token.
    for wire in [&mut first, &mut second] {
        wire.answer(3, "tracker", open.clone()).await;
        let used = wire.answer(4, "tracker", confirmed.clone()).await;
        let code = &used["result"]["_meta"]["dev.fusion/error"]["code"];
        assert_eq!(code, "wrong_confirmation");
    }
}

async fn call(client: &Client, arguments: &Value) -> Value {
    let params = json!({"name": "tracker", "arguments": arguments});
    client.legacy(1, "tools/call", params).await.message()
}

#[tokio::test]
async fn one_user_over_http_cannot_confirm_what_another_was_asked() {
    let (registry, _dir) = tracker();
    let served = Served::new(registry);
    let [ada, grace] = ["ada", "grace"].map(|name| served.client.header("x-tracker-user", name));
    let delete = json!({"action": "issues.delete", "issue": 2});
    let token = token_in(&call(&ada, &delete).await).unwrap();
    let confirmed = with(&delete, "confirmation", &token);
    for other in [&grace, &served.client] {
        let refused = call(other, &confirmed).await;
        let code = &refused["result"]["_meta"]["dev.fusion/error"]["code"];
        assert_eq!(code, "wrong_confirmation");
    }
    assert_eq!(text(&call(&ada, &confirmed).await), "deleted issue 2");
    // Those who claim no name are one caller.
    let delete = json!({"action": "issues.delete", "issue": 3});
    let token = token_in(&call(&served.client, &delete).await).unwrap();
    let confirmed = with(&delete, "confirmation", &token);
    let deleted = call(&served.client, &confirmed).await;
    assert_eq!(text(&deleted), "deleted issue 3");
    served.end().await;
}

#[tokio::test]
async fn the_audit_has_the_refusal_and_the_deletion() {
    let dir = TempDir::new().unwrap();
    let store = Store::open(dir.path().join("tracker.db")).unwrap();
    let (registry, queue) = registry(&store).unwrap();
    let writer = tokio::spawn(queue.write_to(AuditTable::new(store)));
    let mut wire = Wire::legacy(registry).await;
    let delete = json!({"action": "issues.delete", "issue": 2});
    let token = token_in(&wire.answer(1, "tracker", delete.clone()).await).unwrap();
    for token in ["yes", &token] {
        let confirmed = with(&delete, "confirmation", token);
        wire.answer(2, "tracker", confirmed).await;
    }
    wire.close().await;
    wire.end().await.1.unwrap();
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
