//! What can be wrong with a policy of state sync.

use std::fmt;

/// A pattern that is no glob, or a URI that is none. It is found when the policy is added, and told
/// by whatever needs the policies: [`StateSync::check`](crate::StateSync::check), `build()`, or `wrap`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {}", wrong(.pattern, .segment, .problem))]
#[non_exhaustive]
pub struct PolicyError {
    /// Where the pattern stands.
    pub place: PolicyPlace,
    /// The pattern.
    pub pattern: String,
    /// The first segment of it that is none; empty where nothing stands between two separators. The
    /// whole of a URI, and of a pattern in another notation.
    pub segment: String,
    problem: PatternProblem,
}

/// What is wrong with a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PatternProblem {
    /// A segment is none.
    Segment {
        /// Whether the pattern is about tools of somebody else.
        foreign: bool,
    },
    /// The separators are others than those of `tool/module.action`.
    Notation {
        /// The pattern with the right ones.
        instead: String,
    },
    /// A pattern of keys around a handler that has no registry.
    #[cfg(feature = "rmcp")]
    Wrapped,
    /// A URI that is none.
    Uri,
}

impl PolicyError {
    pub(crate) fn new(place: PolicyPlace, pattern: &str, segment: String, foreign: bool) -> Self {
        let problem = PatternProblem::Segment { foreign };
        Self::with(place, pattern, segment, problem)
    }

    /// The pattern is right with other separators.
    pub(crate) fn notation(place: PolicyPlace, pattern: &str, instead: String) -> Self {
        let problem = PatternProblem::Notation { instead };
        Self::with(place, pattern, pattern.to_owned(), problem)
    }

    /// The pattern is about actions of a registry, and there is none.
    #[cfg(feature = "rmcp")]
    pub(crate) fn wrapped(place: PolicyPlace, pattern: &str) -> Self {
        Self::with(place, pattern, pattern.to_owned(), PatternProblem::Wrapped)
    }

    pub(crate) fn uri(index: usize, uri: &str) -> Self {
        let place = PolicyPlace::Policy { index };
        Self::with(place, uri, uri.to_owned(), PatternProblem::Uri)
    }

    fn with(place: PolicyPlace, pattern: &str, segment: String, problem: PatternProblem) -> Self {
        Self {
            place,
            pattern: pattern.to_owned(),
            segment,
            problem,
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

fn wrong(pattern: &str, segment: &str, problem: &PatternProblem) -> String {
    let foreign = match problem {
        PatternProblem::Segment { foreign } => *foreign,
        PatternProblem::Notation { instead } => {
            return format!(
                "`/` stands between a tool and its action, and dots between all other segments: write `{instead}` instead of `{pattern}`"
            );
        }
        #[cfg(feature = "rmcp")]
        PatternProblem::Wrapped => {
            return format!(
                "`{pattern}` is about actions of a registry, and a wrapped handler has tools: write the name of a tool, or a pattern of names without `/`"
            );
        }
        PatternProblem::Uri => {
            return format!(
                "`{pattern}` is no URI; write `{{name}}` where an argument of the call stands"
            );
        }
    };
    let what = if segment.is_empty() {
        "a segment is empty".to_owned()
    } else {
        format!("`{segment}` is no segment")
    };
    let rule = if foreign {
        "a pattern of tools of somebody else is segments of their names with dots between them"
    } else {
        "a pattern is `**`, or a tool, `/`, and segments with dots between them"
    };
    format!("{what} in `{pattern}`; {rule}, each `*`, `**`, or letters, digits, `_` and `-`")
}

/// The end of a sentence: which action was meant.
pub(super) fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| {
        format!(", the nearest is `{nearest}`")
    })
}
