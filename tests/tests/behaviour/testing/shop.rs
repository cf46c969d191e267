//! A server with everything that a client can meet.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fusion_core::{
    Answer, Ask, Cancellation, Ctx, Ext, Filter, Json, Progress, Registry, Server, StateSync,
    ToolError, server_info, tool_group,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The caller of a request.
#[derive(Clone, Debug)]
pub(super) struct Caller(pub(super) &'static str);

async fn nobody(_: &Ctx) -> Result<Caller, ToolError> {
    Err("nobody may enter".into())
}

#[derive(Serialize, JsonSchema)]
struct Item {
    id: u32,
    name: &'static str,
}

#[derive(Deserialize, JsonSchema)]
struct Wish {
    colour: String,
}

/// A shop that counts the orders that it handled.
#[derive(Clone, Debug, Default)]
pub(super) struct Shop {
    pub(super) orders: Arc<AtomicUsize>,
    /// The orders that were cancelled.
    pub(super) cancelled: Arc<AtomicUsize>,
}

impl Shop {
    pub(super) fn registry(&self) -> Registry {
        Registry::builder()
            .principal(|_| None)
            .provide(nobody)
            .state_sync(StateSync::new())
            .tool(self.clone())
            .build()
            .unwrap()
    }

    /// A server whose callers see what is not for somebody else.
    pub(super) fn server(&self) -> Server {
        Server::new(self.registry(), server_info!())
            // Longer than an order, so that the end of the input cancels none.
            .grace(Duration::from_secs(600))
            .access(|caller: &Caller| match caller.0 {
                "ada" => Filter::without_tags(["owner"]),
                _ => Filter::all(),
            })
            .unwrap()
    }
}

/// Sell things.
#[tool_group(name = "shop")]
impl Shop {
    /// Find an item.
    #[action(read_only)]
    fn find(&self, item: u32) -> Result<Json<Item>, ToolError> {
        match item {
            7 => Ok(Json(Item { id: 7, name: "pen" })),
            _ => Err(ToolError::new(format!("no item {item}")).code("not_found")),
        }
    }

    /// Tell whose shop this is.
    #[action(read_only)]
    fn whose(&self, caller: &Ext<Caller>) -> String {
        format!("{}'s", caller.0.0)
    }

    /// Rename an item.
    #[action(idempotent, invalidates("self.find"))]
    fn rename(&self, item: u32, name: String) -> String {
        format!("{item} is {name}")
    }

    /// Order items one after the other.
    #[action]
    async fn order(&self, items: u32, progress: &Progress, cancellation: &Cancellation) -> String {
        let cancelled = CountsCancelled(self, cancellation);
        for item in 1..=items {
            progress.report(item, items).await;
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
        drop(cancelled);
        self.orders.fetch_add(1, Ordering::SeqCst);
        format!("ordered {items}")
    }

    /// Close the shop for good.
    #[action(destructive, confirm("Close {shop}?"))]
    fn close(&self, shop: String) -> String {
        format!("closed {shop}")
    }

    /// Ask for a wish.
    #[action]
    async fn survey(&self, ask: &Ask<Wish>) -> String {
        match ask.form("Which colour?").await {
            Answer::Accepted(wish) => format!("wants {}", wish.colour),
            other => format!("{}", matches!(other, Answer::Declined)),
        }
    }

    /// Drop everything.
    #[action(destructive)]
    fn drop(&self) {}

    /// Sell the shop.
    #[action(tags("owner"))]
    fn sell(&self) {}

    /// Greet somebody.
    #[prompt]
    fn greet(&self, #[arg(complete = Self::names)] name: String) -> String {
        format!("Greet {name}.")
    }

    /// The stock.
    #[resource(uri = "shop://stock")]
    fn stock(&self) -> &'static str {
        "7 pen"
    }
}

impl Shop {
    async fn names(_: &str, _: &Ctx) -> Vec<String> {
        ["Ada", "Alan"].map(str::to_owned).to_vec()
    }
}

struct CountsCancelled<'s>(&'s Shop, &'s Cancellation);

impl Drop for CountsCancelled<'_> {
    fn drop(&mut self) {
        if self.1.is_cancelled() {
            self.0.cancelled.fetch_add(1, Ordering::SeqCst);
        }
    }
}
