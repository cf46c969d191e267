//! From tools to listed tools: under one exposition, and of what one filter shows.

mod input;
mod listed;

use super::{
    doc_text,
    entry::ListedRows,
    exposition::{Exposition, parts},
    filter::Filter,
    instructions::instructions,
    names,
    offers::Offers,
    surface::{ListedTool, Surface},
};
use crate::{
    definition::{ActionDef, ToolDef},
    error::BuildError,
};

impl Surface {
    /// Lists `tools`. What a client could not use goes to `errors`; without any, every filtered
    /// surface is right as well.
    pub(crate) fn of(
        exposition: Exposition,
        tools: &[&ToolDef],
        errors: &mut Vec<BuildError>,
    ) -> Self {
        let surface = Self::filtered(exposition, tools, &Filter::all(), errors);
        names::check(exposition, tools, errors);
        surface.whole()
    }

    /// Lists what `filter` shows of `tools`. A tool that cannot be listed goes to `errors` instead.
    pub(crate) fn filtered(
        exposition: Exposition,
        tools: &[&ToolDef],
        filter: &Filter,
        errors: &mut Vec<BuildError>,
    ) -> Self {
        let mut surface = Self::default();
        let mut bare = Vec::new();
        for (index, tool) in tools.iter().enumerate() {
            let actions = tool.actions.iter().enumerate();
            let called = actions.filter(|(_, action)| action.is_callable());
            let visible = called.filter(|(_, action)| filter.shows(tool, action));
            let visible = visible.map(|(action, _)| action).collect();
            let parts = parts(exposition, index, tool, visible);
            surface.add_all(tool, &parts, errors);
            // No listed tool carries the docs of these.
            if !parts.is_empty() && parts.iter().all(|part| part.discriminator.is_none()) {
                bare.push((doc_text::told(tool, &parts, None), parts));
            }
        }
        let bare: Vec<_> = bare
            .iter()
            .map(|(tool, parts)| (tool.as_ref(), parts.as_slice()))
            .collect();
        surface.instructions = instructions(&bare);
        surface.offers = Offers::of(tools, filter, surface.parts());
        surface.finish(tools);
        surface
    }

    fn add_all(&mut self, tool: &ToolDef, parts: &[ListedRows], errors: &mut Vec<BuildError>) {
        // Every tool that is one action tells of its siblings in the same way.
        let mut alone = None;
        for part in parts {
            let listed = if let Some(action) = part.only() {
                let told = alone.get_or_insert_with(|| doc_text::told(tool, parts, Some(part)));
                let action = told.actions.get(action);
                action.map(|action| listed::alone(&part.name, told, action, errors))
            } else {
                let told = doc_text::told(tool, parts, Some(part));
                listed::selecting(part, &told, parts, errors)
            };
            if let Some(listed) = listed {
                self.add(listed, part.clone());
                for alias in part.aliases(tool) {
                    self.alias(alias);
                }
            }
        }
    }
}

/// One action as a listed tool would show it by itself, whatever lists it. The docs of `tool` have
/// their links written. What cannot be published is left out: the view that would list it refuses.
pub(crate) fn alone(tool: &ToolDef, action: &ActionDef) -> ListedTool {
    listed::alone(&action.key, tool, action, &mut Vec::new())
}
