//! What a handler returns, and what a model reads when it fails.

mod content;
mod error_mapping;
mod into_tool_result;
mod notation;
mod panic;
pub(crate) mod prompt;
pub(crate) mod resource;

use crate::error::ToolError;
pub use content::{Content, Json, ToolResponse};
#[doc(hidden)]
pub use error_mapping::{
    KeepError, MapOwnError, ReturnedValue, answer, answer_prompt, answer_resource,
};
pub use into_tool_result::IntoToolResult;
#[doc(hidden)]
pub use into_tool_result::{NoOutput, OutputOf};
#[doc(hidden)]
pub use panic::{catch, catch_call};
pub(crate) use prompt::{IntoPromptResult, PromptMessage, PromptResponse};
pub(crate) use resource::{IntoResourceResult, ResourceBody, ResourceContents};
#[doc(hidden)]
pub use resource::{MimeOf, NoMime};

use crate::spec::Format;

/// What a handler makes of a call.
pub type ToolResult = Result<ToolResponse, ToolError>;

/// The form in which a view wants results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolForm {
    /// Whether structured content is wanted beside the text: only where the listed tool has an
    /// output schema.
    pub structured: bool,
    /// The notation of the text.
    pub format: Format,
}

impl ToolForm {
    /// Text only.
    pub const fn text() -> Self {
        Self {
            structured: false,
            format: Format::Json,
        }
    }

    /// Text and structured content.
    pub const fn structured() -> Self {
        Self {
            structured: true,
            format: Format::Json,
        }
    }

    /// With the text in `format`.
    #[must_use]
    pub const fn in_format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }
}
