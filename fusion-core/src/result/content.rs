//! The content blocks of a result, named as in the protocol and without the SDK's types.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    PromptMessage, ResourceBody, ResourceContents, ToolForm,
    notation::{serialize_error, serialize_value},
};
use crate::error::ToolError;

/// One content block of a result.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text(String),
    /// An image in base64.
    Image {
        /// The bytes in base64.
        data: String,
        /// The media type of the bytes.
        mime_type: String,
    },
    /// Audio in base64.
    Audio {
        /// The bytes in base64.
        data: String,
        /// The media type of the bytes.
        mime_type: String,
    },
    /// A text resource, embedded in the result.
    EmbeddedText {
        /// The URI of the resource.
        uri: String,
        /// The text of the resource.
        text: String,
        /// The media type of the resource.
        mime_type: Option<String>,
    },
    /// A link to a resource that the client may read.
    ResourceLink {
        /// The URI of the resource.
        uri: String,
        /// The name of the resource.
        name: String,
        /// The media type of the resource.
        mime_type: Option<String>,
    },
}

impl Content {
    /// Creates a text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

/// A return value that is serialized as JSON. The text of the result is compact JSON, and the type `T`
/// determines the output schema if one action is one listed tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Json<T>(pub T);

/// A successful result.
// The type is opaque so that it can gain other kinds of content, such as a question to the user during
// a call. Middleware forwards it unread, `replace_blocks` changes only the blocks, and only
// wire/convert.rs takes it apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolResponse {
    blocks: Blocks,
    /// Boxed, because most results have none and every middleware moves a result.
    extra: Option<Box<ResponseMetadata>>,
    unchanged: bool,
}

/// The content of a response. One block, as in nearly every result, is stored without a list.
#[derive(Clone, Debug, PartialEq)]
enum Blocks {
    One(Content),
    Many(Vec<Content>),
    /// The messages of a prompt.
    Messages(Vec<PromptMessage>),
    /// The contents of a resource.
    Contents(Vec<ResourceContents>),
    /// The response for a resource that does not exist.
    MissingResource,
}

impl Default for Blocks {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
struct ResponseMetadata {
    structured: Option<Value>,
    meta: Option<Map<String, Value>>,
}

impl ToolResponse {
    /// Creates a response of one text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::from(Content::text(text))
    }

    /// Creates a response of several blocks.
    pub fn blocks(content: Vec<Content>) -> Self {
        Self {
            blocks: Blocks::Many(content),
            ..Self::default()
        }
    }

    /// Serializes `value` as text in the notation of `form`, and as structured content if `form` has
    /// it.
    pub(super) fn json(value: &impl Serialize, form: ToolForm) -> Result<Self, ToolError> {
        let mut response = Self::text(serialize_value(value, form.format)?);
        if form.structured {
            let value = serde_json::to_value(value).map_err(|error| serialize_error(&error))?;
            response.extra().structured = Some(value);
        }
        Ok(response)
    }

    /// Marks the call as having changed nothing, so that state sync sends no notifications for it.
    pub fn unchanged(mut self) -> Self {
        self.unchanged = true;
        self
    }

    /// Returns true if the response is marked with [`ToolResponse::unchanged`].
    pub fn is_unchanged(&self) -> bool {
        self.unchanged
    }

    /// Adds an entry to the result's `_meta`. Keys have the form `example.com/name`.
    pub fn with_meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        let meta = self.extra().meta.get_or_insert_with(Map::new);
        meta.insert(key.into(), value.into());
        self
    }

    /// Returns the content blocks. The list is empty for a prompt or a resource, which have
    /// [messages](Self::prompt_messages) or [contents](Self::resource_contents) instead.
    pub fn content(&self) -> &[Content] {
        match &self.blocks {
            Blocks::One(block) => std::slice::from_ref(block),
            Blocks::Many(blocks) => blocks,
            Blocks::Messages(_) | Blocks::Contents(_) | Blocks::MissingResource => &[],
        }
    }

    /// Returns the messages of a prompt.
    pub fn prompt_messages(&self) -> &[PromptMessage] {
        match &self.blocks {
            Blocks::Messages(messages) => messages,
            _ => &[],
        }
    }

    /// Returns the contents of a resource.
    pub fn resource_contents(&self) -> &[ResourceContents] {
        match &self.blocks {
            Blocks::Contents(contents) => contents,
            _ => &[],
        }
    }

    /// Replaces the blocks and keeps everything else.
    pub(crate) fn replace_blocks(
        mut self,
        blocks: impl FnOnce(Vec<Content>) -> Vec<Content>,
    ) -> Self {
        let old = std::mem::take(&mut self.blocks).into_list();
        self.blocks = Blocks::Many(blocks(old));
        self
    }

    /// Returns the structured content.
    pub fn structured_content(&self) -> Option<&Value> {
        self.extra.as_ref()?.structured.as_ref()
    }

    /// Returns the result's `_meta`.
    pub fn meta(&self) -> Option<&Map<String, Value>> {
        self.extra.as_ref()?.meta.as_ref()
    }

    /// Splits the response into blocks, structured content and `_meta`.
    pub fn into_parts(self) -> (Vec<Content>, Option<Value>, Option<Map<String, Value>>) {
        let extra = self.extra.map(|extra| *extra).unwrap_or_default();
        (self.blocks.into_list(), extra.structured, extra.meta)
    }

    /// Creates the response of a prompt.
    pub(super) fn messages(messages: Vec<PromptMessage>) -> Self {
        Self::from(Blocks::Messages(messages))
    }

    /// Creates the response of a resource.
    pub(crate) fn contents(contents: Vec<ResourceContents>) -> Self {
        Self::from(Blocks::Contents(contents))
    }

    /// Creates the response for a resource that does not exist.
    pub(super) fn missing_resource() -> Self {
        Self::from(Blocks::MissingResource)
    }

    /// Returns true if the resource does not exist.
    pub(crate) fn is_missing_resource(&self) -> bool {
        matches!(self.blocks, Blocks::MissingResource)
    }

    /// Splits the response of a prompt into messages and `_meta`. Blocks, which a middleware may have
    /// returned instead of messages, become messages of the user.
    pub(crate) fn into_messages(self) -> (Vec<PromptMessage>, Option<Map<String, Value>>) {
        let meta = self.extra.and_then(|extra| extra.meta);
        let messages = match self.blocks {
            Blocks::Messages(messages) => messages,
            blocks => {
                let blocks = blocks.into_list().into_iter();
                blocks.map(PromptMessage::user).collect()
            }
        };
        (messages, meta)
    }

    /// Converts the response of a resource to contents. Blocks, which a middleware may have returned
    /// instead, become text contents if they have text; others are dropped.
    pub(crate) fn into_contents(self) -> Vec<ResourceContents> {
        match self.blocks {
            Blocks::Contents(contents) => contents,
            blocks => {
                let blocks = blocks.into_list().into_iter();
                blocks.filter_map(readable).collect()
            }
        }
    }

    fn extra(&mut self) -> &mut ResponseMetadata {
        self.extra.get_or_insert_default()
    }
}

impl Blocks {
    /// Converts the content to blocks; an empty list for a prompt and a resource.
    fn into_list(self) -> Vec<Content> {
        match self {
            Self::One(block) => vec![block],
            Self::Many(blocks) => blocks,
            Self::Messages(_) | Self::Contents(_) | Self::MissingResource => Vec::new(),
        }
    }
}

/// Converts a block to the contents of a resource; `None` if it has none.
fn readable(block: Content) -> Option<ResourceContents> {
    match block {
        Content::Text(text) => Some(ResourceContents::text(text)),
        Content::EmbeddedText {
            uri,
            text,
            mime_type,
        } => Some(ResourceContents {
            uri,
            mime_type,
            body: ResourceBody::Text(text),
        }),
        Content::Image { .. } | Content::Audio { .. } | Content::ResourceLink { .. } => None,
    }
}

impl From<Blocks> for ToolResponse {
    fn from(blocks: Blocks) -> Self {
        Self {
            blocks,
            ..Self::default()
        }
    }
}

impl From<Content> for ToolResponse {
    fn from(block: Content) -> Self {
        Blocks::One(block).into()
    }
}

/// Asserts that the variants for prompts and resources do not make a response larger, because every
/// middleware moves a response.
const _: () = assert!(size_of::<Blocks>() == size_of::<Content>());
