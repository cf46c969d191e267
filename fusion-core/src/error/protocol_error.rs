//! Requests that fail: errors of JSON-RPC, of HTTP, and of servers that break the protocol.

use serde_json::Value;

/// The maximum number of bytes of the server that an error quotes.
const QUOTED_BYTES: usize = 4096;

/// A request that the server answers with an error of JSON-RPC or of HTTP, or not at all.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct ProtocolError {
    /// The code of the JSON-RPC error; `None` if the server sent none.
    pub code: Option<i64>,
    /// The status of an HTTP response that is not a message of the protocol.
    pub status: Option<u16>,
    /// The text of the error, or the body of the HTTP response.
    pub message: String,
    /// The data of the JSON-RPC error.
    pub data: Option<Value>,
}

impl ProtocolError {
    /// The error of a response.
    pub(crate) fn of_response(error: &Value) -> Self {
        Self {
            code: error["code"].as_i64(),
            status: None,
            message: error["message"].as_str().unwrap_or_default().to_owned(),
            data: error.get("data").cloned(),
        }
    }

    /// The error for a request without a response.
    pub(crate) fn unanswered(method: &str) -> Self {
        Self {
            code: None,
            status: None,
            message: format!("the server ended before it answered `{method}`"),
            data: None,
        }
    }

    /// The error for bytes of the server that are no message.
    pub(crate) fn no_message(bytes: &[u8]) -> Self {
        let quoted = bytes.get(..QUOTED_BYTES).unwrap_or(bytes);
        Self {
            code: None,
            status: None,
            message: format!(
                "the server sent what is no message: {}",
                String::from_utf8_lossy(quoted).trim_end()
            ),
            data: None,
        }
    }

    /// The error for an HTTP response without a message.
    #[cfg(feature = "http")]
    pub(crate) fn of_status(status: http::StatusCode, body: &[u8]) -> Self {
        let quoted = body.get(..QUOTED_BYTES).unwrap_or(body);
        Self {
            code: None,
            status: Some(status.as_u16()),
            message: String::from_utf8_lossy(quoted).trim_end().to_owned(),
            data: None,
        }
    }

    /// The error for a panic of the function that answers in place of the user.
    pub(crate) fn panicked_user(question: &str) -> Self {
        Self {
            code: None,
            status: None,
            message: format!("the function that answers questions panicked at `{question}`"),
            data: None,
        }
    }

    /// The error for a result that has another form than the protocol's.
    #[cfg(feature = "testing")]
    pub(crate) fn unreadable(method: &str, error: &serde_json::Error) -> Self {
        Self {
            code: None,
            status: None,
            message: format!("the result of `{method}` is not one of the protocol: {error}"),
            data: None,
        }
    }
}
