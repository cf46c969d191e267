//! Middleware: its order, its effect on results, and the built-in kinds.

mod cancellation;
mod groups;
mod limits;
mod order;
mod output_cap;
mod pass_through;
mod redacted;
mod script;
mod slow_handlers;
mod stress;
mod time_limits;

use fusion_core::{Content, Ctx, Registry, ToolResponse};
use serde_json::Value;

/// Returns the text that a model reads, of a response or of an error.
async fn call_text(registry: &Registry, tool: &str, arguments: Value, ctx: Ctx) -> String {
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
