//! Conditions that are combined by *and* and *or*, in a form in which equal filters compare equal.

use std::{collections::BTreeSet, mem::take};

use super::condition::FilterCondition;
use crate::definition::{ActionDef, ToolDef};

/// A condition, or several that are combined.
///
/// It is a tree and no disjunction of conjunctions, because the number of these is the product of the
/// parts that are combined.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum FilterTree {
    Condition(FilterCondition),
    /// All parts hold; without parts, it shows everything.
    // Invariant: not one part, and no part is `Every`.
    Every(BTreeSet<FilterTree>),
    /// At least one part holds; without parts, it shows nothing.
    // Invariant: not one part, and no part is `Any` or shows everything.
    Any(BTreeSet<FilterTree>),
}

impl Default for FilterTree {
    fn default() -> Self {
        Self::Every(BTreeSet::new())
    }
}

impl FilterTree {
    /// Shows nothing.
    pub(super) fn nothing() -> Self {
        Self::Any(BTreeSet::new())
    }

    /// Returns `true` if it has no conditions and shows everything.
    pub(super) fn is_all(&self) -> bool {
        matches!(self, Self::Every(parts) if parts.is_empty())
    }

    /// Shows the items that both show.
    pub(super) fn and(self, other: Self) -> Self {
        let mut parts = BTreeSet::new();
        for one in [self, other] {
            match one {
                Self::Every(inner) => parts.extend(inner),
                one => parts.extend([one]),
            }
        }
        only_part(&mut parts).unwrap_or(Self::Every(parts))
    }

    /// Shows the items that at least one of both shows.
    pub(super) fn or(self, other: Self) -> Self {
        if self.is_all() || other.is_all() {
            return Self::default();
        }
        let mut parts = BTreeSet::new();
        for one in [self, other] {
            match one {
                Self::Any(inner) => parts.extend(inner),
                one => parts.extend([one]),
            }
        }
        only_part(&mut parts).unwrap_or(Self::Any(parts))
    }

    /// Returns `true` if an action, prompt or resource is shown.
    pub(super) fn shows(&self, tool: &ToolDef, action: &ActionDef) -> bool {
        match self {
            Self::Condition(condition) => condition.holds(tool, action),
            Self::Every(parts) => parts.iter().all(|part| part.shows(tool, action)),
            Self::Any(parts) => parts.iter().any(|part| part.shows(tool, action)),
        }
    }

    /// Returns the conditions that hold for every shown item: the tree itself, or its parts.
    pub(super) fn required(&self) -> impl Iterator<Item = &FilterCondition> {
        let (own, parts) = match self {
            Self::Condition(condition) => (Some(condition), None),
            Self::Every(parts) => (None, Some(parts)),
            Self::Any(_) => (None, None),
        };
        let parts = parts.into_iter().flatten().filter_map(|part| match part {
            Self::Condition(condition) => Some(condition),
            _ => None,
        });
        own.into_iter().chain(parts)
    }

    /// Returns all conditions, in their order.
    pub(super) fn conditions(&self) -> Vec<&FilterCondition> {
        match self {
            Self::Condition(condition) => vec![condition],
            Self::Every(parts) | Self::Any(parts) => {
                parts.iter().flat_map(Self::conditions).collect()
            }
        }
    }
}

/// Removes the part of a set that has one.
fn only_part(parts: &mut BTreeSet<FilterTree>) -> Option<FilterTree> {
    if parts.len() == 1 {
        return take(parts).into_iter().next();
    }
    None
}
