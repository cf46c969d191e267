//! The response of an action: content blocks, structured content and `_meta`.

mod blocks;
#[cfg(feature = "ask")]
pub(super) mod kept;
#[cfg(any(feature = "client", feature = "testing"))]
mod received;

use serde::Serialize;
use serde_json::{Map, Value};

use self::blocks::Blocks;
use super::{
    Content, PromptMessage, ResourceBody, ResourceContents, ToolForm, ToolResult,
    notation::{serialize_value, structured_value},
};
use crate::{error::ToolError, spec::Format};

/// The text of a result without any other.
pub(super) const OK: &str = "ok";

/// The error of a block with a `data:` URI.
const DATA_URI: &str = "an image or audio block has a `data:` URI where bytes in base64 belong: use `Content::image` or `Content::audio` with the bytes";

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

#[derive(Clone, Debug, Default, PartialEq)]
struct ResponseMetadata {
    structured: Option<Value>,
    /// True if the structured content is not that of a `Json<T>`, whose type determines its schema.
    hand_built: bool,
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
            blocks: Blocks::from_list(content),
            ..Self::default()
        }
    }

    /// Creates a response with `value` as structured content and as JSON text. Further blocks follow by
    /// [`ToolResponse::block`].
    ///
    /// The structured content is sent where the listed tool has an output schema, which is where one
    /// action is one tool and its handler returns [`Json`]. There it must match the schema; otherwise
    /// the call fails with an internal error. Elsewhere the text is sent alone.
    ///
    /// ```
    /// use fusion_core::{middleware::{Call, Middleware, Next}, Json, ToolResponse, ToolResult};
    ///
    /// /// Answers from a cache.
    /// struct Cached;
    ///
    /// impl Middleware for Cached {
    ///     async fn handle(&self, _: &mut Call<'_>, _: impl Next) -> ToolResult {
    ///         Ok(ToolResponse::structured(&["a", "b"])?.block("from the cache"))
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an internal error if `value` cannot be written as JSON, such as a number that is not
    /// finite.
    pub fn structured(value: &(impl Serialize + ?Sized)) -> ToolResult {
        let mut response = Self::text(serialize_value(value, Format::Json)?);
        let extra = response.extra();
        extra.structured = Some(structured_value(value)?);
        extra.hand_built = true;
        Ok(response)
    }

    /// Appends a block after the others. Structured content and `_meta` stay.
    pub fn block(self, block: impl Into<Content>) -> Self {
        self.replace_blocks(|mut blocks| {
            blocks.push(block.into());
            blocks
        })
    }

    /// Serializes `value` as text in the notation of `form`, and as structured content if `form` has
    /// it.
    pub(super) fn json(value: &impl Serialize, form: ToolForm) -> Result<Self, ToolError> {
        let mut response = Self::text(serialize_value(value, form.format)?);
        if form.structured {
            response.extra().structured = Some(structured_value(value)?);
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

    /// Returns the text of a response that is one text block and nothing else.
    #[inline]
    pub(crate) fn only_text(&self) -> Option<&str> {
        match (&self.blocks, &self.extra) {
            (Blocks::One(Content::Text(text)), None) => Some(text),
            _ => None,
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
        self.blocks = Blocks::from_list(blocks(old));
        self
    }

    /// Returns an internal error if a block has a `data:` URI where bytes belong.
    #[inline]
    pub(crate) fn check_encodings(&self) -> Result<(), ToolError> {
        let messages = self.prompt_messages().iter();
        let mut blocks = self
            .content()
            .iter()
            .chain(messages.map(|message| &message.content));
        if blocks.any(Content::has_data_uri) {
            return Err(ToolError::internal(DATA_URI));
        }
        Ok(())
    }

    /// Replaces each empty text block by `ok`, because some APIs refuse a request with an empty text.
    #[inline]
    pub(crate) fn fill_empty_texts(&mut self) {
        let blocks = match &mut self.blocks {
            Blocks::One(block) => std::slice::from_mut(block),
            Blocks::Many(blocks) => blocks,
            Blocks::Messages(_) | Blocks::Contents(_) | Blocks::MissingResource => return,
        };
        for block in blocks {
            if block.is_empty() {
                *block = Content::text(OK);
            }
        }
    }

    /// Removes the structured content.
    pub(crate) fn drop_structured_content(&mut self) {
        if let Some(extra) = &mut self.extra {
            extra.structured = None;
        }
    }

    /// Returns true if the structured content is not that of a `Json<T>`.
    pub(crate) fn is_hand_built(&self) -> bool {
        self.extra.as_ref().is_some_and(|extra| extra.hand_built)
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
    /// returned instead of messages, become messages of the user. A message of an empty text is left
    /// out, because some APIs refuse a request with one.
    pub(crate) fn into_messages(self) -> (Vec<PromptMessage>, Option<Map<String, Value>>) {
        let meta = self.extra.and_then(|extra| extra.meta);
        let messages = match self.blocks {
            Blocks::Messages(messages) => messages,
            blocks => {
                let blocks = blocks.into_list().into_iter();
                blocks.map(PromptMessage::user).collect()
            }
        };
        let messages = messages.into_iter().filter(|one| !one.content.is_empty());
        (messages.collect(), meta)
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
        Content::Image { .. } | Content::Audio { .. } | Content::ResourceLink(_) => None,
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
