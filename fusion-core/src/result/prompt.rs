//! The result of a prompt: messages, named as in the protocol.

use serde_json::{Map, Value};

use super::{Content, ToolResponse, ToolResult};
use crate::{error::ToolError, spec::Role};

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PromptMessage {
    /// The role of the speaker.
    pub role: Role,
    /// The content of the message.
    pub content: Content,
}

impl PromptMessage {
    /// Creates a message of the user.
    pub fn user(content: impl Into<Content>) -> Self {
        Self {
            role: Role::User,
            content: content.into(),
        }
    }

    /// Creates a message of the model.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self {
            role: Role::Assistant,
            content: content.into(),
        }
    }
}

/// The response of a prompt, with its arguments filled in.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PromptResponse {
    /// The description of the prompt.
    pub description: Option<String>,
    /// The messages, in order.
    pub messages: Vec<PromptMessage>,
    /// The result's `_meta`, if a middleware added entries.
    pub meta: Option<Map<String, Value>>,
}

/// A type that a prompt can return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a prompt",
    label = "not a message, and not several",
    note = "return `String` or `&'static str` for one message of the user, `PromptMessage`, `Vec<PromptMessage>`, or a `Result` of one of them",
    note = "the error of a `Result` is `ToolError`, `Display` or `IntoToolError`"
)]
pub trait IntoPromptResult {
    /// Converts the value to messages.
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
