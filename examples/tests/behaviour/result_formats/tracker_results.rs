//! The results of the tracker's reading actions, captured from calls.

use fusion_core::{Content, Ctx, Exposition, View};
use fusion_examples::tracker::{registry, store::Store};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The actions that read, with their arguments.
pub(crate) const READS: [(&str, &str); 6] = [
    ("issues_list", "{}"),
    ("issues_list", r#"{"state": "closed"}"#),
    ("issues_get", r#"{"issue": 1}"#),
    ("comments_list", r#"{"issue": 1}"#),
    ("labels_list", "{}"),
    ("members_list", "{}"),
];

pub(crate) struct CapturedResult {
    pub(crate) name: String,
    /// The text that a model reads, in the format of the action.
    pub(crate) text: String,
    pub(crate) value: Value,
}

/// Returns the results after fourteen issues were imported into a new tracker.
pub(crate) async fn results() -> Vec<CapturedResult> {
    let dir = TempDir::new().unwrap();
    let store = Store::open(dir.path().join("tracker.db")).unwrap();
    let (registry, _audit) = registry(&store).unwrap();
    let view = registry.view(Exposition::Flat).unwrap();
    let lines = (1..=14).map(|number| {
        let assignee = ["ada", "grace", "linus"][number % 3];
        format!("Page {number} loads slowly | Seen on page {number}, in all browsers. | {assignee}")
    });
    let lines: Vec<_> = lines.collect();
    call(&view, "issues_import", json!({"lines": lines.join("\n")})).await;
    let mut results = Vec::new();
    for (action, arguments) in READS {
        let parsed = serde_json::from_str(arguments).unwrap();
        let (text, mut value) = call(&view, action, parsed).await;
        fix_times(&mut value);
        results.push(CapturedResult {
            name: format!("tracker {action} {arguments}"),
            text,
            value,
        });
    }
    results
}

async fn call(view: &View, action: &str, arguments: Value) -> (String, Value) {
    let tool = format!("tracker_{action}");
    let response = view.call(&tool, arguments, Ctx::new()).await.unwrap();
    match (response.content(), response.structured_content()) {
        ([.., Content::Text(text)], Some(value)) => (text.clone(), value.clone()),
        other => panic!("{other:?}"),
    }
}

/// Replaces times by one of the same length, because some are those of the test run.
fn fix_times(value: &mut Value) {
    match value {
        Value::Array(members) => members.iter_mut().for_each(fix_times),
        Value::Object(entries) => {
            for (key, value) in entries {
                match value {
                    Value::String(time) if key.ends_with("_at") => {
                        "2026-02-10T11:55:09Z".clone_into(time);
                    }
                    inner => fix_times(inner),
                }
            }
        }
        _ => {}
    }
}
