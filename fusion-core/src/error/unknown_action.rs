//! The error of a text that is not the key of an action.

use std::fmt;

/// A text that is not the key of any action of a group.
///
/// `FromStr` returns it on the enum that `#[tool_group(actions(pub Name))]` generates.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown action `{key}`, expected one of `{}`", known.join("`, `"))]
#[non_exhaustive]
pub struct UnknownAction {
    /// The parsed text.
    pub key: String,
    /// All keys of the group.
    pub known: Vec<&'static str>,
}

/// `Debug` prints the `Display` text, because a `main` that returns its error and an `unwrap()` print `Debug`. The
/// derived form would hide the way out.
impl fmt::Debug for UnknownAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl UnknownAction {
    /// Returns the error for `key`, where `all` are the actions of the group.
    #[doc(hidden)]
    pub fn new<A: Copy>(key: &str, all: &[A], key_of: fn(A) -> &'static str) -> Self {
        Self {
            key: key.to_owned(),
            known: all.iter().copied().map(key_of).collect(),
        }
    }
}
