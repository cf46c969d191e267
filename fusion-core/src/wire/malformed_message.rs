//! Input that is no JSON-RPC message, and the error that answers it. The SDK drops such input, or
//! answers it without its id, and the client waits for ever.

mod envelope;
mod request;
#[cfg(test)]
mod tests;

use std::fmt;

use rmcp::{
    ErrorData,
    model::{ClientNotification, ErrorCode},
};
use serde::{Serialize, de::IgnoredAny};
use serde_json::error::Category;

pub(super) use envelope::{Envelope, EnvelopeReader};
use envelope::{MessageId, Root};

/// The reason why input is no JSON-RPC message.
#[derive(Debug)]
pub(super) enum MessageFault {
    /// No parser accepts the text.
    Syntax(serde_json::Error),
    /// The text is JSON, but no message.
    Shape(&'static str),
    /// The text is a request, and this is the error for it.
    Request(Box<ErrorData>),
    /// The line has more bytes than this.
    TooLong(usize),
}

impl MessageFault {
    /// Returns the reason for which the parser of messages refused `text`.
    pub(super) fn of(text: &[u8], envelope: &Envelope, error: serde_json::Error) -> Self {
        match error.classify() {
            Category::Syntax | Category::Eof | Category::Io => Self::Syntax(error),
            // The parser of messages stops where the data are no message; what follows may be broken.
            Category::Data => match serde_json::from_slice::<IgnoredAny>(text) {
                Ok(_) => Self::of_shape(text, envelope),
                Err(error) => Self::Syntax(error),
            },
        }
    }

    /// Returns the reason why JSON with these members is no message.
    pub(super) fn of_shape(text: &[u8], envelope: &Envelope) -> Self {
        Self::Shape(match (envelope.root, &envelope.id) {
            (Root::Array, _) => "expected one object; batches are not supported",
            (Root::Nothing | Root::Other, _) => "expected an object",
            (Root::Object, _) if !envelope.has_method && !envelope.has_outcome => {
                "`method` is missing"
            }
            (Root::Object, MessageId::Unreadable) => "`id` must be a string or an integer",
            (Root::Object, MessageId::Text(id))
                if !id.starts_with('"') && id.parse::<i64>().is_err() =>
            {
                "`id` must be a string or an integer"
            }
            (Root::Object, _) if envelope.has_method => return request::fault(text, envelope),
            (Root::Object, _) => "its members are not those of a response",
        })
    }

    fn code(&self) -> ErrorCode {
        match self {
            Self::Syntax(_) | Self::TooLong(_) => ErrorCode::PARSE_ERROR,
            Self::Shape(_) => ErrorCode::INVALID_REQUEST,
            Self::Request(error) => error.code,
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Request(error) => error.message.to_string(),
            fault => fault.to_string(),
        }
    }
}

impl fmt::Display for MessageFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The parser's texts about syntax have no words of the input.
            Self::Syntax(error) => write!(f, "Parse error: {error}"),
            Self::Shape(text) => write!(f, "Invalid Request: {text}"),
            // The log has no words of the input.
            Self::Request(error) => write!(f, "a request with the error {}", error.code.0),
            Self::TooLong(limit) => {
                write!(f, "Parse error: a message may have {limit} bytes")
            }
        }
    }
}

/// Returns the JSON text of the error for input that nobody else answers. The id is null if it cannot be
/// read.
pub(super) fn error_answer(envelope: &Envelope, fault: &MessageFault) -> Vec<u8> {
    let id = match &envelope.id {
        MessageId::Text(id) => id,
        MessageId::Absent | MessageId::Unreadable => "null",
    };
    let error = ErrorBody {
        code: fault.code().0,
        message: fault.message(),
    };
    let error = serde_json::to_string(&error).unwrap_or_default();
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#).into_bytes()
}

/// Returns whether a peer of a byte stream waits for an answer to this input. A notification and a
/// response have none, and a line that is not even an object may be anything: an answer to it could be
/// the next such line of a peer that echoes. A broken object with a readable id may have a method that cannot be
/// read.
pub(super) fn is_awaited(envelope: &Envelope, fault: &MessageFault) -> bool {
    match fault {
        MessageFault::Syntax(_) | MessageFault::TooLong(_) if envelope.has_method => {
            envelope.has_id()
        }
        MessageFault::Syntax(_) | MessageFault::TooLong(_) => {
            matches!(envelope.id, MessageId::Text(_)) && !envelope.has_outcome
        }
        MessageFault::Request(_) => envelope.has_id(),
        MessageFault::Shape(_) => match envelope.root {
            Root::Object if envelope.has_method => envelope.has_id(),
            Root::Object => !envelope.has_outcome,
            Root::Nothing | Root::Array | Root::Other => true,
        },
    }
}

/// Returns whether the SDK took a request for a notification because it cannot use the id. A notification
/// by its name is one, also with a superfluous id.
pub(super) fn is_no_notification(notification: &ClientNotification) -> bool {
    match notification {
        ClientNotification::CustomNotification(custom) => {
            !custom.method.starts_with("notifications/")
        }
        _ => false,
    }
}

#[derive(Serialize)]
struct ErrorBody {
    code: i32,
    message: String,
}
