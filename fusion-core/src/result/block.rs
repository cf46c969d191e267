//! The content blocks of a result, named as in the protocol and without the SDK's types.

use super::{ResourceLink, base64};

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
    ResourceLink(Box<ResourceLink>),
}

impl Content {
    /// Creates a text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Creates an image block from the bytes of a file, such as a PNG, and their media type. The bytes
    /// are encoded here; for a text in base64, write [`Content::Image`].
    ///
    /// ```
    /// use fusion_core::Content;
    ///
    /// /// Draw the chart.
    /// fn draw() -> Content {
    ///     let png: Vec<u8> = b"\x89PNG\r\n\x1a\n".to_vec();
    ///     Content::image(png, "image/png")
    /// }
    /// # assert!(matches!(draw(), Content::Image { data, .. } if data == "iVBORw0KGgo="));
    /// ```
    pub fn image(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::Image {
            data: base64(bytes.as_ref()),
            mime_type: mime_type.into(),
        }
    }

    /// Creates an audio block from the bytes of a file and their media type.
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::Audio {
            data: base64(bytes.as_ref()),
            mime_type: mime_type.into(),
        }
    }

    /// Creates a link to a resource, which may have a title and a description.
    ///
    /// ```
    /// use fusion_core::{Content, ToolResponse};
    ///
    /// let link = Content::resource_link("reports://2026/october")
    ///     .title("October 2026")
    ///     .description("All invoices of the month")
    ///     .of_type("text/csv");
    /// let response = ToolResponse::text("The report is ready.").block(link);
    /// # assert_eq!(response.content().len(), 2);
    /// ```
    pub fn resource_link(uri: impl Into<String>) -> ResourceLink {
        ResourceLink::new(uri.into())
    }

    /// Returns true for an image or audio block with a `data:` URI in place of its bytes, as a text or
    /// encoded as if it were the bytes. Clients and APIs refuse it, some with the whole conversation.
    pub(super) fn has_data_uri(&self) -> bool {
        let (Self::Image { data, .. } | Self::Audio { data, .. }) = self else {
            return false;
        };
        let scheme = data.trim_start().get(..DATA.len());
        scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(DATA)) || encodes_data_uri(data)
    }

    /// Returns true for a text block without text.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }
}

/// The scheme of a `data:` URI.
const DATA: &str = "data:";

/// Returns `true` if a text in base64 is that of a `data:` URI, perhaps after white space.
fn encodes_data_uri(text: &str) -> bool {
    let sextet = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bits = 0_u32;
    let mut count = 0;
    let mut scheme = DATA.bytes();
    let mut is_start = true;
    for sextet in text.bytes().map_while(sextet) {
        bits = (bits << 6) | u32::from(sextet);
        count += 6;
        if count < 8 {
            continue;
        }
        count -= 8;
        let byte = (bits >> count).to_le_bytes()[0];
        if is_start && byte.is_ascii_whitespace() {
            continue;
        }
        is_start = false;
        match scheme.next() {
            Some(letter) if byte.eq_ignore_ascii_case(&letter) => {}
            _ => return false,
        }
        if scheme.len() == 0 {
            return true;
        }
    }
    false
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
