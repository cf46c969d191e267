//! The error of a typed call.

use std::{error::Error, time::Duration};

use serde_json::Value;

use crate::error::DiscriminatorProblem;

/// The `_meta` key of the error for programs.
#[cfg(feature = "rmcp")]
pub(crate) const ERROR: &str = "dev.fusion/error";

/// The code of JSON-RPC for a request that names something unknown. Nothing ran.
pub(super) const INVALID_PARAMS: i64 = -32602;

/// The error of a call by a typed client.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The server answered with an error that a model would read.
    #[error("{}", .0.text)]
    Failed(Box<ActionFailure>),
    /// The server answered with an error of the protocol, such as an unknown tool.
    #[error("{message}")]
    Protocol {
        /// The code of JSON-RPC, if the server sent one.
        code: Option<i64>,
        /// The text of the error.
        message: String,
    },
    /// No listed tool has the action: its client stands at another place, or the caller may not see it.
    #[error("no listed tool has `{key}`{}", near(.nearest.as_deref()))]
    Unlisted {
        /// The full key, `tool/action` or `tool/module.action`.
        key: String,
        /// The listed key that is most similar to it.
        nearest: Option<String>,
    },
    /// An argument cannot be sent. Nothing was sent.
    #[error("argument `{argument}` of `{action}` cannot be sent: {reason}")]
    Argument {
        /// The key of the action in its group.
        action: &'static str,
        /// The wire name of the argument, or the type of a struct of arguments.
        argument: &'static str,
        /// The reason.
        reason: String,
    },
    /// The result is not of the type that the action returns, so that the server has another version of the block.
    #[error("the result is no `{type_name}`: {reason}")]
    Output {
        /// The type that the action returns.
        type_name: &'static str,
        /// The reason.
        reason: String,
    },
    /// The action asks its user, and the connection does not answer questions.
    #[error("the action asks its user, and this connection does not answer questions")]
    Asked,
    /// The request did not reach the server, or its response did not arrive.
    #[error("{0}")]
    Connection(#[source] Box<dyn Error + Send + Sync>),
}

/// A result that is an error, from its text and its `_meta["dev.fusion/error"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActionFailure {
    /// The text that a model would read: with the place of the error, its hint and the next step.
    pub text: String,
    /// The code, such as `not_found` or `invalid_arguments`; `None` from a server without codes.
    pub code: Option<String>,
    /// The arguments that the error concerns.
    pub fields: Vec<String>,
    /// The hint of the author.
    pub hint: Option<String>,
    /// The delay after which the same call may succeed. It is set only where a retry is safe.
    pub retry_after: Option<Duration>,
    /// The reference under which the log of the server has the details of an internal error.
    pub reference: Option<String>,
}

impl ActionFailure {
    /// Reads the error for programs.
    pub(crate) fn new(text: String, data: &Value) -> Self {
        let member = |name: &str| data[name].as_str().map(str::to_owned);
        let fields = data["fields"].as_array().into_iter().flatten();
        let fields = fields.filter_map(Value::as_str).map(str::to_owned);
        Self {
            text,
            code: member("code"),
            fields: fields.collect(),
            hint: member("hint"),
            retry_after: data["retryAfterMs"].as_u64().map(Duration::from_millis),
            reference: member("reference"),
        }
    }
}

impl ClientError {
    /// Returns true if the server does not know what the call names, so that nothing ran.
    pub(super) fn is_of_unknown(&self) -> bool {
        match self {
            Self::Protocol { code, .. } => *code == Some(INVALID_PARAMS),
            _ => self.code() == Some(DiscriminatorProblem::Unknown.code()),
        }
    }

    /// Returns the failure of an action; `None` for any other error.
    pub fn failure(&self) -> Option<&ActionFailure> {
        match self {
            Self::Failed(failure) => Some(failure),
            _ => None,
        }
    }

    /// Returns the code of a failed action.
    pub fn code(&self) -> Option<&str> {
        self.failure()?.code.as_deref()
    }

    /// Returns the arguments that the error of a failed action concerns.
    pub fn fields(&self) -> &[String] {
        self.failure().map_or(&[], |failure| &failure.fields)
    }

    /// Returns the hint of a failed action.
    pub fn hint(&self) -> Option<&str> {
        self.failure()?.hint.as_deref()
    }

    /// Returns the delay after which the same call of a failed action may succeed.
    pub fn retry_after(&self) -> Option<Duration> {
        self.failure()?.retry_after
    }
}

fn near(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}
