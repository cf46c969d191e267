//! Invalidation notices of one surface. They are computed with the surface, because a notice names
//! only patterns that match an action which the surface shows.

use std::collections::{HashMap, HashSet};

use super::{hidden_names::HiddenNames, listed_rows::ListedRows, view_surface::Surface};
use crate::{
    definition::ToolDef,
    state_sync::{CheckedPattern, InvalidationNotice},
};

/// Notices by tool index and action index. Empty if no action has an invalidation.
#[derive(Debug, Default)]
pub(super) struct Notices(Vec<Vec<Option<InvalidationNotice>>>);

impl Notices {
    pub(super) fn new<'e>(
        tools: &[&ToolDef],
        entries: impl Iterator<Item = &'e ListedRows>,
        hidden: &HiddenNames,
    ) -> Self {
        let actions = tools.iter().flat_map(|tool| &tool.actions);
        if actions
            .into_iter()
            .all(|action| action.sync.stale.is_none())
        {
            return Self::default();
        }
        let visible: HashSet<String> = entries
            .filter_map(|entry| Some((entry, *tools.get(entry.tool)?)))
            .flat_map(|(entry, tool)| {
                let actions = entry.visible(tool).into_iter();
                actions.map(|action| tool.qualified_key(action))
            })
            .collect();
        // Most patterns occur at many actions, so each pattern is matched once.
        let mut known: HashMap<(bool, String), bool> = HashMap::new();
        let mut sees = |pattern: &CheckedPattern| {
            let glob = &pattern.glob;
            let any = || {
                if pattern.foreign {
                    // A pattern of foreign names may name a hidden action in the notation of models.
                    !hidden.are_matched_by(glob)
                } else if glob.is_exact() {
                    visible.contains(glob.as_str())
                } else {
                    visible.iter().any(|name| glob.matches_key(name))
                }
            };
            let key = (pattern.foreign, glob.to_string());
            *known.entry(key).or_insert_with(any)
        };
        let mut notices = Vec::new();
        for tool in tools {
            let actions = tool.actions.iter();
            let notified = actions
                .map(|action| InvalidationNotice::new(action.sync.stale.as_deref()?, &mut sees));
            notices.push(notified.collect());
        }
        Self(notices)
    }

    /// Returns the notice of an action, by the index of its tool and its index there.
    pub(super) fn find(&self, tool: usize, action: usize) -> Option<&InvalidationNotice> {
        self.0.get(tool)?.get(action)?.as_ref()
    }
}

impl Surface {
    /// Returns the invalidation notice that a successful call of this action puts into its
    /// response.
    pub(crate) fn notice(&self, entry: &ListedRows, action: usize) -> Option<&InvalidationNotice> {
        self.notices.find(entry.tool, action)
    }
}
