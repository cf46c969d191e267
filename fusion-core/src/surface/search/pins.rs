//! Pinned actions: those that are listed beside the tools of a search.

use std::sync::Arc;

use crate::{
    definition::ToolDef,
    error::{BuildError, BuildErrors},
    state_sync::nearest_key,
};

/// The pinned actions of a view, as indices of the tool and the action. Cloning it is cheap.
// Invariant: sorted, each once, so that equal pins share a surface.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Pins(Arc<[(usize, usize)]>);

impl Pins {
    /// Returns `true` if the action is pinned.
    pub(in crate::surface) fn has(&self, tool: usize, action: usize) -> bool {
        self.0.binary_search(&(tool, action)).is_ok()
    }

    /// Returns an iterator over the pinned actions.
    pub(in crate::surface) fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        self.0.iter().copied()
    }

    /// Returns these pins and the action of a full key.
    pub(crate) fn with(&self, key: &str, tools: &[&ToolDef]) -> Result<Self, BuildErrors> {
        let Some(pinned) = place(key, tools) else {
            let actions = tools.iter().flat_map(|tool| {
                let actions = tool.callable_actions();
                actions.map(|action| tool.qualified_key(action))
            });
            let keys: Vec<_> = actions.collect();
            let unknown = BuildError::UnknownPin {
                key: key.to_owned(),
                nearest: nearest_key(key, keys.iter().map(String::as_str)).map(str::to_owned),
            };
            return Err(BuildErrors::of(unknown));
        };
        let mut all = self.0.to_vec();
        all.push(pinned);
        all.sort_unstable();
        all.dedup();
        Ok(Self(all.into()))
    }
}

/// Returns the indices of the action with a full key.
fn place(key: &str, tools: &[&ToolDef]) -> Option<(usize, usize)> {
    let (name, key) = key.split_once('/')?;
    let tool = tools.iter().position(|tool| tool.spec.name == name)?;
    let mut actions = tools.get(tool)?.actions.iter();
    let row = actions.position(|action| action.is_callable() && action.key == key)?;
    Some((tool, row))
}
