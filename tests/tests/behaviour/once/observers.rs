//! What observers see of repetitions.

use std::sync::Mutex;

use fusion_core::observe::{CallRecord, Ending, Observer, Outcome};

use super::*;

/// Notes the endings of calls.
#[derive(Clone, Default)]
struct Endings(Arc<Mutex<Vec<String>>>);

impl Observer for Endings {
    fn observe(&self, _: &CallRecord<'_>, outcome: &Outcome<'_>) {
        let ending = outcome.ending();
        let more = match ending {
            Ending::Replayed(Ok(response)) => text(response).to_owned(),
            Ending::Replayed(Err(error)) => error.message().to_owned(),
            _ => String::new(),
        };
        let code = ending.error().and_then(ToolError::code_text).unwrap_or("-");
        let line = format!("{} {code} {more}", ending.name());
        self.0.lock().unwrap().push(line.trim().to_owned());
    }
}

#[tokio::test]
async fn a_replayed_answer_is_seen_as_one() {
    let (orders, endings) = (Orders::default(), Endings::default());
    let registry = orders.builder().observe(endings.clone()).build().unwrap();
    for (action, key, arguments) in [
        ("note", "k", json!({"text": "a"})),
        ("note", "k", json!({"text": "a"})),
        ("note", "k", json!({"text": "b"})),
        ("fail", "k", json!({"how": "plainly"})),
        ("fail", "k", json!({"how": "plainly"})),
        ("note", "", json!({"text": "a"})),
    ] {
        let _ = call(&registry, action, key, arguments).await;
    }
    assert_eq!(
        *endings.0.lock().unwrap(),
        [
            "answered -",
            "replayed - a 1",
            "refused key_reused",
            "failed broken",
            "replayed broken failed 2",
            "invalid -",
        ]
    );
}
