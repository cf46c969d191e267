//! Layers: their order, what they do to results, and those that are built in.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::unused_async,
    clippy::unused_self,
    clippy::unwrap_used
)]

mod allocations;
mod cap;
mod groups;
mod leaving;
mod limits;
mod order;
mod passing;
mod scripted;
mod slow;
mod stress;
mod tracing;

use fusion_core::{Content, Ctx, Registry, ToolResponse};
use serde_json::Value;

/// What a model reads, whether it is an answer or an error.
async fn said(registry: &Registry, tool: &str, arguments: Value, ctx: Ctx) -> String {
    match registry.call(tool, arguments, ctx).await {
        Ok(response) => text(&response),
        Err(error) => error.to_string(),
    }
}

fn text(response: &ToolResponse) -> String {
    match response.content() {
        [Content::Text(text)] => text.clone(),
        other => format!("{other:?}"),
    }
}
