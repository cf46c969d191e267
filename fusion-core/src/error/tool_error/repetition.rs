//! The safety of repeating a failed call.

use super::ToolError;

impl ToolError {
    /// Marks the error as that of an idempotent action, which may be called again.
    pub(crate) fn of_idempotent(mut self) -> Self {
        self.0.idempotent = true;
        self
    }

    /// Returns `true` if the same call cannot apply an effect twice.
    pub(crate) fn may_be_retried(&self) -> bool {
        self.0.idempotent || self.is_unchanged()
    }
}
