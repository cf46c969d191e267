//! The results of handlers: the traits that convert returned values, and the response types.

mod base64;
mod block;
mod content;
mod error_mapping;
mod finite;
mod into_tool_result;
mod notation;
mod panic;
pub(crate) mod prompt;
pub(crate) mod resource;
mod resource_link;

use crate::error::ToolError;
pub(crate) use base64::base64;
pub use block::Content;
#[cfg(feature = "ask")]
pub(crate) use content::kept::KeptResponse;
pub use content::{Json, ToolResponse};
#[doc(hidden)]
pub use error_mapping::{
    KeepError, MapOwnError, ReturnedValue, answer, answer_prompt, answer_resource,
};
pub use into_tool_result::IntoToolResult;
#[doc(hidden)]
pub use into_tool_result::{NoOutput, OutputOf};
pub(crate) use notation::argument_value;
#[doc(hidden)]
pub use panic::{catch, catch_call};
pub(crate) use prompt::{IntoPromptResult, PromptMessage, PromptResponse};
pub(crate) use resource::{IntoResourceResult, ResourceBody, ResourceContents};
#[doc(hidden)]
pub use resource::{MimeOf, NoMime};
pub use resource_link::ResourceLink;

use crate::spec::Format;

/// The result of a handler: a response or an error.
pub type ToolResult = Result<ToolResponse, ToolError>;

/// The form in which a view returns results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolForm {
    /// True if a result has structured content besides the text, which requires that the listed tool
    /// has an output schema.
    pub structured: bool,
    /// The notation of the text.
    pub format: Format,
}

impl ToolForm {
    /// Creates a form with text only.
    pub const fn text() -> Self {
        Self {
            structured: false,
            format: Format::Json,
        }
    }

    /// Creates a form with text and structured content.
    pub const fn structured() -> Self {
        Self {
            structured: true,
            format: Format::Json,
        }
    }

    /// Sets the notation of the text.
    #[must_use]
    pub const fn in_format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }
}
