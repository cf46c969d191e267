//! The reasons for which Redis fails, as a log names them.

use ::redis::RedisError;

use super::BoxedSource;
use crate::error::with_sources;

/// The code of the errors of our scripts for a key that another program has written.
const FOREIGN: &str = "FOREIGN";

/// A failure of Redis. Its text is the whole reason, and has no source.
#[derive(Debug)]
pub(super) struct RedisFailure {
    text: String,
    /// True if Redis has answered.
    is_refusal: bool,
}

impl RedisFailure {
    /// Redis has not answered in time.
    pub(super) fn timed_out() -> Self {
        Self {
            text: "Redis does not answer in time".to_owned(),
            is_refusal: false,
        }
    }

    /// Returns a text that failures of one kind have in common.
    pub(super) fn kind(&self) -> &str {
        if self.is_refusal {
            &self.text
        } else {
            // The text names one of several addresses, or how a connection was lost.
            "unreachable"
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if Redis has answered, and refuses.
    pub(super) fn is_refusal(&self) -> bool {
        self.is_refusal
    }

    pub(super) fn into_source(self) -> BoxedSource {
        self.text.into()
    }
}

impl From<RedisError> for RedisFailure {
    fn from(error: RedisError) -> Self {
        let known = match error.code() {
            Some("OOM") => Some("Redis has no memory left"),
            Some("READONLY") => Some("Redis is read-only"),
            Some("WRONGTYPE") => Some("a key has another type than Fusion writes"),
            Some("NOAUTH") => Some("Redis requires a password (NOAUTH)"),
            Some(FOREIGN) => Some("another program has written the key"),
            _ => None,
        };
        Self {
            text: match (known, error.detail()) {
                (Some(known), _) => known.to_owned(),
                // The detail names the command.
                (None, Some(detail)) if error.code() == Some("NOPERM") => {
                    format!("Redis refuses the user (NOPERM): {detail}")
                }
                _ => with_sources(error.to_string(), &error),
            },
            is_refusal: error.code().is_some(),
        }
    }
}
