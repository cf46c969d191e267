//! The server of the scenarios that clients of several kinds run, `tests/clients/scenarios.json`.
#![allow(clippy::unnecessary_wraps, clippy::unused_async, clippy::unused_self)] // actions and completions in the forms that servers give them

use std::sync::Arc;

use fusion_core::{
    Answer, Ask, BuildErrors, Cancellation, Content, Ctx, Exposition, Filter, Json, Progress,
    Registry, Server, StateSync, ToolError, server_info, tool_group,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

/// One red pixel.
pub const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

/// Creates the server, with lists of two items a page.
///
/// # Errors
///
/// The mistakes of the registry, which has none.
pub fn server(exposition: Exposition) -> Result<Server, BuildErrors> {
    let registry = Registry::builder()
        // The scenarios have no callers.
        .principal(|_| None)
        .state_sync(StateSync::new())
        .tool(Shop::default())
        .tool(Clock)
        .tool(Library)
        .build()?;
    Server::new(registry, server_info!())
        .exposition(exposition)?
        .filter(&Filter::without_tags(["owner"]))
        .map(|server| server.instructions("Look before you order.").page_size(2))
}

#[derive(Serialize, JsonSchema)]
struct Item {
    id: u32,
    name: &'static str,
}

/// The order of a list.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Up,
    Down,
}

#[derive(Deserialize, JsonSchema)]
struct Wish {
    /// The colour.
    colour: String,
}

const ITEMS: [Item; 3] = [
    Item { id: 7, name: "pen" },
    Item {
        id: 8,
        name: "Füller",
    },
    Item { id: 9, name: "ink" },
];

/// A shop that counts the orders that were cancelled.
#[derive(Clone, Debug)]
struct Shop {
    cancelled: Arc<watch::Sender<u32>>,
}

impl Default for Shop {
    fn default() -> Self {
        Self {
            cancelled: Arc::new(watch::Sender::new(0)),
        }
    }
}

/// Sell things.
#[tool_group(name = "shop")]
impl Shop {
    /// Find an item.
    #[action(read_only)]
    fn find(
        &self,
        /** Its number. */
        #[arg(range(min = 1, max = 99))]
        item: u32,
    ) -> Result<Json<Item>, ToolError> {
        let found = ITEMS.into_iter().find(|one| one.id == item);
        found.map(Json).ok_or_else(|| {
            ToolError::new(format!("no item {item}"))
                .code("not_found")
                .hint("list the items first")
        })
    }

    /// List the items.
    #[action(read_only)]
    fn list(
        &self,
        #[arg(default = 2)] limit: usize,
        order: Option<Order>,
    ) -> Result<String, ToolError> {
        let mut names = ITEMS.map(|item| item.name).to_vec();
        if matches!(order, Some(Order::Down)) {
            names.reverse();
        }
        names.truncate(limit);
        Ok(names.join(", "))
    }

    /// Return all items as JSON.
    #[action(read_only, format = "json")]
    fn dump(&self) -> Json<Vec<Item>> {
        Json(ITEMS.into())
    }

    /// Return all items as TOON.
    #[action(read_only, format = "toon")]
    fn table(&self) -> Json<Vec<Item>> {
        Json(ITEMS.into())
    }

    /// Show the item in a picture, with a caption.
    #[action(read_only)]
    fn picture(&self) -> Vec<Content> {
        let image = Content::Image {
            data: PNG.to_owned(),
            mime_type: "image/png".to_owned(),
        };
        vec![Content::text("red"), image]
    }

    /// Rename an item.
    #[action(idempotent, invalidates("self.find", "self.list"))]
    fn rename(&self, item: u32, name: String) -> String {
        format!("{item} is {name}")
    }

    /// Order items one after the other.
    #[action]
    async fn order(&self, items: u32, progress: &Progress) -> String {
        for item in 1..=items {
            progress
                .report_with(item, items, format!("item {item}"))
                .await;
        }
        format!("ordered {items}")
    }

    /// Wait for a delivery that never comes.
    #[action]
    async fn wait(&self, progress: &Progress, cancellation: &Cancellation) {
        let _counted = CountsCancelled(&self.cancelled, cancellation);
        progress.report(1, 2).await;
        std::future::pending::<()>().await;
    }

    /// Wait until a delivery was cancelled, and count those that were.
    #[action(read_only)]
    async fn cancelled(&self) -> Result<String, ToolError> {
        let mut counts = self.cancelled.subscribe();
        let count = counts.wait_for(|count| *count > 0).await;
        count
            .map(|count| count.to_string())
            .map_err(|_| "nobody waits".into())
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
            Answer::Declined => "wants nothing".to_owned(),
            Answer::Cancelled => "said nothing".to_owned(),
        }
    }

    /// Sell the shop.
    #[action(tags("owner"))]
    fn sell(&self) {}
}

struct CountsCancelled<'s>(&'s watch::Sender<u32>, &'s Cancellation);

impl Drop for CountsCancelled<'_> {
    fn drop(&mut self) {
        if self.1.is_cancelled() {
            self.0.send_modify(|count| *count += 1);
        }
    }
}

struct Clock;

/// Tell the time.
#[tool_group(name = "clock")]
impl Clock {
    /// Read the clock.
    #[action(read_only)]
    fn read() -> &'static str {
        "noon"
    }

    /// Wind the clock up.
    #[action]
    fn wind() {}
}

struct Library;

/// Keep notes.
#[tool_group(name = "library")]
impl Library {
    /// Count the notes.
    #[action(read_only)]
    fn count() -> &'static str {
        "two"
    }

    /// Greet somebody.
    #[prompt]
    fn greet(
        /** Who. */
        #[arg(complete = Self::names)]
        name: String,
    ) -> String {
        format!("Greet {name}.")
    }

    /// The rules of the library.
    #[resource(uri = "notes://rules", mime = "text/plain")]
    fn rules() -> &'static str {
        "Be quiet."
    }

    /// A note on a topic.
    #[resource(uri = "notes://{topic}/text", mime = "text/plain")]
    fn note(#[arg(complete = Self::topics)] topic: String) -> Option<String> {
        (topic == "tea").then(|| "Steep for three minutes.".to_owned())
    }
}

impl Library {
    async fn names(typed: &str, _: &Ctx) -> Vec<String> {
        starting_with(typed, &["Ada", "Alan", "Grace"])
    }

    async fn topics(typed: &str, _: &Ctx) -> Vec<String> {
        starting_with(typed, &["tea", "toast"])
    }
}

fn starting_with(typed: &str, all: &[&str]) -> Vec<String> {
    let found = all.iter().filter(|one| one.starts_with(typed));
    found.map(|&one| one.to_owned()).collect()
}
