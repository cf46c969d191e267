//! Every action of every group, called once: a day with the tracker.

use fusion_core::{Content, Ctx, Exposition, Registry};
use fusion_examples::tracker::{registry, store::Store};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A registry over a new database, which goes with the directory.
pub(crate) fn tracker() -> (Registry, TempDir) {
    let dir = TempDir::new().unwrap();
    let store = Store::open(dir.path().join("tracker.db")).unwrap();
    (registry(&store).unwrap(), dir)
}

/// The text of a call that succeeds; JSON is read, and times are taken out.
async fn call(registry: &Registry, tool: &str, arguments: Value) -> Value {
    let response = registry
        .call(tool, arguments, Ctx::new())
        .await
        .unwrap_or_else(|error| panic!("{tool}: {error}"));
    match response.content() {
        [Content::Text(text)] => match serde_json::from_str(text) {
            Ok(mut value) => {
                forget_new_times(&mut value);
                value
            }
            Err(_) => json!(text),
        },
        other => panic!("{tool}: {other:?}"),
    }
}

/// The seeded times are from the first months of 2026 and stay.
fn forget_new_times(value: &mut Value) {
    for field in ["opened_at", "closed_at", "written_at"] {
        if let Some(Value::String(time)) = value.get_mut(field)
            && !(time.starts_with("2026-01") || time.starts_with("2026-02"))
        {
            "now".clone_into(time);
        }
    }
}

/// What is called, with what, and the answer.
fn day() -> Vec<(&'static str, Value, Value)> {
    let theme = |labels: Value, comments: u64, assignee: Value, closed: bool| {
        json!({
            "id": 7, "title": "Add a dark theme", "body": "", "assignee": assignee,
            "labels": labels, "comments": comments, "opened_at": "now",
            "state": if closed { "closed" } else { "open" },
            "closed_at": if closed { json!("now") } else { Value::Null },
        })
    };
    let comment = |body: &str| json!({"id": 5, "issue": 7, "author": "joan", "body": body, "written_at": "now"});
    vec![
        (
            "members",
            json!({"action": "add", "name": "joan"}),
            json!({"name": "joan", "open_issues": 0}),
        ),
        (
            "issues",
            json!({"action": "open", "title": "Add a dark theme"}),
            theme(json!([]), 0, Value::Null, false),
        ),
        (
            "issues",
            json!({"action": "assign", "id": 7, "assignee": "joan"}),
            theme(json!([]), 0, json!("joan"), false),
        ),
        (
            "members",
            json!({"action": "list"}),
            json!({"members": [
                {"name": "ada", "open_issues": 1}, {"name": "grace", "open_issues": 0},
                {"name": "joan", "open_issues": 1}, {"name": "linus", "open_issues": 1},
                {"name": "margaret", "open_issues": 0},
            ]}),
        ),
        (
            "labels",
            json!({"action": "create", "name": "look", "meaning": "How it looks."}),
            json!({"name": "look", "meaning": "How it looks.", "issues": 0}),
        ),
        (
            "labels",
            json!({"action": "attach", "issue": 7, "label": "look"}),
            json!({"issue": 7, "labels": ["look"]}),
        ),
        (
            "labels",
            json!({"action": "attach", "issue": 7, "label": "docs"}),
            json!({"issue": 7, "labels": ["docs", "look"]}),
        ),
        (
            "labels",
            json!({"action": "detach", "issue": 7, "label": "docs"}),
            json!({"issue": 7, "labels": ["look"]}),
        ),
        (
            "labels",
            json!({"action": "rename", "name": "look", "to": "design"}),
            json!({"name": "design", "meaning": "How it looks.", "issues": 1}),
        ),
        (
            "comments",
            json!({"action": "add", "issue": 7, "author": "joan", "body": "Begun."}),
            comment("Begun."),
        ),
        (
            "comments",
            json!({"action": "edit", "id": 5, "body": "Done."}),
            comment("Done."),
        ),
        (
            "issues",
            json!({"action": "get", "id": 7}),
            theme(json!(["design"]), 1, json!("joan"), false),
        ),
        (
            "issues",
            json!({"action": "close", "id": 7}),
            theme(json!(["design"]), 1, json!("joan"), true),
        ),
        (
            "comments",
            json!({"action": "list", "issue": 1, "limit": 1, "offset": 1}),
            json!({"total": 2, "comments": [{
                "id": 2, "issue": 1, "author": "ada", "written_at": "2026-01-13T08:12:00Z",
                "body": "We do not pass the Host header on. I have a fix.",
            }]}),
        ),
        (
            "comments",
            json!({"action": "delete", "id": 5}),
            json!("deleted comment 5"),
        ),
        (
            "comments",
            json!({"action": "delete", "id": 5}),
            json!("there was no comment 5"),
        ),
        (
            "labels",
            json!({"action": "delete", "name": "design"}),
            json!("deleted label \"design\""),
        ),
        (
            "labels",
            json!({"action": "delete", "name": "design"}),
            json!("there was no label \"design\""),
        ),
        (
            "labels",
            json!({"action": "list"}),
            json!({"labels": [
                {"name": "bug", "meaning": "Something does not work as documented.", "issues": 3},
                {"name": "docs", "meaning": "Only words have to change.", "issues": 2},
                {"name": "feature", "meaning": "Something new.", "issues": 1},
                {"name": "security", "meaning": "Handle before anything else.", "issues": 1},
            ]}),
        ),
        (
            "members",
            json!({"action": "remove", "name": "joan"}),
            json!("removed member \"joan\"; issues unassigned: 1"),
        ),
        (
            "members",
            json!({"action": "remove", "name": "joan"}),
            json!("there was no member \"joan\""),
        ),
        (
            "issues",
            json!({"action": "delete", "id": 7}),
            json!("deleted issue 7"),
        ),
        (
            "issues",
            json!({"action": "import", "text": "One\nTwo | with a body | ada"}),
            json!({"opened": 2, "first": 8, "last": 9}),
        ),
        (
            "issues",
            json!({"action": "list", "state": "closed", "assignee": "ada", "text": "accent"}),
            json!({"total": 1, "issues": [{
                "id": 5, "title": "Search misses words with an accent", "state": "closed",
                "assignee": "ada", "opened_at": "2026-02-10T11:55:09Z",
            }]}),
        ),
    ]
}

#[tokio::test]
async fn a_day_with_the_tracker() {
    let (registry, _dir) = tracker();
    for (tool, arguments, answer) in day() {
        let received = call(&registry, tool, arguments.clone()).await;
        assert_eq!(received, answer, "{tool} {arguments}");
    }
}

#[test]
fn the_day_has_every_action() {
    let (registry, _dir) = tracker();
    let mut missing = Vec::new();
    for tool in registry.view(Exposition::Grouped).unwrap().tools() {
        let actions = &tool.input_schema["properties"]["action"]["enum"];
        for action in actions.as_array().unwrap() {
            let called = |(name, arguments, _): &(&str, Value, Value)| {
                *name == tool.name && arguments["action"] == *action
            };
            if !day().iter().any(called) {
                missing.push(format!("{}/{action}", tool.name));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}
