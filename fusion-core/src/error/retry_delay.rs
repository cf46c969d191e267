//! The types in which an error states its retry delay.

use std::time::Duration;

/// A retry delay for [`ToolError::retry_after`](super::ToolError::retry_after): a `Duration`, or an `Option`
/// of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a retry delay",
    label = "neither a `Duration` nor an `Option<Duration>`",
    note = "convert a number, as in `Duration::from_secs(5)`"
)]
pub trait RetryDelay {
    /// Converts the delay; `None` if it is unknown.
    fn into_delay(self) -> Option<Duration>;
}

impl RetryDelay for Duration {
    fn into_delay(self) -> Option<Self> {
        Some(self)
    }
}

impl RetryDelay for Option<Duration> {
    fn into_delay(self) -> Self {
        self
    }
}
