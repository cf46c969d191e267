//! The steps of a call that a search goes through.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use fusion_core::{
    StateSync,
    middleware::{Call, Middleware, Next},
    observe::{CallRecord, Observer, Outcome},
    spec::{Kind, OutputCap},
    state_sync::Policy,
};

use super::*;

#[derive(Default)]
struct Ends(Mutex<Vec<String>>);

impl Observer for Ends {
    const READS_ARGUMENTS: bool = true;

    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        let is_help = call.spec().is_some_and(|spec| spec.kind == Kind::Help);
        let arguments = call.arguments().map(|map| json!(map).to_string());
        self.0.lock().unwrap().push(format!(
            "{} {} {} {is_help} {}",
            call.name(),
            call.key().unwrap_or("-"),
            outcome.ending().name(),
            arguments.unwrap_or_default(),
        ));
    }
}

struct Count(Arc<AtomicUsize>);

impl Middleware for Count {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> fusion_core::ToolResult {
        self.0.fetch_add(1, Ordering::SeqCst);
        next.run(call).await
    }
}

#[tokio::test]
async fn observers_see_the_action_and_its_own_arguments() {
    let (ends, count) = (Arc::new(Ends::default()), Arc::new(AtomicUsize::new(0)));
    let registry = Registry::builder()
        .middleware(Count(Arc::clone(&count)))
        .observe(Arc::clone(&ends))
        .tool(Issues)
        .build()
        .unwrap();
    let view = registry.view(Exposition::Search).unwrap();
    for (tool, arguments) in [
        ("find", json!({"query": "close"})),
        ("find", json!({})),
        (
            "call_write",
            json!({"action": "issues/close", "arguments": {"issue": 7}}),
        ),
        ("call_write", json!({"action": "issues/nothing"})),
        ("call_write", json!({})),
    ] {
        let _ = view.call(tool, arguments, Ctx::new()).await;
    }
    assert_eq!(
        *ends.0.lock().unwrap(),
        [
            "find find answered true {\"query\":\"close\"}",
            "find find invalid true {}",
            "call_write close answered false {\"issue\":7}",
            "call_write issues/nothing unknown_action false ",
            "call_write - unknown_action false ",
        ]
    );
    assert_eq!(count.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn guards_and_providers_see_the_search_and_the_action() {
    let registry = builder()
        .provide(async |ctx: &Ctx| match ctx.id() {
            Some("stranger") => Err(ToolError::new("who are you?")),
            _ => Ok(7_u8),
        })
        .guard(|call| {
            let (tool, key) = (call.tool().name, call.key().to_owned());
            match call.ctx().id() {
                Some("often") => Err(ToolError::new(format!(
                    "too often: {tool}/{key} {:?}",
                    call.arguments()
                ))),
                _ => Ok(()),
            }
        })
        .build()
        .unwrap();
    let view = registry.view(Exposition::Search).unwrap();
    let close = json!({"action": "desk/issues.close", "arguments": {"issue": 7}});
    for (id, tool, arguments, error) in [
        (
            "stranger",
            "find",
            json!({"query": "a"}),
            Some("Error: who are you?"),
        ),
        (
            "stranger",
            "call_write",
            close.clone(),
            Some("Error: who are you?"),
        ),
        (
            "often",
            "find",
            json!({"query": "a"}),
            Some("Error: too often: find/find {\"query\": String(\"a\")}"),
        ),
        (
            "often",
            "call_write",
            close.clone(),
            Some("Error: too often: desk/issues.close {\"issue\": Number(7)}"),
        ),
        ("friend", "find", json!({"query": "a"}), None),
        ("friend", "call_write", close, None),
    ] {
        let answered = view.call(tool, arguments, Ctx::new().with_id(id)).await;
        assert_eq!(
            answered.err().map(|error| error.to_string()).as_deref(),
            error,
            "{id} {tool}"
        );
    }
}

#[tokio::test]
async fn caps_and_notices_are_those_of_the_action() {
    let registry = builder()
        .output_cap(OutputCap::bytes(60))
        .state_sync(
            StateSync::new()
                .policy(Policy::new("desk/issues.close").invalidates(["desk/issues.*"])),
        )
        .build()
        .unwrap();
    let view = registry.view(Exposition::Search).unwrap();
    let long = json!({"action": "files/read", "arguments": {"path": "x".repeat(500)}});
    let capped = view.call("call_read", long, Ctx::new()).await.unwrap();
    let capped = format!("{:?}", capped.content());
    assert!(
        capped.contains("[Cut: 60 of 510 bytes are shown."),
        "{capped}"
    );
    assert!(find(&view, "issue").await.len() > 300);
    let close = json!({"action": "desk/issues.close", "arguments": {"issue": 7}});
    let closed = view.call("call_write", close, Ctx::new()).await.unwrap();
    let texts = format!("{:?}", closed.content());
    assert!(texts.contains("desk.issues.*"), "{texts}");
    let answer = find(&view, "desk/issues.close").await;
    assert!(
        answer.contains("\n  Invalidates: desk.issues.*"),
        "{answer}"
    );
}
