//! Listing: turns tools into listed tools under one exposition and one filter.

#[cfg(feature = "ask")]
mod confirmation;
mod input;
mod part;

use std::borrow::Cow;

use super::{
    doc_text,
    exposition::{Exposition, parts},
    filter::Filter,
    hidden_names::HiddenNames,
    instructions::Instructions,
    listed_rows::ListedRows,
    names::{self, RefusedNames},
    notices::Notices,
    offers::Offers,
    search::list_search_tools,
    surface_form::SurfaceForm,
    view_surface::{ListedTool, Surface},
};
use crate::{
    definition::{ActionDef, ToolDef, host_hints::always_loaded},
    error::BuildError,
    schema::Profile,
};

impl Surface {
    /// Lists `tools` without a filter. An item that clients could not use is pushed to `errors`; if
    /// there are none, every filtered surface is valid as well.
    pub(crate) fn unfiltered(
        form: &SurfaceForm,
        tools: &[&ToolDef],
        errors: &mut Vec<BuildError>,
    ) -> Self {
        let surface = Self::filtered(form, tools, &Filter::all(), errors);
        names::check(form, tools, errors);
        surface.into_unfiltered()
    }

    /// Lists the items of `tools` that `filter` shows. A tool that cannot be listed is pushed to
    /// `errors` instead.
    pub(crate) fn filtered(
        form: &SurfaceForm,
        tools: &[&ToolDef],
        filter: &Filter,
        errors: &mut Vec<BuildError>,
    ) -> Self {
        let refused = if filter.is_all() {
            RefusedNames::default()
        } else {
            RefusedNames::of_exposition(form.exposition, tools)
        };
        let divided = |(index, tool): (usize, &&ToolDef)| {
            let actions = tool.actions.iter().enumerate();
            let called = actions.filter(|(_, action)| action.is_callable());
            let visible = called.filter(|(_, action)| filter.shows(tool, action));
            let visible = visible.map(|(action, _)| action).collect();
            parts(form.exposition, index, tool, visible, &refused, form.pins())
        };
        let parts: Vec<_> = tools.iter().enumerate().map(divided).collect();
        let mut surface = Self::default();
        surface.held = filter.held().cloned();
        surface.hidden = HiddenNames::new(tools, filter);
        surface.notices = Notices::new(tools, parts.iter().flatten(), &surface.hidden);
        surface.add_search_tools(tools, &parts, form.profile);
        let (mut bare, mut carried) = (Vec::new(), Vec::new());
        for (tool, parts) in tools.iter().zip(parts) {
            surface.add_all(tool, form, &parts, errors);
            // `find` describes the tools whose actions it finds.
            if parts.is_empty() || parts.iter().any(ListedRows::is_searched) {
                continue;
            }
            let resolved = doc_text::resolve_links(tool, &parts, None, &surface.hidden);
            // The listed tools carry only action docs, so the docs of this tool go into the
            // instructions.
            if parts.iter().all(|part| part.discriminator.is_none()) {
                bare.push((resolved, parts));
            } else {
                carried.push((resolved, parts));
            }
        }
        surface.instructions = Instructions::of_docs(&borrowed(&bare));
        surface.outlined = surface.instructions.with_outline(&borrowed(&carried));
        surface.offers = Offers::new(tools, filter, surface.parts(), &surface.hidden);
        surface.finish();
        surface
    }

    /// Lists `find` and the tools that call actions, with the parts that they call.
    fn add_search_tools(
        &mut self,
        tools: &[&ToolDef],
        parts: &[Vec<ListedRows>],
        profile: Profile,
    ) {
        let searched = |part: &&ListedRows| part.is_searched();
        if !parts.iter().flatten().any(|part| searched(&part)) {
            return;
        }
        let resolved: Vec<_> = tools
            .iter()
            .zip(parts)
            .map(|(tool, parts)| doc_text::resolve_links(tool, parts, None, &self.hidden))
            .collect();
        let with_parts: Vec<_> = resolved
            .iter()
            .zip(parts)
            .map(|(tool, parts)| (tool.as_ref(), parts.as_slice()))
            .collect();
        for (listed, called) in list_search_tools(&with_parts, profile) {
            let own = parts.iter().flatten().filter(searched);
            let own = own.filter(|part| called.is_some_and(|called| part.name == called.name()));
            self.add_search_tool(listed, called, own.cloned());
        }
    }

    fn add_all(
        &mut self,
        tool: &ToolDef,
        form: &SurfaceForm,
        parts: &[ListedRows],
        errors: &mut Vec<BuildError>,
    ) {
        let profile = form.profile;
        // All single-action parts of a tool resolve links in the same way, so one copy serves them
        // all.
        let mut single = None;
        for part in parts.iter().filter(|part| !part.is_searched()) {
            let listed = if let Some(action) = part.only_action() {
                let resolved = single.get_or_insert_with(|| {
                    doc_text::resolve_links(tool, parts, Some(part), &self.hidden)
                });
                let action = resolved.actions.get(action);
                action.map(|action| {
                    let name = &part.name;
                    let mut listed = part::single_action(name, resolved, action, profile, errors);
                    // A pinned action is one that models need from the start.
                    if form.exposition == Exposition::Search && action.host.always_load.is_none() {
                        listed.meta.extend(always_loaded());
                    }
                    listed
                })
            } else {
                let resolved = doc_text::resolve_links(tool, parts, Some(part), &self.hidden);
                part::group_of_actions(part, &resolved, parts, &self.notices, profile, errors)
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

/// Borrows tools and their parts.
fn borrowed<'t>(
    tools: &'t [(Cow<'_, ToolDef>, Vec<ListedRows>)],
) -> Vec<(&'t ToolDef, &'t [ListedRows])> {
    let tools = tools.iter();
    tools
        .map(|(tool, parts)| (tool.as_ref(), parts.as_slice()))
        .collect()
}

/// Lists one action as a tool by itself, independent of the exposition. The links in the docs of
/// `tool` must be resolved. An invalid schema is left out without an error: building the view that
/// would list it fails.
///
/// The schemas are those that arguments are checked against: profiles convert only the tool list.
pub(crate) fn list_single_action(tool: &ToolDef, action: &ActionDef) -> ListedTool {
    let profile = Profile::Portable;
    part::single_action(&action.key, tool, action, profile, &mut Vec::new())
}
