//! Observers see every call and its outcome, and change nothing.

mod audit;

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use fusion_core::{
    Cancellation, Ctx, Registry, RegistryBuilder, ToolError, ToolResponse,
    middleware::{Concurrency, Middleware, Timeout},
    observe::{CallRecord, Observer, Outcome},
    tool_group,
};
use serde_json::{Value, json};

struct Desk;

#[tool_group(name = "desk")]
impl Desk {
    #[action(read_only)]
    async fn echo(&self, n: u64) -> String {
        n.to_string()
    }

    #[action]
    async fn fail(&self) -> Result<String, String> {
        Err("no".to_owned())
    }

    #[action]
    async fn boom(&self) -> String {
        panic!("boom")
    }

    #[action]
    async fn wait(&self) -> String {
        std::future::pending().await
    }

    #[action]
    async fn login(&self, #[arg(secret)] pin: String, name: Option<String>) -> String {
        drop((pin, name));
        "welcome".to_owned()
    }
}

/// One line for each call.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Lines {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl Observer for Lines {
    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        let line = format!(
            "{} {} {} {} {}",
            call.name(),
            call.tool().map_or("-", |tool| tool.name),
            call.key().unwrap_or("-"),
            call.spec().map_or("-", |spec| spec.key),
            outcome.ending().name(),
        );
        assert_eq!(call.arguments(), None);
        assert!(outcome.duration() < Duration::from_secs(60));
        self.0.lock().unwrap().push(line);
    }
}

fn watched(lines: &Lines) -> RegistryBuilder<impl Middleware> {
    Registry::builder()
        .observe(lines.clone())
        .middleware(Timeout::new(Duration::from_millis(20)))
        .tool(Desk)
}

async fn call(registry: &Registry, tool: &str, arguments: Value) -> String {
    match registry.call(tool, arguments, Ctx::new()).await {
        Ok(_) => "ok".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn every_ending_is_seen_under_its_name() {
    let lines = Lines::default();
    let registry = Registry::builder()
        .observe(lines.clone())
        .guard(|call| match call.arguments().get("n") {
            Some(n) if n == 13 => Err(ToolError::new("not thirteen")),
            _ => Ok(()),
        })
        .middleware(Timeout::new(Duration::from_millis(20)))
        .tool(Desk)
        .build()
        .unwrap();
    for (tool, arguments, expected) in [
        (
            "desk",
            json!({"action": "echo", "n": 1}),
            "desk desk echo echo answered",
        ),
        (
            "dsk",
            json!({"action": "echo", "n": 1}),
            "dsk - - - unknown_tool",
        ),
        (
            "desk",
            json!({"action": "ecko"}),
            "desk desk ecko - unknown_action",
        ),
        ("d\nsk", json!({}), "d\\nsk - - - unknown_tool"),
        (
            "desk",
            json!({"action": "ec\nho"}),
            "desk desk ec\\nho - unknown_action",
        ),
        ("desk", json!({"action": 5}), "desk desk - - unknown_action"),
        ("desk", json!({}), "desk desk - - unknown_action"),
        ("desk", json!([1]), "desk desk - - invalid"),
        (
            "desk",
            json!({"action": "echo"}),
            "desk desk echo echo invalid",
        ),
        (
            "desk",
            json!({"action": "echo", "n": 13}),
            "desk desk echo echo refused",
        ),
        (
            "desk",
            json!({"action": "fail"}),
            "desk desk fail fail failed",
        ),
        (
            "desk",
            json!({"action": "boom"}),
            "desk desk boom boom panicked",
        ),
        (
            "desk",
            json!({"action": "wait"}),
            "desk desk wait wait timed_out",
        ),
    ] {
        let _ = call(&registry, tool, arguments).await;
        assert_eq!(lines.take(), [expected]);
    }
}

#[tokio::test]
async fn a_refusal_by_a_middleware_or_a_provider_is_seen_as_one() {
    let lines = Lines::default();
    let full = Arc::new(Concurrency::new(1));
    let registry = Registry::builder()
        .observe(lines.clone())
        .middleware(Arc::clone(&full))
        .tool(Desk)
        .build()
        .unwrap();
    let first = registry.call("desk", json!({"action": "wait"}), Ctx::new());
    let second = call(&registry, "desk", json!({"action": "fail"}));
    tokio::select! {
        biased;
        _ = first => unreachable!(),
        text = second => assert_eq!(
            text,
            "[desk/fail] too many calls at once; this one was not begun\nRetry after 1 s"
        ),
    }
    // The first was dropped by `select!`, after the second was answered.
    assert_eq!(
        lines.take(),
        [
            "desk desk fail fail refused",
            "desk desk wait wait cancelled"
        ]
    );

    let registry = Registry::builder()
        .observe(lines.clone())
        .provide(async |_: &Ctx| Err::<u8, _>("who are you?"))
        .tool(Desk)
        .build()
        .unwrap();
    let text = call(&registry, "desk", json!({"action": "fail"})).await;
    assert_eq!(text, "Error: who are you?");
    assert_eq!(lines.take(), ["desk - - - refused"]);
}

#[tokio::test]
async fn a_cancelled_call_and_a_dropped_one_are_seen_once() {
    let lines = Lines::default();
    let registry = Registry::builder()
        .observe(lines.clone())
        .tool(Desk)
        .build()
        .unwrap();
    let cancellation = Cancellation::new();
    let ctx = Ctx::new().with_cancellation(cancellation.clone());
    let running = registry.call("desk", json!({"action": "wait"}), ctx);
    let cancel = async {
        tokio::task::yield_now().await;
        cancellation.cancel();
    };
    let (result, ()) = tokio::join!(running, cancel);
    assert!(result.is_err());
    assert_eq!(lines.take(), ["desk desk wait wait cancelled"]);

    let running = registry.call("desk", json!({"action": "wait"}), Ctx::new());
    let dropped = tokio::time::timeout(Duration::from_millis(5), running).await;
    assert!(dropped.is_err());
    assert_eq!(lines.take(), ["desk desk wait wait cancelled"]);

    // A future that was never polled was no call.
    drop(registry.call("desk", json!({"action": "wait"}), Ctx::new()));
    assert_eq!(lines.take(), Vec::<String>::new());
}

struct Panicking;

impl Observer for Panicking {
    fn observe(&self, _: &CallRecord<'_>, _: &Outcome<'_>) {
        panic!("an observer's own trouble")
    }
}

#[tokio::test]
async fn an_observer_that_panics_changes_no_answer_and_hides_nothing_from_the_next() {
    let lines = Lines::default();
    let registry = Registry::builder()
        .observe(Panicking)
        .observe(lines.clone())
        .tool(Desk)
        .build()
        .unwrap();
    let arguments = json!({"action": "echo", "n": 1});
    let response = registry.call("desk", arguments, Ctx::new()).await.unwrap();
    assert_eq!(response, ToolResponse::text("1"));
    let running = registry.call("desk", json!({"action": "wait"}), Ctx::new());
    assert!(
        tokio::time::timeout(Duration::from_millis(5), running)
            .await
            .is_err()
    );
    assert_eq!(
        lines.take(),
        [
            "desk desk echo echo answered",
            "desk desk wait wait cancelled"
        ]
    );
}

#[derive(Clone, Default)]
struct Arguments(Arc<Mutex<Vec<Value>>>);

impl Observer for Arguments {
    const READS_ARGUMENTS: bool = true;

    fn observe(&self, call: &CallRecord<'_>, _: &Outcome<'_>) {
        self.0.lock().unwrap().push(json!(call.arguments()));
    }
}

#[tokio::test]
async fn an_observer_reads_arguments_and_no_secret() {
    let seen = Arguments::default();
    let registry = Registry::builder()
        .observe(seen.clone())
        .tool(Desk)
        .build()
        .unwrap();
    for (arguments, expected) in [
        (json!({"action": "echo", "n": 1}), json!({"n": 1})),
        (json!({"action": "echo", "m": 1}), json!({"m": 1})),
        (
            json!({"action": "login", "pin": "hunter2", "name": "ada"}),
            json!({"pin": "[secret]", "name": "ada"}),
        ),
        // A misspelt secret is still one.
        (
            json!({"action": "login", "pni": "hunter2"}),
            json!({"pni": "[secret]"}),
        ),
        (json!({"action": "logni", "pin": "hunter2"}), Value::Null),
    ] {
        let _ = call(&registry, "desk", arguments).await;
        assert_eq!(seen.0.lock().unwrap().pop(), Some(expected));
    }
}

#[tokio::test]
async fn names_are_cut_before_anybody_sees_them() {
    let lines = Lines::default();
    let registry = watched(&lines).build().unwrap();
    let long = "x".repeat(1_000_000);
    let _ = call(&registry, &long, Value::Null).await;
    let _ = call(&registry, "desk", json!({"action": long})).await;
    let cut = format!("{}…", "x".repeat(50));
    assert_eq!(
        lines.take(),
        [
            format!("{cut} - - - unknown_tool"),
            format!("desk desk {cut} - unknown_action"),
        ]
    );
}
