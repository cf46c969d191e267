//! Calls that run once: claims, kept answers, repetitions, and what goes wrong between.

mod asking;
mod callers;
mod ends;
mod expositions;
mod faults;
mod fingerprints;
mod keys;
mod observers;
mod repetitions;
mod schemas;
mod typed_clients;

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fusion_core::{
    Ask, CallError, Content, Ctx, Json, Registry, RegistryBuilder, ToolError, ToolResponse,
    schemars::JsonSchema,
    shared::{MemoryStore, Shared},
    tool_group,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

/// Counts the orders that were placed.
#[derive(Clone, Default)]
struct Orders(Arc<Counts>);

struct Counts {
    runs: AtomicUsize,
    /// Has a permit for each call of `wait` that may end.
    gate: Semaphore,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            runs: AtomicUsize::new(0),
            gate: Semaphore::new(0),
        }
    }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Placed {
    number: usize,
    item: String,
}

/// Take orders.
#[tool_group(name = "orders")]
impl Orders {
    /// Place an order.
    #[action(once)]
    async fn place(&self, item: String, #[arg(default = 1)] count: u32) -> Json<Placed> {
        let _ = count;
        let number = self.run();
        tokio::task::yield_now().await;
        Json(Placed { number, item })
    }

    /// Note something at once.
    #[action(once)]
    fn note(&self, text: String) -> ToolResponse {
        let number = self.run();
        ToolResponse::text(format!("{text} {number}")).with_meta("a/number", number)
    }

    /// Wait until the gate opens.
    #[action(once)]
    async fn wait(&self) -> String {
        let number = self.run();
        if let Ok(permit) = self.0.gate.acquire().await {
            permit.forget();
        }
        format!("waited {number}")
    }

    /// Fail in one of several ways.
    #[action(once)]
    async fn fail(&self, how: String) -> Result<String, ToolError> {
        let number = self.run();
        Err(match how.as_str() {
            "panic" => panic!("number {number}"),
            "internal" => ToolError::internal("the disk is gone"),
            "refused" => ToolError::new("too busy").nothing_ran(),
            "later" => ToolError::new("locked")
                .unchanged()
                .retry_after(Duration::from_secs(5)),
            "unauthorized" => ToolError::unauthorized(),
            _ => ToolError::new(format!("failed {number}"))
                .code("broken")
                .hint("Ask somebody")
                .suggest("place"),
        })
    }

    /// Return a long text.
    #[action(once)]
    async fn long(&self, bytes: usize) -> String {
        self.run();
        "x".repeat(bytes)
    }

    /// Cancel an order.
    #[action(once, destructive, confirm("Cancel {item}?"))]
    async fn cancel(&self, item: String) -> String {
        format!("cancelled {item} {}", self.run())
    }

    /// Refund an order.
    #[action(once, destructive, confirm("Refund {item}?"), unasked = "token")]
    async fn refund(&self, item: String) -> String {
        format!("refunded {item} {}", self.run())
    }

    /// Ask in the middle.
    #[action(once)]
    async fn survey(&self, ask: &Ask) -> String {
        let number = self.run();
        let agreed = ask.confirmed("Agree?").await.is_accepted();
        format!("{agreed} {number}")
    }

    /// Change an order without a promise.
    #[action]
    async fn change(&self, item: String) -> String {
        format!("changed {item} {}", self.run())
    }

    /// Count the orders.
    #[action(read_only)]
    fn count(&self) -> String {
        self.runs().to_string()
    }
}

impl Orders {
    fn run(&self) -> usize {
        self.0.runs.fetch_add(1, Ordering::SeqCst) + 1
    }

    fn runs(&self) -> usize {
        self.0.runs.load(Ordering::SeqCst)
    }

    fn open_gate(&self) {
        self.0.gate.add_permits(1);
    }

    fn builder(&self) -> RegistryBuilder {
        Registry::builder().tool(self.clone())
    }

    fn registry(&self) -> Registry {
        self.builder().build().unwrap()
    }

    /// A registry whose store others have, too.
    fn sharing(&self, store: &Arc<MemoryStore>) -> Registry {
        let shared = Shared::new().store(Arc::clone(store));
        self.builder().shared(shared).build().unwrap()
    }
}

/// Calls an action with a key.
async fn call(
    registry: &Registry,
    action: &str,
    key: &str,
    mut arguments: Value,
) -> Result<ToolResponse, CallError> {
    arguments["action"] = json!(action);
    arguments["idempotency_key"] = json!(key);
    registry.call("orders", arguments, Ctx::new()).await
}

/// The text of a response.
fn text(response: &ToolResponse) -> &str {
    match response.content() {
        [Content::Text(text)] => text,
        other => panic!("{other:?}"),
    }
}

/// The code of an error.
fn code(result: Result<ToolResponse, CallError>) -> String {
    match result {
        Err(error) => error.data()["code"].as_str().unwrap_or_default().to_owned(),
        Ok(response) => panic!("{response:?}"),
    }
}
