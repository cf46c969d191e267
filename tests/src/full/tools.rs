//! The actions of the full server.

use std::{sync::Arc, time::Duration};

use rmcp::{
    ErrorData,
    handler::server::wrapper::Parameters,
    model::{
        CallToolResult, ContentBlock, JsonObject, LoggingLevel, LoggingMessageNotificationParam,
        ProgressNotificationParam, ProtocolVersion, ResourceContents,
    },
    tool, tool_router,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{Cx, Full, PNG};

/// A sound of no length.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";
const STEP: Duration = Duration::from_millis(50);

#[derive(Deserialize, JsonSchema)]
struct Where {
    /// The client must send it as a header, too.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: String,
}

#[tool_router(vis = "pub(super)")]
#[allow(clippy::unused_self, clippy::unused_async)] // the SDK's macros want them so
impl Full {
    /// Answer with text.
    #[tool(title = "Text", annotations(read_only_hint = true))]
    async fn test_simple_text(&self) -> String {
        "This is a simple text response for testing.".to_owned()
    }

    /// Answer with an image.
    #[tool]
    async fn test_image_content(&self) -> ContentBlock {
        ContentBlock::image(PNG, "image/png")
    }

    /// Answer with sound.
    #[tool]
    async fn test_audio_content(&self) -> ContentBlock {
        ContentBlock::audio(WAV, "audio/wav")
    }

    /// Answer with a resource.
    #[tool]
    async fn test_embedded_resource(&self) -> ContentBlock {
        let text = "This is an embedded resource content.";
        ContentBlock::resource(ResourceContents::text(text, "test://embedded-resource"))
    }

    /// Answer with text, an image and a resource.
    #[tool]
    async fn test_multiple_content_types(&self) -> CallToolResult {
        CallToolResult::success(vec![
            ContentBlock::text("Multiple content types test:"),
            ContentBlock::image(PNG, "image/png"),
            ContentBlock::resource(ResourceContents::TextResourceContents {
                uri: "test://mixed-content-resource".to_owned(),
                mime_type: Some("application/json".to_owned()),
                text: r#"{"test":"data","value":123}"#.to_owned(),
                meta: None,
            }),
        ])
    }

    /// Answer with an error.
    #[tool]
    async fn test_error_handling(&self) -> Result<String, String> {
        Err("This tool intentionally returns an error for testing".to_owned())
    }

    /// Report progress.
    #[tool]
    async fn test_tool_with_progress(&self, cx: Cx) -> String {
        if let Some(token) = cx.meta.get_progress_token() {
            for done in [0.0, 50.0, 100.0] {
                let report = ProgressNotificationParam::new(token.clone(), done).with_total(100.0);
                // A client that has left needs none.
                let _ = cx.peer.notify_progress(report).await;
                sleep(STEP).await;
            }
        }
        "done".to_owned()
    }

    /// Write three lines of a log.
    #[tool]
    async fn test_tool_with_logging(&self, cx: Cx) -> String {
        log(&cx, "Tool execution started").await;
        sleep(STEP).await;
        log(&cx, "Tool processing data").await;
        sleep(STEP).await;
        log(&cx, "Tool execution completed").await;
        "logged".to_owned()
    }

    /// Write a line of a log.
    #[tool]
    async fn test_logging_tool(&self, cx: Cx) -> String {
        log(&cx, "logging").await;
        "logged".to_owned()
    }

    /// Tell those who listen that the tools have changed.
    #[tool]
    async fn test_trigger_tool_change(&self) -> String {
        for sink in self.listening() {
            // Not every subscriber requested this notification.
            let _ = sink.notify_tool_list_changed().await;
        }
        "told".to_owned()
    }

    /// Tell those who listen that the prompts have changed.
    #[tool]
    async fn test_trigger_prompt_change(&self) -> String {
        for sink in self.listening() {
            let _ = sink.notify_prompt_list_changed().await;
        }
        "told".to_owned()
    }

    /// Repeat an argument that is a header, too.
    #[tool]
    async fn test_custom_header(&self, Parameters(Where { region }): Parameters<Where>) -> String {
        region
    }

    /// Take what no generated schema says.
    #[tool(input_schema = contact())]
    async fn json_schema_2020_12_tool(&self, arguments: JsonObject) -> Result<String, ErrorData> {
        Ok(Value::Object(arguments).to_string())
    }
}

/// Sends a log message. A client of the modern era gets one only if its request has a log level.
#[allow(deprecated)]
async fn log(cx: &Cx, text: &str) {
    let modern = cx
        .protocol_version()
        .is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
    if modern && cx.meta.log_level().is_none() {
        return;
    }
    let message = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(text));
    let _ = cx.peer.notify_logging_message(message).await;
}

/// Every kind of keyword that may get lost on the way.
fn contact() -> Arc<JsonObject> {
    let schema = json!({
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
    });
    match schema {
        Value::Object(schema) => Arc::new(schema),
        _ => Arc::default(),
    }
}
