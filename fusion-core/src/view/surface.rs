//! What is listed, and the way from a wire name to the actions behind it.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::texts::Scene;
use crate::{
    definition::{ActionDef, ToolDef},
    spec::Hints,
};

/// One tool as a client sees it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ListedTool {
    /// The wire name.
    pub name: String,
    /// The display name.
    pub title: Option<String>,
    /// The description.
    pub description: String,
    /// The input schema.
    pub input_schema: Arc<Map<String, Value>>,
    /// The output schema; only where the listed tool is one action.
    pub output_schema: Option<Arc<Map<String, Value>>>,
    /// The behaviour hints.
    pub hints: Hints,
}

/// A wire surface: computed once, then only read.
#[derive(Debug, Default)]
pub(crate) struct Surface {
    tools: Vec<ListedTool>,
    /// Invariant: `entries[i]` stands behind `tools[i]`.
    entries: Vec<Entry>,
    /// Listed names and unlisted aliases, sorted: a few comparisons cost less than a hash that
    /// resists collisions.
    names: Vec<(String, usize)>,
    /// What the server's instructions say of this surface.
    pub(super) instructions: Option<String>,
}

/// What stands behind a listed tool.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The tool, an index into the registry.
    pub(crate) tool: usize,
    /// The discriminator's name; `None` where the listed tool is one action.
    pub(crate) discriminator: Option<&'static str>,
    /// The visible actions, indices into the tool, in source order.
    actions: Vec<usize>,
    /// Invariant: `visible[i]` says whether `i` is in `actions`.
    visible: Vec<bool>,
}

impl Entry {
    /// A listed tool with a discriminator that selects among `actions`.
    pub(super) fn selecting(index: usize, tool: &ToolDef, actions: Vec<usize>) -> Self {
        let mut visible = vec![false; tool.actions.len()];
        for &action in &actions {
            if let Some(shown) = visible.get_mut(action) {
                *shown = true;
            }
        }
        Self {
            tool: index,
            discriminator: Some(tool.spec.discriminator),
            actions,
            visible,
        }
    }

    /// A listed tool that is one action.
    pub(super) fn alone(index: usize, action: usize) -> Self {
        Self {
            tool: index,
            discriminator: None,
            actions: vec![action],
            visible: Vec::new(),
        }
    }

    /// The action of a listed tool that has no discriminator.
    pub(crate) fn only(&self) -> Option<usize> {
        match (self.discriminator, self.actions.as_slice()) {
            (None, [action]) => Some(*action),
            _ => None,
        }
    }

    /// Whether a caller of this surface may know of the action.
    pub(crate) fn shows(&self, action: usize) -> bool {
        self.visible.get(action).copied().unwrap_or(false)
    }

    pub(super) fn visible<'d>(&self, tool: &'d ToolDef) -> Vec<&'d ActionDef> {
        let actions = self.actions.iter();
        actions
            .filter_map(|&index| tool.actions.get(index))
            .collect()
    }
}

impl Surface {
    pub(super) fn add(&mut self, listed: ListedTool, entry: Entry) {
        self.names.push((listed.name.clone(), self.tools.len()));
        self.tools.push(listed);
        self.entries.push(entry);
    }

    /// Lets `name` lead to the tool that was added last, without listing it.
    pub(super) fn alias(&mut self, name: String) {
        if let Some(last) = self.tools.len().checked_sub(1) {
            self.names.push((name, last));
        }
    }

    /// Ends the adding.
    pub(super) fn sort(&mut self) {
        self.names.sort();
    }

    /// The tools, in the order in which they were added.
    pub(crate) fn tools(&self) -> &[ListedTool] {
        &self.tools
    }

    /// Every action that a caller may see: its tool, its index there, and what lists it.
    pub(crate) fn actions(&self) -> impl Iterator<Item = (usize, usize, &ListedTool, &Entry)> {
        let listed = self.tools.iter().zip(&self.entries);
        listed.flat_map(|(listed, entry)| {
            let actions = entry.actions.iter();
            actions.map(move |&action| (entry.tool, action, listed, entry))
        })
    }

    /// What the server's instructions say of this surface.
    pub(crate) fn instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }

    /// The tool of a wire name.
    pub(crate) fn find(&self, name: &str) -> Option<(&ListedTool, &Entry)> {
        let place = self
            .names
            .binary_search_by(|(known, _)| known.as_str().cmp(name))
            .ok()?;
        let index = self.names.get(place)?.1;
        Some((self.tools.get(index)?, self.entries.get(index)?))
    }

    /// Renders a text for a caller of this surface; only errors come here.
    pub(crate) fn say<T>(
        listed: &ListedTool,
        entry: &Entry,
        tool: &ToolDef,
        text: impl FnOnce(Scene<'_>) -> T,
    ) -> T {
        let actions = entry.visible(tool);
        text(Scene {
            name: &listed.name,
            discriminator: entry.discriminator,
            actions: &actions,
        })
    }
}
