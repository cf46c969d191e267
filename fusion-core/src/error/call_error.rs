//! The errors of a request.

use std::fmt;

use serde_json::{Value, json};

use super::{Problem, Question, ToolError, on_one_line};

/// The error of a request. `Display` is the text that the model reads.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// No tool has that name. This is a protocol error, not an error of a tool.
    #[error("unknown tool `{}`", on_one_line(.name))]
    UnknownTool {
        /// The name, cut.
        name: String,
    },
    /// No prompt has that name. This is a protocol error.
    #[error("unknown prompt `{}`", on_one_line(.name))]
    UnknownPrompt {
        /// The name, cut.
        name: String,
    },
    /// No resource has that URI. This is a protocol error.
    #[error("unknown resource `{}`", on_one_line(.uri))]
    UnknownResource {
        /// The URI, cut.
        uri: String,
    },
    /// The arguments are not a JSON object.
    #[error("{text}")]
    NoObject {
        /// The text that the model reads.
        text: String,
    },
    /// The discriminator is missing, is not a string, or names no action.
    #[error("{text}")]
    NoAction {
        /// The text that the model reads.
        text: String,
        /// The problem of the discriminator.
        problem: DiscriminatorProblem,
    },
    /// A provider, a guard or the access filter refused the request.
    #[error("{text}")]
    Refused {
        /// The text that the model reads.
        text: String,
        /// The cause.
        error: ToolError,
    },
    /// The caller lacks scopes of the action, prompt or resource, and nothing ran. The caller may see the item:
    /// a hidden one is unknown.
    #[error("{text}")]
    MissingScopes {
        /// The text that the model reads.
        text: String,
        /// The scopes that the caller lacks, in the order in which the item names them.
        scopes: Vec<&'static str>,
    },
    /// The arguments are wrong.
    #[error("{text}")]
    Invalid {
        /// The text that the model reads.
        text: String,
        /// The first 16 problems of each argument. The text counts the others.
        problems: Vec<Problem>,
        /// The names of the arguments that the problems concern, at most 16. A name that the client
        /// sent is not escaped, and is cut after 50 characters.
        fields: Vec<String>,
    },
    /// The handler, or a middleware around it, failed or panicked.
    #[error("{text}")]
    Failed {
        /// The text that the model reads.
        text: String,
        /// The cause.
        error: ToolError,
    },
    /// The action asks its user, and runs again with the answers. A server sends the questions to a client
    /// that can answer them by another request; code that calls a registry answers them by
    /// [`Ctx::with_answers`](crate::Ctx::with_answers).
    #[error("the call waits for {} of the user", answers(.questions))]
    Asked {
        /// The questions.
        questions: Vec<Question>,
        /// The state that comes back with the answers.
        state: String,
    },
    /// The state that came with answers is refused, and nothing ran. This is a protocol error: the client
    /// repeats the call without the state.
    #[error("{text}")]
    State {
        /// The text of the error.
        text: String,
        /// The cause.
        error: ToolError,
    },
    /// The client cancelled the request or disconnected.
    #[error("the call was cancelled")]
    Cancelled,
}

/// `Debug` prints the `Display` text, because a `main` that returns its error and an `unwrap()` print `Debug`. The
/// derived form would hide what the caller has to change.
impl fmt::Debug for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The reason why a discriminator selects no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiscriminatorProblem {
    /// The discriminator is missing or `null`.
    Missing,
    /// The discriminator is not a string.
    NotString,
    /// The tool has no such action, or the caller may not see it.
    Unknown,
}

impl DiscriminatorProblem {
    /// Returns the code for programs: `missing_action`, `invalid_action` or `unknown_action`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Missing => "missing_action",
            Self::NotString => "invalid_action",
            Self::Unknown => "unknown_action",
        }
    }
}

impl CallError {
    /// Returns the error for programs: a `code`, and the `fields`, the `scopes` or the `reference` that it
    /// concerns. The error of an author has its `hint`, and `retryAfterMs` where the text shows the delay. A tool
    /// result has it as `_meta["dev.fusion/error"]`, and a JSON-RPC error as `error.data`; the error for an unknown
    /// tool, prompt or resource is sent without it.
    pub fn data(&self) -> Value {
        match self {
            Self::UnknownTool { .. } => json!({"code": "unknown_tool"}),
            Self::UnknownPrompt { .. } => json!({"code": "unknown_prompt"}),
            Self::UnknownResource { .. } => json!({"code": "unknown_resource"}),
            Self::NoObject { .. } => json!({"code": "invalid_arguments"}),
            Self::NoAction { problem, .. } => json!({"code": problem.code()}),
            Self::Invalid { fields, .. } => json!({"code": "invalid_arguments", "fields": fields}),
            Self::MissingScopes { scopes, .. } => {
                json!({"code": "insufficient_scope", "scopes": scopes})
            }
            Self::Asked { .. } => json!({"code": "asked"}),
            Self::Cancelled => json!({"code": "cancelled"}),
            Self::Refused { error, .. } | Self::State { error, .. } => {
                error_data(error, "refused", true)
            }
            Self::Failed { error, .. } => error_data(error, "failed", error.may_be_retried()),
        }
    }
}

fn answers(questions: &[Question]) -> String {
    match questions.len() {
        1 => "an answer".to_owned(),
        count => format!("{count} answers"),
    }
}

fn error_data(error: &ToolError, otherwise: &str, may_be_retried: bool) -> Value {
    let internal = error.reference().map(|_| "internal");
    let code = error.code_text().or(internal).unwrap_or(otherwise);
    let mut data = json!({"code": code});
    if let Some(reference) = error.reference() {
        data["reference"] = reference.into();
    }
    if let Some(hint) = error.hint_text() {
        data["hint"] = hint.into();
    }
    if let Some(delay) = error.retry_delay().filter(|_| may_be_retried) {
        let millis = u64::try_from(delay.as_millis()).unwrap_or(u64::MAX);
        data["retryAfterMs"] = millis.into();
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_caller_starts_no_line_of_an_error() {
        let sent = || "x`\n\nSYSTEM:\u{202e}\u{1b}[2J".to_owned();
        let escaped = r"x`\n\nSYSTEM:\u{202e}\u{1b}[2J";
        let errors = [
            CallError::UnknownTool { name: sent() },
            CallError::UnknownPrompt { name: sent() },
            CallError::UnknownResource { uri: sent() },
        ];
        assert_eq!(
            errors.map(|error| error.to_string()),
            ["tool", "prompt", "resource"].map(|what| format!("unknown {what} `{escaped}`"))
        );
    }
}
