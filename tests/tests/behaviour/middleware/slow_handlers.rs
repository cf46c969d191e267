//! Timeouts and heartbeats of slow handlers.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex},
    time::Duration,
};

use fusion_core::{
    CallError, Cancellation, Ctx, Progress, Registry, ToolResult,
    build::ActionGroup,
    ctx::{ProgressSink, ProgressUpdate},
    middleware::{Call, Heartbeat, Middleware, Next, Timeout},
    tool_group,
};
use serde_json::json;

use super::call_text;

const SHORT: Duration = Duration::from_millis(20);

/// A tool that records the cancellation that it sees.
#[derive(Clone, Default)]
struct Slow(Arc<Mutex<Vec<Cancellation>>>);

#[tool_group(name = "slow")]
impl Slow {
    #[action(read_only)]
    async fn read(&self, cancellation: &Cancellation) -> String {
        self.0.lock().unwrap().push(cancellation.clone());
        std::future::pending().await
    }

    #[action]
    async fn write(&self) -> String {
        std::future::pending().await
    }

    #[action]
    async fn quick(&self, cancellation: &Cancellation) -> String {
        self.0.lock().unwrap().push(cancellation.clone());
        "quick".to_owned()
    }

    #[action]
    async fn sleep(&self, millis: u64) -> String {
        tokio::time::sleep(Duration::from_millis(millis)).await;
        "slept".to_owned()
    }

    #[action]
    async fn report(&self, progress: &Progress) -> String {
        tokio::time::sleep(Duration::from_millis(50)).await;
        for done in 1..=2 {
            progress.report(f64::from(done), Some(2.0)).await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        "reported".to_owned()
    }
}

fn registry(slow: &Slow) -> Registry {
    let builder = Registry::builder().middleware(Timeout::new(SHORT));
    builder.tool(slow.clone()).build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_takes_too_long_is_stopped_and_hears_of_it() {
    let slow = Slow::default();
    let registry = registry(&slow);
    for (key, hint) in [
        ("read", "Ask for less at once, or call again."),
        (
            "write",
            "A part of it may have been done: look before you call again.",
        ),
    ] {
        let arguments = json!({"action": key});
        let text = call_text(&registry, "slow", arguments, Ctx::new()).await;
        let expected =
            format!("[slow/{key}] no answer within 20 ms, so it was stopped\nHint: {hint}");
        assert_eq!(text, expected);
    }
    assert!(slow.0.lock().unwrap()[0].is_cancelled());
    let error = registry
        .call("slow", json!({"action": "read"}), Ctx::new())
        .await;
    assert_eq!(
        error.unwrap_err().data(),
        json!({"code": "timeout", "hint": "Ask for less at once, or call again."})
    );
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_is_quick_is_answered_and_never_cancelled() {
    let slow = Slow::default();
    let registry = registry(&slow);
    for (arguments, answer) in [
        (json!({"action": "quick"}), "quick"),
        (json!({"action": "sleep", "millis": 2}), "slept"),
    ] {
        assert_eq!(
            call_text(&registry, "slow", arguments, Ctx::new()).await,
            answer
        );
    }
    assert!(!slow.0.lock().unwrap()[0].is_cancelled());
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_is_cancelled_through_a_timeout_as_well() {
    let slow = Slow::default();
    let builder = Registry::builder()
        .middleware(Timeout::secs(60))
        .middleware(Timeout::secs(30));
    let registry = builder.tool(slow.clone()).build().unwrap();
    let outer = Cancellation::new();
    let ctx = Ctx::new().with_cancellation(outer.clone());
    let call = registry.call("slow", json!({"action": "read"}), ctx);
    let cancel = async {
        tokio::task::yield_now().await;
        outer.cancel();
    };
    let (result, ()) = tokio::join!(call, cancel);
    assert!(matches!(result, Err(CallError::Cancelled)), "{result:?}");
    assert!(slow.0.lock().unwrap()[0].is_cancelled());

    // A call whose client has gone.
    let call = registry.call("slow", json!({"action": "read"}), Ctx::new());
    assert!(tokio::time::timeout(SHORT, call).await.is_err());
    assert!(slow.0.lock().unwrap()[1].is_cancelled());
}

/// A block with a timeout of five milliseconds, which some actions override.
struct Stated;

#[tool_group(name = "stated", timeout = "5ms", with(Slowly))]
impl Stated {
    #[action(read_only)]
    async fn default(&self) -> String {
        std::future::pending().await
    }

    #[action(timeout = "1m")]
    async fn longer(&self) -> String {
        tokio::time::sleep(Duration::from_millis(20)).await;
        "slept".to_owned()
    }

    #[action(timeout = "20ms")]
    async fn own(&self) -> String {
        std::future::pending().await
    }

    /// Its middleware waits within its time.
    #[action(read_only, with(Forever))]
    async fn behind(&self) {}
}

/// A middleware that takes a moment.
struct Slowly;

impl Middleware for Slowly {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        tokio::task::yield_now().await;
        next.run(call).await
    }
}

struct Forever;

impl Middleware for Forever {
    async fn handle(&self, _: &mut Call<'_>, next: impl Next) -> ToolResult {
        drop(next);
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn a_timeout_of_a_block_holds_for_the_actions_that_state_none() {
    let registry = Registry::builder().tool(Stated).build().unwrap();
    let look = "A part of it may have been done: look before you call again.";
    let again = "Ask for less at once, or call again.";
    let stopped = |key, millis, hint| {
        format!("[stated/{key}] no answer within {millis} ms, so it was stopped\nHint: {hint}")
    };
    for (key, expected) in [
        ("default", stopped("default", 5, again)),
        ("own", stopped("own", 20, look)),
        ("behind", stopped("behind", 5, again)),
        ("longer", "slept".to_owned()),
    ] {
        let arguments = json!({"action": key});
        assert_eq!(
            call_text(&registry, "stated", arguments, Ctx::new()).await,
            expected
        );
    }
    let timeouts = <Stated as ActionGroup>::SPEC.actions.iter();
    let millis = timeouts.map(|action| action.timeout.unwrap().as_millis());
    assert_eq!(millis.collect::<Vec<_>>(), [5, 60_000, 20, 5]);
}

#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<ProgressUpdate>>>);

impl ProgressSink for Heard {
    fn send(&self, update: ProgressUpdate) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.0.lock().unwrap().push(update);
        Box::pin(std::future::ready(()))
    }
}

fn beating() -> Registry {
    let builder = Registry::builder().middleware(Heartbeat::new(Duration::from_millis(10)));
    builder.tool(Slow::default()).build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_slow_action_shows_signs_of_life_to_whoever_asked() {
    let heard = Heard::default();
    let ctx = Ctx::new().with_progress(Progress::to(heard.clone()));
    let arguments = json!({"action": "sleep", "millis": 100});
    assert_eq!(
        call_text(&beating(), "slow", arguments.clone(), ctx).await,
        "slept"
    );
    let updates = heard.0.lock().unwrap().clone();
    assert!(updates.len() >= 2, "{updates:?}");
    assert!(updates.windows(2).all(|pair| pair[0].done < pair[1].done));
    assert!(
        updates
            .iter()
            .all(|update| update.done < 1.0 && update.total.is_none())
    );
    let message = updates[0].message.as_deref().unwrap();
    assert!(message.starts_with("still at work after 1"), "{message}");

    assert_eq!(
        call_text(&beating(), "slow", arguments, Ctx::new()).await,
        "slept"
    );
}

#[tokio::test(start_paused = true)]
async fn a_quick_action_and_one_that_reports_are_not_disturbed() {
    let heard = Heard::default();
    let ctx = || Ctx::new().with_progress(Progress::to(heard.clone()));
    let arguments = json!({"action": "quick"});
    assert_eq!(
        call_text(&beating(), "slow", arguments, ctx()).await,
        "quick"
    );
    assert_eq!(*heard.0.lock().unwrap(), []);

    let arguments = json!({"action": "report"});
    assert_eq!(
        call_text(&beating(), "slow", arguments, ctx()).await,
        "reported"
    );
    let updates = heard.0.lock().unwrap();
    // All reports of the handler arrive, also after reports of the heartbeat.
    let own: Vec<_> = updates
        .iter()
        .filter(|update| update.message.is_none())
        .collect();
    assert_eq!(
        own.iter().map(|update| update.done).collect::<Vec<_>>(),
        [1.0, 2.0]
    );
    // Signs after a report keep its total.
    let last = updates.last().unwrap();
    assert!(
        last.done > 2.0 && last.done < 2.1 && last.total == Some(2.0),
        "{last:?}"
    );
}
