//! Failed calls: an error that the model reads, and an error of the protocol.

use serde_json::Value;

use super::expect::{expect, quoted};

/// The maximum number of bytes of the server that an error quotes.
const QUOTED_BYTES: usize = 4096;

/// A failed call as the model and programs read it. Each assertion returns the failure, so that several can follow
/// each other.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolFailure {
    pub(super) called: String,
    pub(super) text: String,
    pub(super) data: Value,
}

impl ToolFailure {
    /// Returns the text that the model reads.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the error for programs, `_meta["dev.fusion/error"]`: its `code`, and the `fields` that it concerns.
    pub fn data(&self) -> &Value {
        &self.data
    }

    /// Asserts that the error has a code, such as `invalid_arguments` or `not_found`.
    ///
    /// # Panics
    ///
    /// If the code is another one.
    #[track_caller]
    pub fn code(self, expected: &str) -> Self {
        let code = self.data["code"].as_str();
        expect(code == Some(expected), || {
            let code = code.unwrap_or("none");
            self.described(&format!("with the code `{code}`, not `{expected}`"))
        });
        self
    }

    /// Asserts that the error concerns an argument.
    ///
    /// # Panics
    ///
    /// If the error names other arguments, or none.
    #[track_caller]
    pub fn names(self, argument: &str) -> Self {
        let fields = self.data["fields"].as_array();
        let names = fields.into_iter().flatten().filter_map(Value::as_str);
        let names: Vec<_> = names.collect();
        expect(names.contains(&argument), || {
            let names = if names.is_empty() {
                "no argument".to_owned()
            } else {
                format!("`{}`", names.join("`, `"))
            };
            self.described(&format!("and names {names}, not `{argument}`"))
        });
        self
    }

    /// Asserts the whole text that the model reads.
    ///
    /// # Panics
    ///
    /// If the text is another one.
    #[track_caller]
    pub fn reads(self, expected: &str) -> Self {
        expect(self.text == expected, || {
            let expected = quoted(expected);
            self.described(&format!("with another text than\n{expected}\n"))
        });
        self
    }

    fn described(&self, fault: &str) -> String {
        let text = quoted(&self.text);
        format!(
            "the call of `{}` failed {fault}; the model reads:\n{text}",
            self.called
        )
    }
}

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
    pub(super) fn of_response(error: &Value) -> Self {
        Self {
            code: error["code"].as_i64(),
            status: None,
            message: error["message"].as_str().unwrap_or_default().to_owned(),
            data: error.get("data").cloned(),
        }
    }

    /// The error for a request without a response.
    pub(super) fn unanswered(method: &str) -> Self {
        Self {
            code: None,
            status: None,
            message: format!("the server ended before it answered `{method}`"),
            data: None,
        }
    }

    /// The error for bytes of the server that are no message.
    pub(super) fn no_message(bytes: &[u8]) -> Self {
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
    pub(super) fn of_status(status: http::StatusCode, body: &[u8]) -> Self {
        let quoted = body.get(..QUOTED_BYTES).unwrap_or(body);
        Self {
            code: None,
            status: Some(status.as_u16()),
            message: String::from_utf8_lossy(quoted).trim_end().to_owned(),
            data: None,
        }
    }

    /// The error for a panic of the function that answers in place of the user.
    pub(super) fn panicked_user(question: &str) -> Self {
        Self {
            code: None,
            status: None,
            message: format!("the function that answers questions panicked at `{question}`"),
            data: None,
        }
    }

    /// The error for a result that has another form than the protocol's.
    pub(super) fn unreadable(method: &str, error: &serde_json::Error) -> Self {
        Self {
            code: None,
            status: None,
            message: format!("the result of `{method}` is not one of the protocol: {error}"),
            data: None,
        }
    }
}
