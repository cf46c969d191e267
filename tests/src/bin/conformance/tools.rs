//! The actions and prompts of the conformance server.
#![allow(clippy::unused_async)] // what completes is async

use std::time::Duration;

use fusion_core::{Content, Ctx, Progress, prompt::PromptMessage, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::image;

/// A sound of no length.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const STEP: Duration = Duration::from_millis(50);

pub(super) struct Fixture;

/// The actions that the suite calls. It requires the same texts from every server.
#[tool_group(name = "test")]
impl Fixture {
    /// Answer with text.
    #[action(read_only)]
    fn simple_text() -> &'static str {
        "This is a simple text response for testing."
    }

    /// Answer with an image.
    #[action(read_only)]
    fn image_content() -> Content {
        image()
    }

    /// Answer with sound.
    #[action(read_only)]
    fn audio_content() -> Content {
        Content::Audio {
            data: WAV.to_owned(),
            mime_type: "audio/wav".to_owned(),
        }
    }

    /// Answer with a resource.
    #[action(read_only)]
    fn embedded_resource() -> Content {
        Content::EmbeddedText {
            uri: "test://embedded-resource".to_owned(),
            text: "This is an embedded resource content.".to_owned(),
            mime_type: Some("text/plain".to_owned()),
        }
    }

    /// Answer with text, an image and a resource.
    #[action(read_only)]
    fn multiple_content_types() -> Vec<Content> {
        vec![
            Content::text("Multiple content types test:"),
            image(),
            Content::EmbeddedText {
                uri: "test://mixed-content-resource".to_owned(),
                text: r#"{"test":"data","value":123}"#.to_owned(),
                mime_type: Some("application/json".to_owned()),
            },
        ]
    }

    /// Answer with an error.
    #[action(read_only)]
    fn error_handling() -> Result<(), &'static str> {
        Err("This tool intentionally returns an error for testing")
    }

    /// Report progress twice on the way, and at the end.
    #[action(read_only)]
    async fn tool_with_progress(&self, progress: &Progress) -> &'static str {
        progress.report(0.0, Some(100.0)).await;
        sleep(STEP).await;
        progress.report(50.0, Some(100.0)).await;
        sleep(STEP).await;
        progress.report(100.0, Some(100.0)).await;
        "done"
    }

    /// Repeat an argument that the client must send as a header, too.
    #[action(read_only)]
    fn custom_header(region: Region) -> String {
        region.0
    }

    /// A prompt without arguments.
    #[prompt]
    fn simple_prompt() -> &'static str {
        "This is a simple prompt for testing."
    }

    /// A prompt with two arguments.
    #[prompt]
    fn prompt_with_arguments(
        /// The first.
        #[arg(complete = Self::places)]
        arg1: String,
        /// The second.
        arg2: String,
    ) -> String {
        format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
    }

    /// A prompt with a resource in it.
    #[prompt]
    fn prompt_with_embedded_resource(
        /// The resource to put into the prompt.
        #[arg(name = "resourceUri")]
        resource_uri: String,
    ) -> Vec<PromptMessage> {
        let resource = Content::EmbeddedText {
            uri: resource_uri,
            text: "Embedded resource content for testing.".to_owned(),
            mime_type: Some("text/plain".to_owned()),
        };
        vec![
            PromptMessage::user(resource),
            PromptMessage::user("Please process the embedded resource above."),
        ]
    }

    /// A prompt with an image in it.
    #[prompt]
    fn prompt_with_image() -> Vec<PromptMessage> {
        vec![
            PromptMessage::user(image()),
            PromptMessage::user("Please analyze the image above."),
        ]
    }
}

impl Fixture {
    async fn places(value: &str, _: &Ctx) -> Vec<String> {
        let places = ["paris", "park", "party"].into_iter();
        let places = places.filter(|place| place.starts_with(value));
        places.map(str::to_owned).collect()
    }
}

/// A region.
#[derive(Deserialize, JsonSchema)]
#[schemars(extend("x-mcp-header" = "Region"))]
struct Region(String);

pub(super) struct Schemas;

/// The tool whose schema the suite reads: written by hand, so that it is listed as it stands. The
/// suite never calls it.
#[tool_group(name = "json_schema_2020_12")]
impl Schemas {
    /// Take a contact.
    #[action(read_only, schema = contact())]
    fn tool(
        name: Option<String>,
        address: Option<Address>,
        #[arg(name = "contactMethod")] contact_method: Option<String>,
        phone: Option<String>,
        email: Option<String>,
    ) -> String {
        let street = address.and_then(|address| address.street);
        let all = [name, street, contact_method, phone, email];
        all.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Where somebody lives.
#[derive(Deserialize, JsonSchema)]
struct Address {
    street: Option<String>,
}

/// Returns a schema with keywords of every kind that a schema generator may lose.
fn contact() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
        }},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"}
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false
    })
}
