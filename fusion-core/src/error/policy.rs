//! What can be wrong with a policy of state sync.

use std::fmt;

/// A pattern that is no glob, or a URI that is none. It is found when the policy is added, and told
/// by whatever needs the policies: [`StateSync::check`](crate::StateSync::check), `build()`, or `wrap`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {}", wrong(.pattern, .segment, *.uri))]
#[non_exhaustive]
pub struct PolicyError {
    /// Where the pattern stands.
    pub place: PolicyPlace,
    /// The pattern.
    pub pattern: String,
    /// The first segment of it that is none; empty where nothing stands between two dots. The whole
    /// of a URI.
    pub segment: String,
    uri: bool,
}

impl PolicyError {
    pub(crate) fn new(place: PolicyPlace, pattern: &str, segment: String) -> Self {
        Self {
            place,
            pattern: pattern.to_owned(),
            segment,
            uri: false,
        }
    }

    pub(crate) fn uri(index: usize, uri: String) -> Self {
        Self {
            place: PolicyPlace::Policy { index },
            segment: uri.clone(),
            pattern: uri,
            uri: true,
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

fn wrong(pattern: &str, segment: &str, uri: bool) -> String {
    if uri {
        return format!(
            "`{pattern}` is no URI; write `{{name}}` where an argument of the call stands"
        );
    }
    let what = if segment.is_empty() {
        "a segment is empty".to_owned()
    } else {
        format!("`{segment}` is no segment")
    };
    format!(
        "{what} in `{pattern}`; a pattern is segments with dots between them, each `*`, `**`, or letters, digits, `_` and `-`"
    )
}

/// The end of a sentence: which action was meant.
pub(super) fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| {
        format!(", the nearest is `{nearest}`")
    })
}
