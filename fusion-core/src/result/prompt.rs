//! What a prompt returns: messages, in the protocol's words.

use serde_json::{Map, Value};

use super::{Content, ToolResponse, ToolResult};
use crate::{error::ToolError, spec::Role};

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PromptMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: Content,
}

impl PromptMessage {
    /// What the user says.
    pub fn user(content: impl Into<Content>) -> Self {
        Self {
            role: Role::User,
            content: content.into(),
        }
    }

    /// What the model says.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self {
            role: Role::Assistant,
            content: content.into(),
        }
    }
}

/// A prompt, filled in.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PromptResponse {
    /// What the prompt is for.
    pub description: Option<String>,
    /// The messages, in order.
    pub messages: Vec<PromptMessage>,
    /// The result's `_meta`, where a layer left any.
    pub meta: Option<Map<String, Value>>,
}

/// A type that a prompt may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a prompt",
    label = "not a message, and not several",
    note = "return `String` or `&'static str` for one message of the user, `PromptMessage`, `Vec<PromptMessage>`, or a `Result` of one of them",
    note = "the error of a `Result` is `ToolError`, `Display` or `IntoToolError`"
)]
pub trait IntoPromptResult {
    /// Turns it into messages.
    fn into_prompt_result(self) -> ToolResult;
}

#[diagnostic::do_not_recommend]
impl IntoPromptResult for String {
    fn into_prompt_result(self) -> ToolResult {
        Ok(ToolResponse::messages(vec![PromptMessage::user(self)]))
    }
}

#[diagnostic::do_not_recommend]
impl IntoPromptResult for &'static str {
    fn into_prompt_result(self) -> ToolResult {
        Ok(ToolResponse::messages(vec![PromptMessage::user(self)]))
    }
}

#[diagnostic::do_not_recommend]
impl IntoPromptResult for PromptMessage {
    fn into_prompt_result(self) -> ToolResult {
        Ok(ToolResponse::messages(vec![self]))
    }
}

#[diagnostic::do_not_recommend]
impl IntoPromptResult for Vec<PromptMessage> {
    fn into_prompt_result(self) -> ToolResult {
        Ok(ToolResponse::messages(self))
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoPromptResult, E: Into<ToolError>> IntoPromptResult for Result<T, E> {
    fn into_prompt_result(self) -> ToolResult {
        self.map_err(Into::into)?.into_prompt_result()
    }
}
