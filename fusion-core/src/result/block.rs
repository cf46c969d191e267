//! The content blocks of a result, named as in the protocol and without the SDK's types.

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

    /// Returns true for a text block without text.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
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
