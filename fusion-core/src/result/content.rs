//! The blocks of a result, in the protocol's words and without a transport's types.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    ToolError, ToolForm,
    notation::{unserializable, written},
};

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
    extra: Option<Box<Extra>>,
    unchanged: bool,
}

/// Nearly every result is one block, and that needs no list.
#[derive(Clone, Debug, PartialEq)]
enum Blocks {
    One(Content),
    Many(Vec<Content>),
}

impl Default for Blocks {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Extra {
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

    /// The blocks.
    pub fn content(&self) -> &[Content] {
        match &self.blocks {
            Blocks::One(block) => std::slice::from_ref(block),
            Blocks::Many(blocks) => blocks,
        }
    }

    /// Other blocks in place of its own, everything else as it is.
    pub(crate) fn replace_blocks(
        mut self,
        blocks: impl FnOnce(Vec<Content>) -> Vec<Content>,
    ) -> Self {
        let old = match std::mem::take(&mut self.blocks) {
            Blocks::One(block) => vec![block],
            Blocks::Many(blocks) => blocks,
        };
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
        let blocks = match self.blocks {
            Blocks::One(block) => vec![block],
            Blocks::Many(blocks) => blocks,
        };
        let extra = self.extra.map(|extra| *extra).unwrap_or_default();
        (blocks, extra.structured, extra.meta)
    }

    fn extra(&mut self) -> &mut Extra {
        self.extra.get_or_insert_default()
    }
}

impl From<Content> for ToolResponse {
    fn from(block: Content) -> Self {
        Self {
            blocks: Blocks::One(block),
            ..Self::default()
        }
    }
}
