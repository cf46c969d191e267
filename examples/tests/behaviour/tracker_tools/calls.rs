//! Every action of every group, with the calls of `day.json`.

use fusion_core::{
    CallError, Content, Ctx, Exposition, Registry, Server, TestClient, ToolResponse, server_info,
    testing::ConnectTestClient,
};
use fusion_examples::tracker::{registry, store::Store};
use fusion_tests::wire::is_lane_off;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A registry over a new database, which goes with the directory.
pub(crate) fn tracker() -> (Registry, TempDir) {
    let dir = TempDir::new().unwrap();
    let store = Store::open(dir.path().join("tracker.db")).unwrap();
    let (registry, _) = registry(&store).unwrap();
    (registry, dir)
}

/// Returns a client of a registry.
pub(crate) fn client_of(registry: Registry) -> ConnectTestClient {
    TestClient::of(Server::new(registry, server_info!()).lane(!is_lane_off()))
}

/// Calls the tracker for a user who agrees to everything.
pub(crate) async fn call_agreed(
    registry: &Registry,
    arguments: Value,
) -> Result<ToolResponse, CallError> {
    let asked = registry.call("tracker", arguments.clone(), Ctx::new());
    match asked.await {
        Err(CallError::Asked { questions, state }) => {
            let agreed = json!({"action": "accept", "content": {}});
            let answers = questions.into_iter().map(|one| (one.id, agreed.clone()));
            let ctx = Ctx::new().with_answers(state, answers);
            registry.call("tracker", arguments, ctx).await
        }
        done => done,
    }
}

/// The text of a call that succeeds, before its notice if it has one; JSON is read, and times are
/// taken out.
async fn call(registry: &Registry, arguments: Value) -> Value {
    let response = call_agreed(registry, arguments.clone())
        .await
        .unwrap_or_else(|error| panic!("{arguments}: {error}"));
    let content = match response.content() {
        [rest @ .., Content::Text(notice)] if notice.starts_with("[System: ") => rest,
        all => all,
    };
    match content {
        [Content::Text(text)] => match serde_json::from_str(text) {
            Ok(mut value) => {
                forget_time(&mut value);
                value
            }
            Err(_) => json!(text),
        },
        other => panic!("{arguments}: {other:?}"),
    }
}

/// Replaces the time of a single entity, which was written just now.
fn forget_time(value: &mut Value) {
    for field in ["opened_at", "closed_at", "written_at"] {
        if let Some(Value::String(time)) = value.get_mut(field) {
            "now".clone_into(time);
        }
    }
}

/// A call and its response.
type Step = (Value, Value);

fn day() -> Vec<Step> {
    serde_json::from_str(include_str!("day.json")).unwrap()
}

#[tokio::test]
async fn a_day_with_the_tracker() {
    let (registry, _dir) = tracker();
    for (arguments, answer) in day() {
        let received = call(&registry, arguments.clone()).await;
        assert_eq!(received, answer, "{arguments}");
    }
}

#[tokio::test]
async fn a_deletion_of_nothing_makes_nothing_stale() {
    let (registry, _dir) = tracker();
    for arguments in [
        json!({"action": "issues.delete", "issue": 999}),
        json!({"action": "comments.delete", "comment": 999}),
        json!({"action": "labels.delete", "label": "nowhere"}),
        json!({"action": "members.remove", "member": "nobody"}),
    ] {
        let call = registry.call("tracker", arguments.clone(), Ctx::new());
        let response = call.await.unwrap();
        let [Content::Text(text)] = response.content() else {
            panic!("{arguments}: {response:?}");
        };
        assert!(text.starts_with("there was no "), "{text}");
        assert_eq!(response.meta(), None);
    }
}

#[tokio::test]
async fn every_write_of_the_day_says_what_is_stale_and_no_read_does() {
    let (registry, _dir) = tracker();
    for (arguments, answered) in day() {
        let key = arguments["action"].as_str().unwrap().to_owned();
        let response = call_agreed(&registry, arguments).await.unwrap();
        let meta = response.meta();
        let told = meta.and_then(|meta| meta.get("dev.fusion/invalidates"));
        let reads = matches!(key.split_once('.'), Some((_, "list" | "get")));
        let text = answered.as_str().unwrap_or_default();
        let changes = !reads && !text.starts_with("there was no ");
        assert_eq!(told.is_some(), changes, "{key}");
        if let Some(patterns) = told {
            let patterns: Vec<_> = patterns.as_array().unwrap().iter().collect();
            let patterns: Vec<_> = patterns.iter().filter_map(|one| one.as_str()).collect();
            let notice = format!(
                "[System: Cache invalidated for {} — caused by tracker.{key}]",
                patterns.join(", ")
            );
            assert_eq!(response.content().last(), Some(&Content::text(notice)));
        }
    }
}

#[test]
fn the_day_has_every_action() {
    let (registry, _dir) = tracker();
    let grouped = registry.view(Exposition::Grouped).unwrap();
    let actions = &grouped.tools()[0].input_schema["properties"]["action"]["enum"];
    let called = |action: &&Value| day().iter().any(|(call, _)| call["action"] == **action);
    let missing: Vec<_> = actions.as_array().unwrap().iter().collect();
    let missing: Vec<_> = missing.into_iter().filter(|one| !called(one)).collect();
    assert_eq!(missing, Vec::<&Value>::new());
}
