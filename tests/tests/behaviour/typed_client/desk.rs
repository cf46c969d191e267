//! A server with odd arguments and results, and a connection to a view that changes.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use fusion_core::{
    Filter, Json, Registry, ToolResponse, View,
    client::{ClientConnection, ClientError, OutgoingCall},
    tool_group,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::{Duration, sleep};

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
pub(super) enum Access {
    Read,
    Write,
}

#[derive(Clone, Default)]
pub(super) struct Desk {
    /// The steps that `work` has done.
    pub(super) steps: Arc<AtomicUsize>,
}

#[tool_group(client(pub(super) DeskClient))]
impl Desk {
    /// Issue a key.
    #[action]
    fn issue(&self, access: Option<Access>, owner: String) -> String {
        format!("{owner} may {access:?}")
    }

    /// List the keys.
    #[action(read_only, tags("list"))]
    fn list(&self) -> &'static str {
        "none"
    }

    /// Move something.
    #[action]
    fn shift(&self, from: Option<u8>, to: Option<u8>, by: u8) -> String {
        format!("{from:?} {to:?} {by}")
    }

    /// Set a ratio.
    #[action]
    fn set(&self, #[arg(default = 1.0)] ratio: f64, parts: Option<Vec<f64>>) -> Json<(f64, usize)> {
        Json((ratio, parts.unwrap_or_default().len()))
    }

    /// Return one block.
    #[action(read_only)]
    fn block(&self) -> ToolResponse {
        ToolResponse::text("one")
    }

    /// Work for 20 s.
    #[action]
    async fn work(&self) {
        for _ in 0..20 {
            sleep(Duration::from_secs(1)).await;
            self.steps.fetch_add(1, Ordering::SeqCst);
        }
    }
}

#[tool_group(name = "office", client(pub(super) OfficeClient))]
pub(super) struct Office {
    #[group(rename(from = "to", to = "by", by = "from"))]
    pub(super) desk: Desk,
}

pub(super) fn registry(desk: &Desk) -> Registry {
    let office = Office { desk: desk.clone() };
    Registry::builder().tool(office).build().unwrap()
}

/// A connection to the view that is set, which counts the lists and calls.
pub(super) struct Switched {
    pub(super) view: Mutex<View>,
    pub(super) lists: AtomicUsize,
    pub(super) calls: AtomicUsize,
}

impl Switched {
    pub(super) fn to(view: View) -> Self {
        Self {
            view: Mutex::new(view),
            lists: AtomicUsize::new(0),
            calls: AtomicUsize::new(0),
        }
    }

    pub(super) fn switch(&self, view: View) {
        *self.view.lock().unwrap() = view;
    }

    fn view(&self) -> View {
        self.view.lock().unwrap().clone()
    }

    /// Returns the numbers of lists and calls since the last time.
    pub(super) fn counts(&self) -> (usize, usize) {
        let taken = |count: &AtomicUsize| count.swap(0, Ordering::SeqCst);
        (taken(&self.lists), taken(&self.calls))
    }
}

impl ClientConnection for Switched {
    async fn list_tools(&self) -> Result<Vec<Value>, ClientError> {
        self.lists.fetch_add(1, Ordering::SeqCst);
        self.view().list_tools().await
    }

    async fn call_tool(&self, call: OutgoingCall) -> Result<ToolResponse, ClientError> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        self.view().call_tool(call).await
    }
}

/// A filter that hides everything but `list`.
pub(super) fn list_only() -> Filter {
    Filter::any_tags(["list"])
}
