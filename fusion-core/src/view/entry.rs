//! One part of a tool: what stands behind a listed tool, and how its actions are called.

use super::exposition::{Class, flat_name};
use crate::definition::{ActionDef, ToolDef};

/// What stands behind a listed tool.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The wire name.
    pub(crate) name: String,
    /// The tool, an index into the registry.
    pub(crate) tool: usize,
    /// The discriminator's name; `None` where the listed tool is one action.
    pub(crate) discriminator: Option<&'static str>,
    /// What its actions do to the world, where that divides the tool.
    pub(super) class: Option<Class>,
    /// The visible actions, indices into the tool, in source order.
    actions: Vec<usize>,
    /// The first of `actions`.
    first: usize,
    /// Invariant: `visible[i]` says whether `first + i` is in `actions`. It spans `actions` only: where
    /// each action of a tool is a part, one flag for each of them in each part would be their square.
    visible: Vec<bool>,
}

impl Entry {
    /// A part that selects among `actions`, all of one class or all of the tool.
    pub(super) fn selecting(
        index: usize,
        tool: &ToolDef,
        class: Option<Class>,
        actions: Vec<usize>,
    ) -> Self {
        let name = class.map_or_else(|| tool.spec.name.to_owned(), |class| class.name(tool));
        let discriminator = Some(tool.spec.discriminator);
        Self::new(name, index, discriminator, class, actions)
    }

    /// A part that is one action.
    pub(crate) fn alone(index: usize, tool: &ToolDef, action: usize) -> Self {
        let def = tool.actions.get(action);
        let name = def.map_or_else(String::new, |def| flat_name(tool, &def.key));
        Self::new(name, index, None, None, vec![action])
    }

    fn new(
        name: String,
        index: usize,
        discriminator: Option<&'static str>,
        class: Option<Class>,
        actions: Vec<usize>,
    ) -> Self {
        let first = actions.first().copied().unwrap_or_default();
        let mut visible = Vec::new();
        for action in &actions {
            visible.resize(action - first, false);
            visible.push(true);
        }
        Self {
            name,
            tool: index,
            discriminator,
            class,
            actions,
            first,
            visible,
        }
    }

    /// The action of a listed tool that has no discriminator.
    pub(crate) fn only(&self) -> Option<usize> {
        match (self.discriminator, self.actions.as_slice()) {
            (None, [action]) => Some(*action),
            _ => None,
        }
    }

    /// Whether the action is one of this part.
    pub(crate) fn shows(&self, action: usize) -> bool {
        let place = action.checked_sub(self.first);
        place.is_some_and(|place| self.visible.get(place).is_some_and(|shown| *shown))
    }

    /// Its actions, in source order.
    pub(super) fn actions(&self) -> impl Iterator<Item = usize> {
        self.actions.iter().copied()
    }

    pub(super) fn visible<'d>(&self, tool: &'d ToolDef) -> Vec<&'d ActionDef> {
        let actions = self.actions.iter();
        actions
            .filter_map(|&index| tool.actions.get(index))
            .collect()
    }

    /// The names that lead to it beside its own: those that its only action had before.
    pub(super) fn aliases(&self, tool: &ToolDef) -> Vec<String> {
        let only = self.only().and_then(|action| tool.actions.get(action));
        only.map_or_else(Vec::new, |action| {
            wire_names(tool, action).skip(1).collect()
        })
    }

    /// The part of the same tool that has the action, if it is visible.
    pub(super) fn part_of<'p>(&self, parts: &'p [Self], action: usize) -> Option<&'p Self> {
        let mut parts = parts.iter();
        parts.find(|part| part.tool == self.tool && part.shows(action))
    }

    /// How a reader of this part calls an action of the same tool: by its key where it is one of
    /// this part, by wire name, or wire name and key, where it is one of another, and not at all
    /// where it is hidden.
    ///
    /// `part` is the part that has the action, `None` where the action is hidden.
    pub(super) fn called(&self, part: Option<&Self>, action: usize, key: &str) -> Option<String> {
        if self.discriminator.is_some() && self.shows(action) {
            return Some(key.to_owned());
        }
        let part = part?;
        Some(match part.discriminator {
            None => part.name.clone(),
            Some(_) => format!("{}/{key}", part.name),
        })
    }
}

/// The flat name of an action, and those that it had before: the names of a prompt.
pub(crate) fn wire_names(tool: &ToolDef, action: &ActionDef) -> impl Iterator<Item = String> {
    action.keys().map(|key| flat_name(tool, &key))
}
