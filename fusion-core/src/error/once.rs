//! The errors of actions whose calls run once.

use std::time::Duration;

use super::clash::idempotency_key_advice;

/// A mistake in an action with `once`, or in its settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OnceError {
    /// The crate is built without the feature `ask`.
    #[error(
        "calls of `{tool}/{key}` run once, which needs the feature `ask` of fusion-core: turn it on, or remove `once`"
    )]
    FeatureOff {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
    },
    /// An argument of the action has the name of the one that `once` adds.
    #[error(
        "`once` adds the argument `idempotency_key` to `{tool}/{key}`, and another argument of it has that name: {}",
        idempotency_key_advice(key)
    )]
    KeyTaken {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
    },
    /// The time for which a call does not run again is none, or too long.
    #[error("`once_for` is {time:?}: set a second at least, and 365 days at most")]
    KeepTime {
        /// The time that was set.
        time: Duration,
    },
}
