//! Results that a client received.

use serde_json::Value;

use super::ToolResponse;

impl ToolResponse {
    /// Adds the structured content as the server sent it.
    pub(crate) fn with_received(mut self, structured: Value) -> Self {
        self.extra().structured = Some(structured);
        self
    }
}
