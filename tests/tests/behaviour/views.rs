//! Views: actions by safety class, filters, and access for each caller.

mod access;
mod by_safety;
mod compact;
mod filters;
mod forms;
mod naming;
mod scopes;
mod variants;

use fusion_core::{Content, Ctx, View};
use serde_json::Value;

/// Returns the response to a call: the text of a result, or of an error.
async fn answer(view: &View, tool: &str, arguments: Value) -> Result<String, String> {
    match view.call(tool, arguments, Ctx::new()).await {
        Ok(response) => match response.content() {
            [Content::Text(text)] => Ok(text.clone()),
            other => panic!("{other:?}"),
        },
        Err(error) => Err(error.to_string()),
    }
}

fn names(view: &View) -> Vec<&str> {
    view.tools().iter().map(|tool| tool.name.as_str()).collect()
}
