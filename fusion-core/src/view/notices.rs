//! What the writes of a surface tell its callers: computed with the surface, since it depends on
//! what they see.

use std::collections::{HashMap, HashSet};

use super::{entry::Entry, surface::Surface};
use crate::{
    definition::ToolDef,
    sync::{Glob, Notice},
};

/// The notices of a surface, by tool and action; empty where nothing is ever told.
#[derive(Debug, Default)]
pub(super) struct Notices(Vec<Vec<Option<Notice>>>);

impl Notices {
    pub(super) fn of(tools: &[&ToolDef], entries: &[Entry]) -> Self {
        let actions = tools.iter().flat_map(|tool| &tool.actions);
        if actions
            .into_iter()
            .all(|action| action.sync.stale.is_none())
        {
            return Self::default();
        }
        let visible: HashSet<String> = entries
            .iter()
            .filter_map(|entry| Some((entry, *tools.get(entry.tool)?)))
            .flat_map(|(entry, tool)| {
                let actions = entry.visible(tool).into_iter();
                actions.map(|action| format!("{}.{}", tool.spec.name, action.key))
            })
            .collect();
        // Most patterns stand at many actions.
        let mut known: HashMap<String, bool> = HashMap::new();
        let mut sees = |glob: &Glob| {
            let any = || {
                if glob.is_exact() {
                    visible.contains(glob.as_str())
                } else {
                    visible.iter().any(|name| glob.matches(name))
                }
            };
            *known.entry(glob.to_string()).or_insert_with(any)
        };
        let mut notices = Vec::new();
        for tool in tools {
            let actions = tool.actions.iter();
            let told = actions.map(|action| Notice::new(action.sync.stale.as_deref()?, &mut sees));
            notices.push(told.collect());
        }
        Self(notices)
    }
}

impl Surface {
    /// What a success of this action tells a caller of this surface.
    pub(crate) fn notice(&self, entry: &Entry, action: usize) -> Option<&Notice> {
        let Notices(notices) = &self.notices;
        notices.get(entry.tool)?.get(action)?.as_ref()
    }
}
