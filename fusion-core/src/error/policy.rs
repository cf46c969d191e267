//! The error of an invalid state sync policy.

use std::fmt;

/// An invalid pattern or URI in a state sync policy. The error is created when the policy is added,
/// and returned by the functions that use the policies:
/// [`StateSync::check`](crate::StateSync::check), `build()`, or `wrap`.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {}", pattern_error_text(.pattern, .segment, .problem))]
#[non_exhaustive]
pub struct PolicyError {
    /// The policy or action that contains the pattern.
    pub place: PolicyPlace,
    /// The pattern, as the author wrote it.
    pub pattern: String,
    /// The first invalid segment; empty if nothing stands between two separators. For a URI, and
    /// for a pattern in another notation, it is the whole text.
    pub segment: String,
    problem: PatternProblem,
}

/// `Debug` prints the `Display` text, because a `main` that returns its error and an `unwrap()` print `Debug`. The
/// derived form would hide the way out.
impl fmt::Debug for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The reason why a pattern is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PatternProblem {
    /// A segment is invalid.
    Segment {
        /// `true` if the pattern matches the names of tools outside of the registry.
        foreign: bool,
    },
    /// The separators differ from those of `tool/module.action`.
    Notation {
        /// The pattern with the correct separators.
        instead: String,
    },
    /// A pattern of action keys is used around a handler that has no registry.
    #[cfg(feature = "rmcp")]
    Wrapped,
    /// The URI is invalid.
    Uri,
}

impl PolicyError {
    pub(crate) fn new(place: PolicyPlace, pattern: &str, segment: String, foreign: bool) -> Self {
        let problem = PatternProblem::Segment { foreign };
        Self::from_problem(place, pattern, segment, problem)
    }

    /// Returns the error for a pattern that is valid with other separators.
    pub(crate) fn wrong_notation(place: PolicyPlace, pattern: &str, instead: String) -> Self {
        let problem = PatternProblem::Notation { instead };
        Self::from_problem(place, pattern, pattern.to_owned(), problem)
    }

    /// Returns the error for a pattern of action keys where no registry exists.
    #[cfg(feature = "rmcp")]
    pub(crate) fn without_registry(place: PolicyPlace, pattern: &str) -> Self {
        Self::from_problem(place, pattern, pattern.to_owned(), PatternProblem::Wrapped)
    }

    pub(crate) fn uri(index: usize, uri: &str) -> Self {
        let place = PolicyPlace::Policy { index };
        Self::from_problem(place, uri, uri.to_owned(), PatternProblem::Uri)
    }

    fn from_problem(
        place: PolicyPlace,
        pattern: &str,
        segment: String,
        problem: PatternProblem,
    ) -> Self {
        Self {
            place,
            pattern: pattern.to_owned(),
            segment,
            problem,
        }
    }
}

/// The policy or action that contains a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyPlace {
    /// A policy of the builder, by its index: the first one is 0.
    Policy {
        /// The index of the policy.
        index: usize,
    },
    /// The `invalidates` list of an action.
    Action {
        /// The name of the tool.
        tool: String,
        /// The key of the action: `create`, or `users.create`.
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

fn pattern_error_text(pattern: &str, segment: &str, problem: &PatternProblem) -> String {
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

/// Returns the end of the sentence: the action nearest to the pattern.
pub(super) fn nearest_action(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| {
        format!(", the nearest is `{nearest}`")
    })
}
