//! Conversion between the crate's types and the SDK's. This file converts listed tools, responses and
//! errors; the submodules convert the catalog, and prompts and resources.

mod catalog;
mod offers;
#[cfg(test)]
mod tests;

pub use catalog::{WireConverter, WireError};
pub(super) use offers::{
    LONGEST_URI, completion, contents, icons, messages, prompt, refusal, resource, template,
    unknown_resource,
};

use rmcp::{
    ErrorData,
    model::{
        CallToolResult, ContentBlock, EmbeddedResource, JsonObject, MetaObject, Resource,
        ResourceContents, Tool, ToolAnnotations,
    },
};
use serde_json::{Map, Value};

use crate::{
    client::{
        error::ERROR,
        listed_actions::{ACTIONS, KEY},
    },
    error::CallError,
    result::{Content, ToolResponse},
    surface::ListedTool,
};

/// Converts a listed tool. It writes all four hints, because each of them has a different default.
pub(super) fn tool(listed: &ListedTool) -> Tool {
    let hints = listed.hints;
    let mut tool = Tool::new(
        listed.name.clone(),
        listed.description.clone(),
        listed.input_schema.clone(),
    )
    .with_annotations(ToolAnnotations::from_raw(
        None,
        Some(hints.read_only),
        Some(hints.destructive),
        Some(hints.idempotent),
        Some(hints.open_world),
    ));
    tool.title.clone_from(&listed.title);
    tool.output_schema.clone_from(&listed.output_schema);
    tool.icons = icons(&listed.icons);
    let key = if listed.actions.is_empty() {
        (KEY, Value::from(listed.key.clone()))
    } else {
        (ACTIONS, Value::from(listed.actions.clone()))
    };
    let has_key = !listed.key.is_empty() || !listed.actions.is_empty();
    let key = has_key.then(|| (key.0.to_owned(), key.1));
    let meta: Map<_, _> = key.into_iter().chain(listed.meta.clone()).collect();
    tool.meta = (!meta.is_empty()).then_some(MetaObject(meta));
    tool
}

/// Converts a response.
pub(super) fn response(response: ToolResponse) -> CallToolResult {
    let (content, structured, meta) = response.into_parts();
    let mut result = CallToolResult::success(content.into_iter().map(block).collect());
    result.structured_content = structured;
    result.meta = meta.map(MetaObject);
    result
}

/// Converts an error. It becomes a tool result that the model reads, or a protocol error if the client
/// named a tool that does not exist.
pub(super) fn error(error: &CallError) -> Result<CallToolResult, ErrorData> {
    let text = error.to_string();
    match error {
        CallError::UnknownTool { .. }
        | CallError::UnknownPrompt { .. }
        | CallError::UnknownResource { .. } => Err(ErrorData::invalid_params(text, None)),
        CallError::State { .. } => Err(ErrorData::invalid_params(text, Some(error.data()))),
        // The SDK drops the response of a cancelled request, so this text is not sent.
        CallError::Cancelled => Err(ErrorData::internal_error(text, None)),
        _ => {
            let mut meta: JsonObject = Map::new();
            meta.insert(ERROR.to_owned(), error.data());
            let result = CallToolResult::error(vec![ContentBlock::text(text)]);
            Ok(result.with_meta(Some(MetaObject(meta))))
        }
    }
}

fn block(content: Content) -> ContentBlock {
    match content {
        Content::Text(text) => ContentBlock::text(text),
        Content::Image { data, mime_type } => ContentBlock::image(data, mime_type),
        Content::Audio { data, mime_type } => ContentBlock::audio(data, mime_type),
        Content::EmbeddedText {
            uri,
            text,
            mime_type,
        } => ContentBlock::Resource(EmbeddedResource::new(
            ResourceContents::TextResourceContents {
                uri,
                mime_type,
                text,
                meta: None,
            },
        )),
        Content::ResourceLink(link) => {
            let mut resource = Resource::new(link.uri, link.name);
            resource.title = link.title;
            resource.description = link.description;
            resource.mime_type = link.mime_type;
            ContentBlock::resource_link(resource)
        }
    }
}
