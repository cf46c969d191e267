//! The errors that a request ends with, built where they are found.

use serde_json::Value;

use crate::{
    error::{CallError, ToolError, cut},
    surface::TextContext,
};

/// The errors that are built here are cold: the path of a successful call reserves no space for
/// them. An unknown name and a hidden one give the same error.
impl CallError {
    #[cold]
    pub(crate) fn unknown_tool(name: &str) -> Self {
        let name = cut(name).into_owned();
        Self::UnknownTool { name }
    }

    #[cold]
    pub(crate) fn unknown_prompt(name: &str) -> Self {
        let name = cut(name).into_owned();
        Self::UnknownPrompt { name }
    }

    #[cold]
    pub(crate) fn unknown_resource(uri: &str) -> Self {
        let uri = cut(uri).into_owned();
        Self::UnknownResource { uri }
    }

    #[cold]
    pub(super) fn no_object(sent: &Value) -> Self {
        let text = TextContext::arguments_are_no_object(sent);
        Self::NoObject { text }
    }

    #[cold]
    pub(super) fn refused(error: ToolError) -> Self {
        log_internal(&error, None);
        let text = TextContext::refused(&error);
        Self::Refused { text, error }
    }
}

/// Logs the detail of an internal error under the reference that the model reads. `row` is the name
/// of the tool and the key of the action.
pub(super) fn log_internal(error: &ToolError, row: Option<(&str, &str)>) {
    if let (Some(detail), Some(reference)) = (error.log_line(), error.reference()) {
        let action = row.map(|(tool, key)| format!("{tool}/{key}"));
        tracing::error!(reference, action, "{detail}");
    }
}
