//! Prompts without a transport: listing, reading, completion, visibility.

mod build_errors;
mod completion;
mod get;
mod list;
mod middleware;
mod modules;
mod shared_arguments;
mod visibility;

use fusion_core::{
    CallError, Content, Ctx, Registry, ToolError,
    prompt::{PromptMessage, PromptResponse},
    spec::Role,
    tool_group,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// How pressing something is.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Urgency {
    /// Whenever.
    Low,
    /// Now.
    High,
}

pub struct Issues;

/// Track issues.
#[tool_group(name = "issues", tags("core"))]
impl Issues {
    /// List issues.
    #[action(read_only)]
    async fn list(&self) -> String {
        "none".to_owned()
    }

    /// Sort new issues.
    ///
    /// After [`Self::list`].
    #[prompt(
        title = "Triage",
        tags("writing"),
        alias("sort"),
        icons = [fusion_core::spec::Icon::new("https://issues.example/t.png").sized("48x48")]
    )]
    async fn triage(
        &self,
        ctx: &Ctx,
        /// How pressing they are.
        urgency: Urgency,
        /// How many.
        limit: Option<u8>,
        #[arg(default = false)] quick: bool,
    ) -> Vec<PromptMessage> {
        let client = ctx.client().map_or("nobody", |client| &client.name);
        vec![
            PromptMessage::user(format!("{client}: triage {limit:?} {urgency:?} {quick}")),
            PromptMessage::assistant("Gladly."),
        ]
    }

    /// Say hello.
    #[prompt]
    fn greet() -> &'static str {
        "Hello."
    }

    #[prompt(name = "fail")]
    async fn failing(&self, how: String) -> Result<String, ToolError> {
        match how.as_str() {
            "said" => Err("there is nothing to sort".into()),
            "leak" => Err(std::io::Error::other("/var/lib/secret"))?,
            "panic" => panic!("at the disco"),
            "hang" => std::future::pending().await,
            other => Ok(other.to_owned()),
        }
    }
}

fn registry() -> Registry {
    Registry::builder().tool(Issues).build().unwrap()
}

fn arguments(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => panic!("{other}"),
    }
}

async fn prompt(name: &str, sent: Value) -> Result<PromptResponse, CallError> {
    registry().prompt(name, arguments(sent), Ctx::new()).await
}

/// Returns the role and text of each message.
fn role_texts(response: &PromptResponse) -> Vec<(Role, &str)> {
    let messages = response.messages.iter();
    messages
        .map(|message| match &message.content {
            Content::Text(text) => (message.role, text.as_str()),
            other => panic!("{other:?}"),
        })
        .collect()
}
