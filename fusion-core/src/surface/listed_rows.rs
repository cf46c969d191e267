//! Listed parts of a tool: the rows that one listed tool dispatches to, and the names under which a
//! model calls them.

use std::iter;

use super::{
    exposition::{action_name, flat_name},
    search::CallTool,
};
use crate::{
    definition::{ActionDef, ToolDef},
    describe::SafetyClass,
};

/// Rows of one registered tool that one listed tool shows and dispatches to.
#[derive(Clone, Debug)]
pub(crate) struct ListedRows {
    /// Wire name of the listed tool.
    pub(crate) name: String,
    /// Index of the tool in the registry.
    pub(crate) tool: usize,
    /// Name of the tool in the registry.
    tool_name: &'static str,
    /// Name of the discriminator argument; `None` if the listed tool is a single action.
    pub(crate) discriminator: Option<&'static str>,
    /// Safety class of the actions, if the exposition divides the tool by safety.
    pub(super) class: Option<SafetyClass>,
    /// `true` if a tool that calls actions of all tools lists the part. A model then names an action by its full key,
    /// and its arguments have no discriminator among them.
    is_searched: bool,
    /// Indices of the visible actions in the tool, in source order.
    actions: Vec<usize>,
    /// Index of the action `help`, if the part lists it. It is not in `actions`.
    help: Option<usize>,
    /// First index in `actions`.
    first: usize,
    /// Invariant: `visible[i]` is `true` if `first + i` is in `actions`. The flags span `actions`
    /// only: if each action of a tool is a part of its own, one flag for each action in each part
    /// would need quadratic memory.
    visible: Vec<bool>,
}

impl ListedRows {
    /// Creates a part whose discriminator selects among `actions`, which are all of one class or
    /// all of the tool.
    pub(super) fn group(
        index: usize,
        tool: &ToolDef,
        class: Option<SafetyClass>,
        actions: Vec<usize>,
    ) -> Self {
        let name = class.map_or_else(|| tool.spec.name.to_owned(), |class| class.name(tool));
        let discriminator = Some(tool.spec.discriminator);
        let help = tool.help().filter(|_| actions.len() > 1);
        Self {
            help,
            ..Self::new((name, tool), index, discriminator, class, actions)
        }
    }

    /// Creates the part of a tool that one of the tools of [`Exposition::Search`](super::Exposition::Search) calls.
    ///
    /// It has a discriminator, so that actions have the plans that `find` describes, and so that a model that repeats
    /// the name of the action among its arguments is understood.
    pub(super) fn searched(
        index: usize,
        tool: &ToolDef,
        called: CallTool,
        actions: Vec<usize>,
    ) -> Self {
        let name = called.name().to_owned();
        let discriminator = Some(tool.spec.discriminator);
        let class = Some(called.class());
        Self {
            is_searched: true,
            ..Self::new((name, tool), index, discriminator, class, actions)
        }
    }

    /// Creates a part that is a single action without a discriminator.
    pub(crate) fn single_action(index: usize, tool: &ToolDef, action: usize) -> Self {
        let def = tool.actions.get(action);
        let name = def.map_or_else(String::new, |def| action_name(tool, def));
        Self::new((name, tool), index, None, None, vec![action])
    }

    fn new(
        (name, tool): (String, &ToolDef),
        index: usize,
        discriminator: Option<&'static str>,
        class: Option<SafetyClass>,
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
            tool_name: tool.spec.name,
            discriminator,
            class,
            is_searched: false,
            actions,
            help: None,
            first,
            visible,
        }
    }

    /// Returns the action of a part that has no discriminator.
    pub(crate) fn only_action(&self) -> Option<usize> {
        match (self.discriminator, self.actions.as_slice()) {
            (None, [action]) => Some(*action),
            _ => None,
        }
    }

    /// Returns the name of the registered tool.
    pub(crate) fn tool_name(&self) -> &'static str {
        self.tool_name
    }

    /// Returns `true` if a model names the actions of the part by their full keys, and finds them by a search.
    pub(crate) fn is_searched(&self) -> bool {
        self.is_searched
    }

    /// Returns `true` if the action belongs to this part.
    pub(crate) fn shows(&self, action: usize) -> bool {
        let offset = action.checked_sub(self.first);
        offset.is_some_and(|offset| self.visible.get(offset).is_some_and(|shown| *shown))
    }

    /// Returns `true` if a call of this part may select the row: an action of the part, or `help`.
    pub(crate) fn accepts(&self, row: usize) -> bool {
        self.shows(row) || self.help == Some(row)
    }

    /// Returns the action `help`, if the part lists it.
    pub(crate) fn help<'d>(&self, tool: &'d ToolDef) -> Option<&'d ActionDef> {
        tool.actions.get(self.help?)
    }

    /// Returns the indices of the actions, in source order and without `help`.
    pub(super) fn actions(&self) -> impl Iterator<Item = usize> {
        self.actions.iter().copied()
    }

    /// Returns the actions, in source order and without `help`.
    pub(crate) fn visible<'d>(&self, tool: &'d ToolDef) -> Vec<&'d ActionDef> {
        let mut actions = Vec::with_capacity(self.actions.len() + 1);
        let rows = self.actions.iter();
        actions.extend(rows.filter_map(|&index| tool.actions.get(index)));
        actions
    }

    /// Returns the actions, in source order, and then `help` if the part lists it.
    pub(super) fn callable<'d>(&self, tool: &'d ToolDef) -> Vec<&'d ActionDef> {
        let mut actions = self.visible(tool);
        actions.extend(self.help(tool));
        actions
    }

    /// Returns `true` if a model confirms calls of an action of the part with a token.
    #[cfg(feature = "ask")]
    pub(crate) fn takes_token(&self, tool: &ToolDef) -> bool {
        let mut actions = self
            .actions
            .iter()
            .filter_map(|&index| tool.actions.get(index));
        actions.any(ActionDef::takes_token)
    }

    /// Returns the unlisted names of the part: the aliases of its action, if it is a single action.
    pub(super) fn aliases(&self, tool: &ToolDef) -> Vec<String> {
        let only = self
            .only_action()
            .and_then(|action| tool.actions.get(action));
        only.map_or_else(Vec::new, |action| {
            wire_names(tool, action).skip(1).collect()
        })
    }

    /// Returns the part of the same tool that has the action, if the action is visible.
    pub(super) fn part_of<'p>(&self, parts: &'p [Self], action: usize) -> Option<&'p Self> {
        let mut parts = parts.iter();
        parts.find(|part| part.tool == self.tool && part.shows(action))
    }

    /// Returns the name under which a reader of this part calls an action of the same tool: its key
    /// if the action is in this part, the wire name (and key) of the other part if it is in another
    /// one, `None` if it is hidden. An action that is found by a search has its full key everywhere.
    ///
    /// `part` is the part that has the action, `None` if the action is hidden.
    pub(super) fn call_name(
        &self,
        part: Option<&Self>,
        action: usize,
        key: &str,
    ) -> Option<String> {
        if self.discriminator.is_some() && !self.is_searched && self.accepts(action) {
            return Some(key.to_owned());
        }
        let part = part?;
        Some(match part.discriminator {
            None => part.name.clone(),
            Some(_) if part.is_searched => format!("{}/{key}", part.tool_name),
            Some(_) => format!("{}/{key}", part.name),
        })
    }
}

/// Returns the flat wire name of an action or prompt, then the flat names of its aliases.
pub(crate) fn wire_names(tool: &ToolDef, action: &ActionDef) -> impl Iterator<Item = String> {
    let before = action.keys().skip(1).map(|key| flat_name(tool, &key));
    iter::once(action_name(tool, action)).chain(before)
}
