//! Reads the result of a call from the JSON of the protocol.

use serde_json::Value;

use super::{ActionFailure, ClientError, error::ERROR};
use crate::result::{Content, ResourceLink, ToolResponse};

/// Converts a result of `tools/call` as it is on the wire.
pub(crate) fn response(mut result: Value) -> Result<ToolResponse, ClientError> {
    if result["resultType"] == "input_required" {
        return Err(ClientError::Asked);
    }
    let content = result["content"].take();
    let Value::Array(content) = content else {
        return Err(unreadable("it has no content"));
    };
    if result["isError"] == true {
        let texts = content.iter().filter_map(|block| block["text"].as_str());
        let text = texts.collect::<Vec<_>>().join("\n");
        let failure = ActionFailure::new(text, &result["_meta"][ERROR]);
        return Err(ClientError::Failed(Box::new(failure)));
    }
    let blocks: Result<_, _> = content.into_iter().map(block).collect();
    let mut response = ToolResponse::blocks(blocks?);
    if let Some(structured) = result.get_mut("structuredContent") {
        response = response.with_received(structured.take());
    }
    if let Value::Object(meta) = result["_meta"].take() {
        for (key, value) in meta {
            response = response.with_meta(key, value);
        }
    }
    Ok(response)
}

fn block(mut block: Value) -> Result<Content, ClientError> {
    let kind = block["type"].take();
    match kind.as_str() {
        Some("text") => text(&mut block, "text").map(Content::Text),
        Some("image") => Ok(Content::Image {
            data: text(&mut block, "data")?,
            mime_type: text(&mut block, "mimeType")?,
        }),
        Some("audio") => Ok(Content::Audio {
            data: text(&mut block, "data")?,
            mime_type: text(&mut block, "mimeType")?,
        }),
        Some("resource") => {
            let resource = &mut block["resource"];
            Ok(Content::EmbeddedText {
                uri: text(resource, "uri")?,
                text: text(resource, "text")?,
                mime_type: text(resource, "mimeType").ok(),
            })
        }
        Some("resource_link") => {
            let link = Content::resource_link(text(&mut block, "uri")?);
            Ok(Content::from(ResourceLink {
                name: text(&mut block, "name")?,
                title: text(&mut block, "title").ok(),
                description: text(&mut block, "description").ok(),
                mime_type: text(&mut block, "mimeType").ok(),
                ..link
            }))
        }
        _ => Err(unreadable(&format!("it has a block of the kind {kind}"))),
    }
}

/// Takes a text out of an object.
fn text(object: &mut Value, name: &str) -> Result<String, ClientError> {
    match object.get_mut(name).map(Value::take) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(unreadable(&format!("a block has no `{name}`"))),
    }
}

fn unreadable(reason: &str) -> ClientError {
    ClientError::Output {
        type_name: "CallToolResult",
        reason: reason.to_owned(),
    }
}
