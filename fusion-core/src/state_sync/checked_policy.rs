//! Policies with validated patterns.

use super::{Glob, UriPattern, current_notation};
use crate::{
    error::{PolicyError, PolicyPlace},
    spec::Cache,
};

/// Pattern that was validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckedPattern {
    pub(crate) glob: Glob,
    /// `true` if the pattern matches names of foreign tools.
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
        let glob = parse(text).map_err(|segment| match current_notation(text) {
            Some(instead) if !foreign => PolicyError::wrong_notation(place(), text, instead),
            _ => PolicyError::new(place(), text, segment, foreign),
        })?;
        Ok(Self { glob, foreign })
    }
}

/// Policy that was validated.
#[derive(Clone, Debug)]
pub(crate) struct CheckedPolicy {
    pub(crate) pattern: CheckedPattern,
    pub(crate) cache: Option<Cache>,
    /// `None` if the policy declares no invalidations.
    pub(crate) invalidates: Option<Vec<CheckedPattern>>,
    /// Resources whose subscribers are notified.
    pub(crate) notifies: Vec<UriPattern>,
    /// Place of the policy, for errors.
    pub(crate) origin: PolicyPlace,
}

impl CheckedPolicy {
    /// Returns `true` if the policy has notifications only, and leaves the other decisions to
    /// another policy.
    pub(crate) fn only_notifies(&self) -> bool {
        !self.notifies.is_empty() && self.cache.is_none() && self.invalidates.is_none()
    }
}
