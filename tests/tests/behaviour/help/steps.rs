//! The steps of a call that `help` goes through, and those that it does not.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use fusion_core::{
    CallError, Ctx, Registry, StateSync, ToolError,
    middleware::{Call, Middleware, Next},
    observe::{Audit, CallRecord, Ending, Observer, Outcome},
    spec::{Kind, OutputCap},
};
use serde_json::json;

use super::{builder, desk};

/// Records the key and the end of each call.
#[derive(Default)]
struct Ends(Mutex<Vec<String>>);

impl Observer for Ends {
    const READS_ARGUMENTS: bool = true;

    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        let is_help = call.spec().is_some_and(|spec| spec.kind == Kind::Help);
        let arguments = call.arguments().map(|map| json!(map).to_string());
        let fields = match outcome.ending() {
            Ending::Invalid(problems) => problems.len(),
            _ => 0,
        };
        self.0.lock().unwrap().push(format!(
            "{} {} {is_help} {} {fields}",
            call.key().unwrap(),
            outcome.ending().name(),
            arguments.unwrap(),
        ));
    }
}

/// Counts the calls that reach middleware.
struct Count(Arc<AtomicUsize>);

impl Middleware for Count {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> fusion_core::ToolResult {
        self.0.fetch_add(1, Ordering::SeqCst);
        next.run(call).await
    }
}

#[tokio::test]
async fn observers_see_help_as_help_and_middleware_does_not_see_it() {
    let (ends, count) = (Arc::new(Ends::default()), Arc::new(AtomicUsize::new(0)));
    let registry = Registry::builder()
        .middleware(Count(Arc::clone(&count)))
        .describe(fusion_core::spec::Describe::Brief)
        .observe(Arc::clone(&ends))
        .tool(desk())
        .build()
        .unwrap();
    for arguments in [
        json!({"action": "help", "topic": "issues"}),
        json!({"action": "help", "topic": "isues"}),
        json!({"action": "help", "topic": 5}),
        json!({"action": "labels.list"}),
    ] {
        let _ = registry.call("desk", arguments, Ctx::new()).await;
    }
    assert_eq!(
        *ends.0.lock().unwrap(),
        [
            "help answered true {\"topic\":\"issues\"} 0",
            "help invalid true {\"topic\":\"isues\"} 1",
            "help invalid true {\"topic\":5} 1",
            "labels.list answered false {} 0",
        ]
    );
    assert_eq!(count.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_audit_has_an_entry_for_help() {
    let (audit, mut queue) = Audit::channel(4);
    let registry = builder().observe(audit).tool(desk()).build().unwrap();
    let call = registry.call("desk", json!({"action": "help"}), Ctx::new());
    assert!(call.await.is_ok());
    let entry = queue.next().await.unwrap();
    assert_eq!(
        (entry.tool, entry.key.as_deref()),
        (Some("desk"), Some("help"))
    );
    assert_eq!(entry.outcome, "answered");
}

#[tokio::test]
async fn guards_and_providers_may_refuse_help() {
    let registry = builder()
        .provide(async |ctx: &Ctx| match ctx.id() {
            Some("stranger") => Err(ToolError::new("who are you?")),
            _ => Ok(7_u8),
        })
        .guard(|call| {
            let guarded = call.spec().kind.is_help() && call.key() == "help";
            if guarded && call.ctx().id() == Some("often") {
                return Err(ToolError::new("too often"));
            }
            Ok(())
        })
        .tool(desk())
        .build()
        .unwrap();
    for (id, expected) in [
        ("stranger", Some("Error: who are you?")),
        ("often", Some("Error: too often")),
        ("friend", None),
    ] {
        let ctx = Ctx::new().with_id(id);
        let answered = registry.call("desk", json!({"action": "help"}), ctx).await;
        let error = answered.err();
        assert!(
            error
                .as_ref()
                .is_none_or(|error| matches!(error, CallError::Refused { .. }))
        );
        assert_eq!(error.map(|error| error.to_string()).as_deref(), expected);
    }
}

#[tokio::test]
async fn no_cap_shortens_help_and_no_notice_stands_before_it() {
    let registry = builder()
        .output_cap(OutputCap::bytes(300))
        .state_sync(StateSync::new())
        .tool(desk())
        .build()
        .unwrap();
    let answered = registry
        .call("desk", json!({"action": "help"}), Ctx::new())
        .await;
    let response = answered.unwrap();
    assert_eq!(response.content().len(), 1);
    let text = format!("{:?}", response.content());
    assert!(
        text.len() > 300 && text.contains("labels.delete(label)"),
        "{text}"
    );
    assert_eq!(response.meta(), None);
}

#[tokio::test]
async fn wrong_arguments_of_help_are_answered_with_its_contract() {
    let registry = builder().tool(desk()).build().unwrap();
    let arguments = json!({"action": "help", "topic": ["issues"], "depth": 2});
    let error = registry
        .call("desk", arguments, Ctx::new())
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "\
Validation failed for desk/help:
- topic: expected string, got array. Send the value itself, not in an array
- depth: unknown field
Contract:
help(topic?)
Return the whole contract of an action or module, or an overview.
Arguments:
- topic: string. The key of an action, or the name of a module; none for an overview.
Hints: read-only
Fix these fields and call again. Call help for other contracts."
    );
}

#[tokio::test]
async fn a_wrong_call_in_the_brief_form_is_answered_with_the_whole_contract() {
    let registry = builder().tool(desk()).build().unwrap();
    let arguments = json!({"action": "issues.search", "by": {"words": [], "since": 1}});
    let error = registry
        .call("desk", arguments, Ctx::new())
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "\
Validation failed for desk/issues.search:
- by.since: unknown field
- by.words: expected array of string, items 1.., got 0 items
Contract:
issues.search(by)
Search issues.
Arguments:
- by: object (required). What to look for.
  - opened: object. When it was opened.
    - from: string (required). The first day.
    - to: string. The last day.
  - state: open|closed. The state of an issue. open: Still to do; closed: Done, or never to be done
  - words: array of string, items 1.. (required). Words that the title contains.
Hints: read-only
Fix these fields and call again. Call help for other contracts."
    );
    let error = registry
        .call("desk", json!({}), Ctx::new())
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "Error: action is required. Available: issues.list, issues.search, issues.assign, \
         issues.purge, labels.list, labels.delete, help. Call help for their contracts."
    );
}
