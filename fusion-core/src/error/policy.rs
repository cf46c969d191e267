//! What can be wrong with a policy of state sync.

use std::fmt;

/// A pattern that is no glob. It is found when the policy is added, and told by whatever needs the
/// policies: [`StateSync::check`](crate::StateSync::check), `build()`, or `wrap`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{place}: {} in `{pattern}`; a pattern is segments with dots between them, each `*`, `**`, or letters, digits, `_` and `-`",
    what(.segment)
)]
#[non_exhaustive]
pub struct PolicyError {
    /// Where the pattern stands.
    pub place: PolicyPlace,
    /// The pattern.
    pub pattern: String,
    /// The first segment of it that is none; empty where nothing stands between two dots.
    pub segment: String,
}

impl PolicyError {
    pub(crate) fn new(place: PolicyPlace, pattern: &str, segment: String) -> Self {
        Self {
            place,
            pattern: pattern.to_owned(),
            segment,
        }
    }
}

/// Where a pattern stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyPlace {
    /// In a policy of the builder, by its index: the first one is 0.
    Policy {
        /// The index.
        index: usize,
    },
    /// At an action.
    Action {
        /// The tool.
        tool: String,
        /// The action's full key.
        key: String,
    },
}

impl fmt::Display for PolicyPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Policy { index } => write!(f, "policy {index}"),
            Self::Action { tool, key } => write!(f, "`invalidates` of `{tool}/{key}`"),
        }
    }
}

fn what(segment: &str) -> String {
    if segment.is_empty() {
        "a segment is empty".to_owned()
    } else {
        format!("`{segment}` is no segment")
    }
}

/// The end of a sentence: which action was meant.
pub(super) fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| {
        format!(", the nearest is `{nearest}`")
    })
}
