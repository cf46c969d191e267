//! Both passes of a call, over the wire: everything that belongs to its end happens once, in the last one.

use std::sync::Mutex;

use fusion_core::{
    StateSync, ToolResult,
    middleware::{Call, Middleware, Next},
    observe::{CallRecord, Observer, Outcome},
    spec::OutputCap,
};
use fusion_tests::wire::request;

use super::*;

/// Deletes notes, and counts the destructors of its handlers.
#[derive(Clone, Debug, Default)]
struct Notes(Arc<Counts>);

#[tool_group(name = "shop")]
impl Notes {
    /// List notes.
    #[action(read_only)]
    fn look(&self) {}

    /// Delete all notes.
    #[action(destructive, invalidates("self.look"), output_cap = OutputCap::bytes(120))]
    async fn delete(&self, progress: &Progress, ask: &Ask) -> String {
        self.0.runs.fetch_add(1, Ordering::Relaxed);
        let _drops = CountsDrop(&self.0.drops);
        progress.report(1, 2).await;
        let answer = ask.confirmed("Delete all?").await;
        progress.report(2, 2).await;
        format!("{}\n", answer.is_accepted()).repeat(200)
    }

    /// Delete one note.
    #[action(
        destructive,
        confirm("Delete {note}?"),
        invalidates("self.look"),
        output_cap = OutputCap::bytes(120)
    )]
    async fn drop_one(&self, note: u64, progress: &Progress) -> String {
        self.0.runs.fetch_add(1, Ordering::Relaxed);
        let _drops = CountsDrop(&self.0.drops);
        progress.report(1, 2).await;
        progress.report(2, 2).await;
        format!("{note}\n").repeat(200)
    }
}

/// Records the ends of calls, and what a middleware sees.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn add(&self, line: &str) {
        self.0.lock().unwrap().push(line.to_owned());
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl Observer for Log {
    fn observe(&self, _: &CallRecord<'_>, outcome: &Outcome<'_>) {
        self.add(outcome.ending().name());
    }
}

impl Middleware for Log {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        self.add("before");
        let result = next.run(call).await;
        self.add("after");
        result
    }
}

/// A registry, its counts, its log, and the number of calls of its hook.
fn notes() -> (Registry, Notes, Log, Arc<AtomicUsize>) {
    let (notes, log, hooks) = (Notes::default(), Log::default(), Arc::default());
    let seen: Arc<AtomicUsize> = Arc::clone(&hooks);
    let sync = StateSync::new().on_invalidation(move |_| {
        seen.fetch_add(1, Ordering::Relaxed);
    });
    let builder = Registry::builder()
        .middleware(log.clone())
        .observe(log.clone())
        .state_sync(sync);
    let registry = builder.tool(notes.clone()).build().unwrap();
    (registry, notes, log, hooks)
}

/// The two actions: their arguments, and the amounts of work that each pass reports.
fn actions() -> [(Value, [&'static [u64]; 2]); 2] {
    [
        (json!({"action": "delete"}), [&[1], &[1, 2]]),
        (json!({"action": "drop_one", "note": 7}), [&[], &[1, 2]]),
    ]
}

async fn expect_progress(wire: &mut Wire, token: &str, amounts: &[u64]) {
    for amount in amounts {
        let message = wire.receive().await;
        let params = &message["params"];
        #[allow(clippy::cast_precision_loss)] // small numbers
        let expected = json!({"progressToken": token, "progress": *amount as f64, "total": 2.0});
        assert_eq!(*params, expected, "{message}");
    }
}

/// Asserts that a result has its cap and its notice, and that everything happened once.
fn assert_done(result: &Value, hooks: &AtomicUsize) {
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.len() < 400, "the result has its cap: {result}");
    let meta = &result["_meta"]["dev.fusion/invalidates"];
    assert_eq!(*meta, json!(["shop.look"]), "{result}");
    assert_eq!(hooks.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_legacy_call_has_one_pass() {
    for lane in [true, false] {
        for (arguments, [before, _]) in actions() {
            let (registry, notes, log, hooks) = notes();
            let mut wire = legacy(registry, lane, &json!({})).await;
            log.take();
            let mut params = json!({"name": "shop", "arguments": arguments});
            params["_meta"]["progressToken"] = json!("p");
            wire.send(&request(2, "tools/call", params)).await;
            expect_progress(&mut wire, "p", before).await;
            let question = wire.receive().await;
            assert_eq!(hooks.load(Ordering::Relaxed), 0);
            assert_eq!(notes.0.drops.load(Ordering::Relaxed), 0);
            reply(&mut wire, &question, accept(&json!({}))).await;
            let rest: &[u64] = if before.is_empty() { &[1, 2] } else { &[2] };
            expect_progress(&mut wire, "p", rest).await;
            assert_done(&wire.receive().await["result"], &hooks);
            assert_eq!(log.take(), ["before", "after", "answered"]);
            assert_eq!(notes.0.runs.load(Ordering::Relaxed), 1);
            assert_eq!(notes.0.drops.load(Ordering::Relaxed), 1);
        }
    }
}

#[tokio::test]
async fn a_modern_call_ends_once_after_all_of_its_passes() {
    for lane in [true, false] {
        for (arguments, [first, last]) in actions() {
            let (registry, notes, log, hooks) = notes();
            let mut wire = modern_wire(registry, lane).await;
            log.take();
            let call = |id, token: &str, more: &Value| {
                let mut call = modern_call(id, &arguments, &json!({}), more);
                call["params"]["_meta"]["progressToken"] = json!(token);
                call
            };
            wire.send(&call(2, "p", &json!({}))).await;
            expect_progress(&mut wire, "p", first).await;
            let asked = wire.receive().await;
            let mut members: Vec<_> = asked["result"].as_object().unwrap().keys().collect();
            members.sort();
            assert_eq!(members, ["inputRequests", "requestState", "resultType"]);
            // A handler that was dropped where it asked has run its destructors.
            let runs = usize::from(!first.is_empty());
            assert_eq!(notes.0.runs.load(Ordering::Relaxed), runs);
            assert_eq!(notes.0.drops.load(Ordering::Relaxed), runs);
            assert_eq!(hooks.load(Ordering::Relaxed), 0);
            let more = answers_to(&asked, accept(&json!({})));
            wire.send(&call(3, "q", &more)).await;
            expect_progress(&mut wire, "q", last).await;
            assert_done(&wire.receive().await["result"], &hooks);
            let expected: &[&str] = if runs == 0 {
                // `confirm` asks before all middleware.
                &["asked", "before", "after", "answered"]
            } else {
                &["before", "asked", "before", "after", "answered"]
            };
            assert_eq!(log.take(), expected);
            assert_eq!(notes.0.runs.load(Ordering::Relaxed), runs + 1);
            assert_eq!(notes.0.drops.load(Ordering::Relaxed), runs + 1);
        }
    }
}

/// A user who declines what `confirm` asks ends the call as an error, without its effects.
#[tokio::test]
async fn a_declined_call_has_no_effects() {
    let (registry, notes, log, hooks) = notes();
    let drop_one = json!({"action": "drop_one", "note": 7});
    let (questions, state) = asked(&registry, drop_one.clone(), Ctx::new()).await;
    let ctx = answered(&questions, state, json!({"action": "decline"}));
    let error = registry.call("shop", drop_one, ctx).await.unwrap_err();
    assert_eq!(error.data()["code"], "declined");
    assert_eq!(log.take(), ["asked", "refused"]);
    assert_eq!(hooks.load(Ordering::Relaxed), 0);
    assert_eq!(notes.0.runs.load(Ordering::Relaxed), 0);
}
