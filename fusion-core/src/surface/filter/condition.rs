//! One condition of a filter.

use std::collections::BTreeSet;

use crate::definition::{ActionDef, ToolDef};

/// A condition, with its tags or keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum FilterCondition {
    AnyTag(BTreeSet<String>),
    AllTags(BTreeSet<String>),
    NoTag(BTreeSet<String>),
    Only(BTreeSet<String>),
    Except(BTreeSet<String>),
}

impl FilterCondition {
    /// Returns `true` if the condition lets an action, prompt or resource be shown.
    pub(super) fn holds(&self, tool: &ToolDef, action: &ActionDef) -> bool {
        let has = |tag: &String| action.tags.contains(&tag.as_str());
        match self {
            Self::AnyTag(tags) => tags.iter().any(has),
            Self::AllTags(tags) => !tags.is_empty() && tags.iter().all(has),
            Self::NoTag(tags) => !tags.iter().any(has),
            Self::Only(keys) => keys.contains(&tool.qualified_key(action)),
            Self::Except(keys) => {
                // Keys in older notations hide the item, too: a filter that `access` computes is
                // not refused, and a wrong separator must not show an item that the filter was
                // written to hide.
                let key = tool.qualified_key(action);
                !keys.contains(&key)
                    && ![":", "."]
                        .iter()
                        .any(|old| keys.contains(&key.replacen('/', old, 1)))
            }
        }
    }

    /// Returns the keys that the condition names.
    pub(super) fn action_keys(&self) -> impl Iterator<Item = &String> {
        match self {
            Self::Only(names) | Self::Except(names) => Some(names),
            Self::AnyTag(_) | Self::AllTags(_) | Self::NoTag(_) => None,
        }
        .into_iter()
        .flatten()
    }
}
