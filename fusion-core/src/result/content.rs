//! The blocks of a result, in the protocol's words and without a transport's types.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    PromptMessage, ResourceBody, ResourceContents, ToolForm,
    notation::{unserializable, written},
};
use crate::error::ToolError;

/// One block of a result.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text(String),
    /// An image, base64.
    Image {
        /// The bytes, base64.
        data: String,
        /// Their media type.
        mime_type: String,
    },
    /// Sound, base64.
    Audio {
        /// The bytes, base64.
        data: String,
        /// Their media type.
        mime_type: String,
    },
    /// A text resource, put into the result.
    EmbeddedText {
        /// Where it lives.
        uri: String,
        /// Its text.
        text: String,
        /// Its media type.
        mime_type: Option<String>,
    },
    /// A resource that the client may read by itself.
    ResourceLink {
        /// Where it lives.
        uri: String,
        /// Its name.
        name: String,
        /// Its media type.
        mime_type: Option<String>,
    },
}

impl Content {
    /// A text block.
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

/// Returns a value as JSON: the text is its compact JSON, and its type gives the output schema
/// wherever one action is one listed tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Json<T>(pub T);

/// A successful result.
// Opaque, so that it can grow: a handler that asks the user in mid-call will return one that holds
// the question instead of content. Whoever does not look into it, as layers, passes it on as it is;
// whoever changes a part of it, as `replace_blocks` for the output cap, leaves the rest alone; only
// attach/convert.rs takes it apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolResponse {
    blocks: Blocks,
    /// Boxed, because most results have none and every layer moves a result.
    extra: Option<Box<ResponseMetadata>>,
    unchanged: bool,
}

/// Nearly every result is one block, and that needs no list.
#[derive(Clone, Debug, PartialEq)]
enum Blocks {
    One(Content),
    Many(Vec<Content>),
    /// Of a prompt alone.
    Messages(Vec<PromptMessage>),
    /// Of a resource alone.
    Contents(Vec<ResourceContents>),
    /// Of a resource that does not exist.
    Nothing,
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
    /// A response of one text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::from(Content::text(text))
    }

    /// A response of several blocks.
    pub fn blocks(content: Vec<Content>) -> Self {
        Self {
            blocks: Blocks::Many(content),
            ..Self::default()
        }
    }

    /// `value` as text in the notation that is wanted, and as structured content if that is, too.
    pub(super) fn json(value: &impl Serialize, form: ToolForm) -> Result<Self, ToolError> {
        let mut response = Self::text(written(value, form.format)?);
        if form.structured {
            let value = serde_json::to_value(value).map_err(|error| unserializable(&error))?;
            response.extra().structured = Some(value);
        }
        Ok(response)
    }

    /// Says that the call changed nothing, so that nobody is told that something did.
    pub fn unchanged(mut self) -> Self {
        self.unchanged = true;
        self
    }

    /// Whether [`ToolResponse::unchanged`] was said.
    pub fn is_unchanged(&self) -> bool {
        self.unchanged
    }

    /// Adds an entry to the result's `_meta`. Keys look like `example.com/name`.
    pub fn with_meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        let meta = self.extra().meta.get_or_insert_with(Map::new);
        meta.insert(key.into(), value.into());
        self
    }

    /// The blocks. None of a prompt or a resource, which have
    /// [messages](Self::prompt_messages) or [contents](Self::resource_contents).
    pub fn content(&self) -> &[Content] {
        match &self.blocks {
            Blocks::One(block) => std::slice::from_ref(block),
            Blocks::Many(blocks) => blocks,
            Blocks::Messages(_) | Blocks::Contents(_) | Blocks::Nothing => &[],
        }
    }

    /// The messages of a prompt.
    pub fn prompt_messages(&self) -> &[PromptMessage] {
        match &self.blocks {
            Blocks::Messages(messages) => messages,
            _ => &[],
        }
    }

    /// The contents of a resource.
    pub fn resource_contents(&self) -> &[ResourceContents] {
        match &self.blocks {
            Blocks::Contents(contents) => contents,
            _ => &[],
        }
    }

    /// Other blocks in place of its own, everything else as it is.
    pub(crate) fn replace_blocks(
        mut self,
        blocks: impl FnOnce(Vec<Content>) -> Vec<Content>,
    ) -> Self {
        let old = std::mem::take(&mut self.blocks).into_list();
        self.blocks = Blocks::Many(blocks(old));
        self
    }

    /// The structured content.
    pub fn structured_content(&self) -> Option<&Value> {
        self.extra.as_ref()?.structured.as_ref()
    }

    /// The result's `_meta`.
    pub fn meta(&self) -> Option<&Map<String, Value>> {
        self.extra.as_ref()?.meta.as_ref()
    }

    /// Takes it apart: blocks, structured content, `_meta`.
    pub fn into_parts(self) -> (Vec<Content>, Option<Value>, Option<Map<String, Value>>) {
        let extra = self.extra.map(|extra| *extra).unwrap_or_default();
        (self.blocks.into_list(), extra.structured, extra.meta)
    }

    /// The messages of a prompt.
    pub(super) fn messages(messages: Vec<PromptMessage>) -> Self {
        Self::from(Blocks::Messages(messages))
    }

    /// The contents of a resource.
    pub(crate) fn contents(contents: Vec<ResourceContents>) -> Self {
        Self::from(Blocks::Contents(contents))
    }

    /// There is no such resource.
    pub(super) fn nothing() -> Self {
        Self::from(Blocks::Nothing)
    }

    /// Whether it says that there is no such resource.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self.blocks, Blocks::Nothing)
    }

    /// Takes the answer of a prompt apart: messages, `_meta`. Blocks that a layer answered with
    /// are what the user says.
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

    /// Takes the answer of a resource apart. The text of blocks that a layer answered with is text
    /// here; nothing else of them can be read.
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
    /// The blocks of an action; a prompt and a resource have none.
    fn into_list(self) -> Vec<Content> {
        match self {
            Self::One(block) => vec![block],
            Self::Many(blocks) => blocks,
            Self::Messages(_) | Self::Contents(_) | Self::Nothing => Vec::new(),
        }
    }
}

/// A block as the contents of a resource.
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

/// Every layer moves a response: what it may hold of a prompt or a resource has not made it larger
/// than its one block.
const _: () = assert!(size_of::<Blocks>() == size_of::<Content>());
