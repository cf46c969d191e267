//! Policies whose patterns are checked.

use super::{Glob, UriPattern, in_notation};
use crate::{
    error::{PolicyError, PolicyPlace},
    spec::Cache,
};

/// A pattern that is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckedPattern {
    pub(crate) glob: Glob,
    /// Whether it is about tools of somebody else.
    pub(crate) foreign: bool,
}

impl CheckedPattern {
    pub(crate) fn parse(
        text: &str,
        foreign: bool,
        place: impl FnOnce() -> PolicyPlace,
    ) -> Result<Self, PolicyError> {
        let parse = if foreign {
            Glob::parse_name
        } else {
            Glob::parse
        };
        let glob = parse(text).map_err(|segment| match in_notation(text) {
            Some(instead) if !foreign => PolicyError::wrong_notation(place(), text, instead),
            _ => PolicyError::new(place(), text, segment, foreign),
        })?;
        Ok(Self { glob, foreign })
    }
}

/// A policy that is checked.
#[derive(Clone, Debug)]
pub(crate) struct CheckedPolicy {
    pub(crate) pattern: CheckedPattern,
    pub(crate) cache: Option<Cache>,
    /// `None` where nothing is said.
    pub(crate) invalidates: Option<Vec<CheckedPattern>>,
    /// Whose subscribers are told.
    pub(crate) notifies: Vec<UriPattern>,
    /// Where it was written.
    pub(crate) origin: PolicyPlace,
}

impl CheckedPolicy {
    /// Whether it is about subscribers alone, and leaves everything else to another policy.
    pub(crate) fn only_notifies(&self) -> bool {
        !self.notifies.is_empty() && self.cache.is_none() && self.invalidates.is_none()
    }
}
