//! The tracker's prompt, its issues as resources, and notifications of their changes.

use fusion_core::{
    CallError, Ctx, Registry, Server, prompt::Reference, resource::ResourceBody, server_info,
};
use fusion_tests::wire::{Wire, request};
use serde_json::{Map, Value, json};

use super::calls::tracker;
use super::tokens::token_in;

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

/// Returns `true` if a message is an update of the subscribed resource.
fn is_news(message: &Value) -> bool {
    let news = message["method"] == "notifications/resources/updated";
    assert!(!news || message["params"]["uri"] == "tracker://issues/1");
    news
}

/// Calls the tracker, and waits for the resource update if one is expected, before or after the response.
async fn call(wire: &mut Wire, id: u64, arguments: &Value, expected: bool) {
    wire.call(id, "tracker", arguments.clone()).await;
    let (mut news, mut answered) = (false, false);
    while !answered || (expected && !news) {
        let message = wire.receive().await;
        if is_news(&message) {
            news = true;
        } else if let Some(token) = token_in(&message) {
            assert!(!news, "nothing is deleted yet");
            let mut arguments = arguments.clone();
            arguments["confirmation"] = json!(token);
            wire.call(id + 100, "tracker", arguments).await;
        } else {
            assert_ne!(message["result"]["isError"], true, "{arguments} {message}");
            answered = true;
        }
    }
    wire.send(&request(id + 1, "ping", json!({}))).await;
    let late = is_news(&wire.receive().await);
    assert_eq!((news, late), (expected, false), "{arguments}");
}

#[tokio::test]
async fn who_subscribed_to_an_issue_is_told_of_its_changes_and_of_no_others() {
    let (registry, _dir) = tracker();
    let mut wire = Wire::serve(Server::new(registry, server_info!()));
    wire.shake_hands().await;
    let uri = json!({"uri": "tracker://issues/1"});
    let answer = wire.ask(1, "resources/subscribe", uri).await;
    assert_eq!(answer["result"], json!({}), "{answer}");
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
    for (id, (arguments, expected)) in (1..).step_by(2).zip(steps) {
        call(&mut wire, id + 1, &arguments, expected).await;
    }
}
