//! The tracker's prompt, its issues as resources, and notifications of their changes.

use std::time::Duration;

use fusion_core::{
    CallError, Ctx, Registry, TestClient, prompt::Reference, resource::ResourceBody,
    testing::Notifications,
};
use serde_json::{Map, Value, json};
use tokio::time::timeout;

use super::{
    calls::{client_of, tracker},
    tokens::token_in,
};

const TEMPLATE: &str = "tracker://issues/{number}";

/// Reads the resource at a URI.
async fn read(registry: &Registry, uri: &str) -> Value {
    let read = registry.read(uri, Ctx::new()).await.unwrap();
    let [one] = &*read else {
        panic!("{read:?}");
    };
    assert_eq!(
        (&*one.uri, one.mime_type.as_deref()),
        (uri, Some("application/json"))
    );
    match &one.body {
        ResourceBody::Text(text) => serde_json::from_str(text).unwrap(),
        ResourceBody::Blob(bytes) => panic!("{bytes:?}"),
    }
}

#[tokio::test]
async fn an_issue_is_read_by_its_uri() {
    let (registry, _dir) = tracker();
    let issue = read(&registry, "tracker://issues/1").await;
    let parts = (&issue["id"], &issue["title"], &issue["state"]);
    assert_eq!(
        parts,
        (
            &json!(1),
            &json!("Login fails behind a proxy"),
            &json!("open")
        )
    );
    for uri in [
        "tracker://issues/9",
        "tracker://issues/",
        "tracker://issues/1/..",
    ] {
        let error = registry.read(uri, Ctx::new()).await.unwrap_err();
        assert!(
            matches!(error, CallError::UnknownResource { .. }),
            "{uri} {error}"
        );
    }
}

#[tokio::test]
async fn a_triage_names_the_issue_and_who_may_take_it() {
    let (registry, _dir) = tracker();
    let arguments = Map::from_iter([("number".to_owned(), json!("1"))]);
    let prompt = registry.prompt("tracker_issues_triage", arguments, Ctx::new());
    let prompt = format!("{:?}", prompt.await.unwrap().messages);
    for words in [
        "Triage issue 1",
        "ada, grace, linus, margaret",
        "Title: Login fails behind a proxy",
        "Labels: bug",
        "With HTTPS_PROXY set",
    ] {
        assert!(prompt.contains(words), "{words}: {prompt}");
    }
}

#[tokio::test]
async fn numbers_are_completed_newest_first() {
    let (registry, _dir) = tracker();
    for of in [
        Reference::Resource(TEMPLATE),
        Reference::Prompt("tracker_issues_triage"),
    ] {
        let complete = |value| registry.complete(of, "number", value, Map::new(), Ctx::new());
        assert_eq!(
            complete("").await.unwrap().values,
            ["6", "5", "4", "3", "2", "1"]
        );
        assert_eq!(complete("1").await.unwrap().values, ["1"]);
        assert_eq!(complete("x").await.unwrap().values, [""; 0]);
    }
}

/// Returns the resources whose changes a client was notified of so far.
async fn news(client: &TestClient, notifications: &mut Notifications) -> Vec<String> {
    // The response to a ping comes after all notifications before it.
    client.request("ping", json!({})).await.unwrap();
    let mut uris = Vec::new();
    while let Ok(uri) = timeout(Duration::ZERO, notifications.changed_resource()).await {
        uris.push(uri.unwrap());
    }
    uris
}

/// Calls the tracker, with the token if it asks for one, before which nothing changes.
async fn call(client: &TestClient, notifications: &mut Notifications, arguments: &Value) {
    let asked = client.call("tracker", arguments.clone()).await;
    let Some(token) = token_in(&asked) else {
        asked.ok();
        return;
    };
    let early = news(client, notifications).await;
    assert_eq!(early, [""; 0], "nothing is deleted yet");
    let mut arguments = arguments.clone();
    arguments["confirmation"] = json!(token);
    client.call("tracker", arguments).await.ok();
}

#[tokio::test]
async fn who_subscribed_to_an_issue_is_told_of_its_changes_and_of_no_others() {
    let (registry, _dir) = tracker();
    let client = client_of(registry).legacy().await;
    let uri = "tracker://issues/1";
    let mut notifications = client.listen([uri]).await.unwrap();
    let steps = [
        (json!({"action": "issues.get", "issue": 1}), false),
        (
            json!({"action": "issues.assign", "issue": 1, "assignee": "grace"}),
            true,
        ),
        (
            json!({"action": "issues.assign", "issue": 2, "assignee": "grace"}),
            false,
        ),
        (
            json!({"action": "comments.add", "issue": 1, "body": "Me too.", "author": "ada"}),
            true,
        ),
        (
            json!({"action": "comments.add", "issue": 2, "body": "Why?", "author": "ada"}),
            false,
        ),
        (json!({"action": "comments.delete", "comment": 6}), true),
        (json!({"action": "comments.delete", "comment": 6}), false),
        (
            json!({"action": "labels.create", "label": "new", "meaning": "New."}),
            false,
        ),
        (
            json!({"action": "labels.attach", "issue": 1, "label": "docs"}),
            true,
        ),
        (
            json!({"action": "labels.rename", "label": "bug", "to": "defect"}),
            true,
        ),
        (json!({"action": "members.remove", "member": "linus"}), true),
        (json!({"action": "issues.close", "issue": "1"}), true),
        (json!({"action": "issues.delete", "issue": 2}), false),
        (json!({"action": "issues.delete", "issue": 1}), true),
    ];
    for (arguments, expected) in steps {
        call(&client, &mut notifications, &arguments).await;
        let mut news_of_step = Vec::new();
        if expected {
            // A change may be announced after the response of the call.
            news_of_step.extend(notifications.changed_resource().await);
        }
        news_of_step.extend(news(&client, &mut notifications).await);
        let expected = if expected { vec![uri] } else { Vec::new() };
        assert_eq!(news_of_step, expected, "{arguments}");
    }
}
