//! The prompts of the full server.
#![allow(missing_docs)] // on what the SDK's macros generate

use rmcp::{
    handler::server::wrapper::Parameters,
    model::{ContentBlock, PromptMessage, ResourceContents, Role},
    prompt, prompt_router,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Full, PNG};

#[derive(Deserialize, JsonSchema)]
struct Two {
    /// The first.
    arg1: String,
    /// The second.
    arg2: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Which {
    /// The resource to put into the prompt.
    resource_uri: String,
}

#[prompt_router(vis = "pub(super)")]
#[allow(clippy::unused_self, clippy::unused_async)] // the SDK's macros want them so
impl Full {
    /// A prompt without arguments.
    #[prompt]
    async fn test_simple_prompt(&self) -> Vec<PromptMessage> {
        vec![text("This is a simple prompt for testing.")]
    }

    /// A prompt with two arguments.
    #[prompt]
    async fn test_prompt_with_arguments(
        &self,
        Parameters(two): Parameters<Two>,
    ) -> Vec<PromptMessage> {
        let Two { arg1, arg2 } = two;
        vec![text(&format!(
            "Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"
        ))]
    }

    /// A prompt with a resource in it.
    #[prompt]
    async fn test_prompt_with_embedded_resource(
        &self,
        Parameters(Which { resource_uri }): Parameters<Which>,
    ) -> Vec<PromptMessage> {
        let resource =
            ResourceContents::text("Embedded resource content for testing.", resource_uri);
        let resource = PromptMessage::new(Role::User, ContentBlock::resource(resource));
        vec![
            resource,
            text("Please process the embedded resource above."),
        ]
    }

    /// A prompt with an image in it.
    #[prompt]
    async fn test_prompt_with_image(&self) -> Vec<PromptMessage> {
        let image = PromptMessage::new(Role::User, ContentBlock::image(PNG, "image/png"));
        vec![image, text("Please analyze the image above.")]
    }
}

fn text(text: &str) -> PromptMessage {
    PromptMessage::new_text(Role::User, text)
}
