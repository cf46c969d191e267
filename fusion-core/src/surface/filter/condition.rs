//! One condition of a filter.

use std::collections::BTreeSet;

use crate::{
    definition::{ActionDef, ToolDef},
    scopes::HeldScopes,
};

/// A condition, with its tags, keys or scopes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum FilterCondition {
    AnyTag(BTreeSet<String>),
    AllTags(BTreeSet<String>),
    NoTag(BTreeSet<String>),
    Only(BTreeSet<String>),
    Except(BTreeSet<String>),
    ReadOnly,
    NotDestructive,
    ClosedWorld,
    /// The caller has the scopes of the item. No function of an author makes it.
    Held(HeldScopes),
}

impl FilterCondition {
    /// Returns `true` if the condition lets an action, prompt or resource be shown.
    pub(super) fn holds(&self, tool: &ToolDef, action: &ActionDef) -> bool {
        let has = |tag: &String| action.tags.contains(&tag.as_str());
        let hints = action.spec.hints;
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
            Self::ReadOnly => hints.read_only,
            Self::NotDestructive => !hints.destructive,
            Self::ClosedWorld => !hints.open_world,
            Self::Held(scopes) => tool.steps_up || scopes.cover(action.scopes),
        }
    }

    /// Returns the keys that the condition names.
    pub(super) fn action_keys(&self) -> impl Iterator<Item = &String> {
        match self {
            Self::Only(names) | Self::Except(names) => Some(names),
            _ => None,
        }
        .into_iter()
        .flatten()
    }

    /// Returns the tags that the condition names.
    pub(super) fn tags(&self) -> impl Iterator<Item = &String> {
        match self {
            Self::AnyTag(tags) | Self::AllTags(tags) | Self::NoTag(tags) => Some(tags),
            _ => None,
        }
        .into_iter()
        .flatten()
    }

    /// Returns the function that made the condition, if its list is empty and it therefore shows nothing.
    pub(super) fn empty_list(&self) -> Option<&'static str> {
        let (list, function) = match self {
            Self::AnyTag(tags) => (tags, "any_tags"),
            Self::AllTags(tags) => (tags, "all_tags"),
            Self::Only(keys) => (keys, "only"),
            _ => return None,
        };
        list.is_empty().then_some(function)
    }
}
