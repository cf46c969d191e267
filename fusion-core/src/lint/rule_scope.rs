//! The expositions that a rule concerns.

use crate::surface::Exposition;

/// The expositions that a rule concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RuleScope {
    /// All of them.
    Every,
    /// The expositions whose tools have several actions.
    Grouping,
    /// Those of [`Grouping`](Self::Grouping), if a server uses one of them.
    GroupingAlone,
    /// [`Exposition::Grouped`].
    Grouped,
    /// [`Exposition::Flat`].
    Flat,
    /// [`Exposition::Flat`], if it is the exposition that a server uses.
    FlatAlone,
}

impl RuleScope {
    /// Returns `true` if the rule concerns `exposition`; `None` stands for all expositions that a server
    /// may use.
    pub(super) fn includes(self, exposition: Option<Exposition>) -> bool {
        let is_flat = exposition == Some(Exposition::Flat);
        let is_search = exposition == Some(Exposition::Search);
        match self {
            Self::Every => true,
            Self::FlatAlone => is_flat,
            Self::Flat => is_flat || exposition.is_none(),
            Self::Grouping => !is_flat && !is_search,
            Self::GroupingAlone => !is_flat && !is_search && exposition.is_some(),
            Self::Grouped => exposition.is_none_or(|one| one == Exposition::Grouped),
        }
    }
}
