//! The questions of a server to its user, and the answers of a test.

use serde_json::{Map, Value, json};

/// A question of the server to the user of the client.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TestQuestion {
    /// The text that the user reads.
    pub message: String,
    /// The schema of the form that the user fills in. A confirmation has no properties.
    pub schema: Map<String, Value>,
}

impl TestQuestion {
    /// Reads the parameters of `elicitation/create`.
    pub(super) fn read(params: &Value) -> Self {
        let message = params["message"].as_str().unwrap_or_default().to_owned();
        let schema = params["requestedSchema"].as_object();
        Self {
            message,
            schema: schema.cloned().unwrap_or_default(),
        }
    }
}

/// The answer of a user to a question.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TestAnswer {
    /// The user fills in the form; an empty object for a confirmation.
    Accept(Value),
    /// The user says no.
    Decline,
    /// The user closes the question without a choice.
    Cancel,
    /// The user does not answer. In the legacy era the call goes on waiting; in the modern era it ends with the
    /// question as its outcome.
    Silent,
}

impl TestAnswer {
    /// Accepts a confirmation.
    pub fn yes() -> Self {
        Self::Accept(json!({}))
    }

    /// Returns the answer as on the wire; `None` if there is none.
    pub(super) fn to_result(&self) -> Option<Value> {
        match self {
            Self::Accept(content) => Some(json!({"action": "accept", "content": content})),
            Self::Decline => Some(json!({"action": "decline"})),
            Self::Cancel => Some(json!({"action": "cancel"})),
            Self::Silent => None,
        }
    }
}
