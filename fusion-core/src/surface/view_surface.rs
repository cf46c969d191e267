//! Listed tools of one view, and the lookup from a wire name to the rows that it dispatches to.

#[cfg(feature = "rmcp")]
use std::any::Any;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use super::{
    hidden_names::HiddenNames,
    instructions::Instructions,
    listed_rows::ListedRows,
    notices::Notices,
    offers::{ListedResource, Offers},
    search::{ActionPlace, CallTool, LazyIndex},
    texts::TextContext,
};
use crate::{
    ctx::Era,
    definition::{ActionDef, ToolDef, lookup::Lookup},
    scopes::HeldScopes,
    spec::{Hints, Icon},
};

/// One tool as a client lists it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ListedTool {
    /// Wire name.
    pub name: String,
    /// The full key of the action, `tool/action` or `tool/module.action`, if the listed tool is one action;
    /// otherwise the name of the registered tool, whose discriminator takes the keys. Clients get it as
    /// `_meta["dev.fusion/key"]`, and find an action by it under any exposition. Empty for the tools of
    /// [`Exposition::Search`](crate::Exposition::Search).
    pub key: String,
    /// The full keys of the actions that a tool of [`Exposition::Search`](crate::Exposition::Search) calls; empty for
    /// all other tools. Clients get them as `_meta["dev.fusion/actions"]`, which models do not read.
    pub actions: Vec<String>,
    /// Display name.
    pub title: Option<String>,
    /// Description for the model.
    pub description: String,
    /// JSON Schema of the arguments.
    pub input_schema: Arc<Map<String, Value>>,
    /// JSON Schema of the structured result; `None` unless the listed tool is one action.
    pub output_schema: Option<Arc<Map<String, Value>>>,
    /// Behaviour hints.
    pub hints: Hints,
    /// Icons.
    pub icons: Vec<Icon>,
    /// Further entries of `_meta`, such as `anthropic/alwaysLoad`. Models do not read them.
    pub meta: Map<String, Value>,
}

impl ListedTool {
    /// Returns the output schema if peers of this era accept it: before 2026-07-28 its root had to
    /// be an object.
    pub(crate) fn output_schema_for(&self, era: Era) -> Option<&Arc<Map<String, Value>>> {
        let takes = |schema: &&Arc<Map<String, Value>>| {
            era != Era::Legacy || schema.get("type").is_some_and(|name| name == "object")
        };
        self.output_schema.as_ref().filter(takes)
    }
}

/// Wire surface of one view. It is computed once and only read afterwards.
#[derive(Debug, Default)]
pub(crate) struct Surface {
    tools: Vec<ListedTool>,
    /// Parts of the registered tools.
    entries: Vec<ListedRows>,
    /// Invariant: `listings[i]` is the index of the tool that lists `entries[i]`.
    listings: Vec<usize>,
    /// Invariant: a call of `tools[i]` goes to `routes[i]`.
    routes: Vec<ListingRoute>,
    /// Index of each listed name and each unlisted alias.
    names: Lookup,
    /// Listed prompts, resources and templates.
    pub(super) offers: Offers,
    /// The docs that no listed tool carries, for the server's instructions.
    pub(super) instructions: Instructions,
    /// These docs, with an outline of the tools that carry theirs.
    pub(super) outlined: Instructions,
    /// Invalidation notices for the callers of this surface.
    pub(super) notices: Notices,
    /// Names that this surface hides.
    pub(super) hidden: HiddenNames,
    /// Index of the visible actions.
    pub(super) index: LazyIndex,
    /// Scopes of the caller; `None` if the caller has all, or if nothing depends on scopes.
    pub(super) held: Option<HeldScopes>,
    /// JSON text of the manifest, rendered at the first read.
    pub(crate) manifest: OnceLock<Arc<str>>,
    /// `true` if no filter hides an item.
    #[cfg(feature = "rmcp")]
    unfiltered: bool,
    /// Tools converted by the attachment and cached here. The value is type-erased, because this
    /// module does not depend on the SDK's types.
    #[cfg(feature = "rmcp")]
    adapted: OnceLock<Box<dyn Any + Send + Sync>>,
}

/// The place to which the calls of a listed tool go.
#[derive(Clone, Copy, Debug)]
enum ListingRoute {
    /// The part with this index.
    Part(usize),
    /// The search.
    Find,
    /// The action that the call names, of the parts that this tool lists.
    Call(CallTool),
}

/// The rows that a call of a listed tool may select.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ListingTarget<'s> {
    /// Those of one registered tool.
    Rows(&'s ListedRows),
    /// None: the call searches for actions.
    Find,
    /// Those of one safety class, of all registered tools. The arguments have the full key of the action, and the
    /// action's own arguments.
    Call(CallTool),
}

impl Surface {
    pub(super) fn add(&mut self, listed: ListedTool, entry: ListedRows) {
        let route = ListingRoute::Part(self.entries.len());
        self.listings.push(self.tools.len());
        self.entries.push(entry);
        self.add_tool(listed, route);
    }

    /// Adds a tool of a search: `find`, or a tool that calls the actions of `parts`.
    pub(super) fn add_search_tool(
        &mut self,
        listed: ListedTool,
        called: Option<CallTool>,
        parts: impl IntoIterator<Item = ListedRows>,
    ) {
        for part in parts {
            self.listings.push(self.tools.len());
            self.entries.push(part);
        }
        let route = called.map_or(ListingRoute::Find, ListingRoute::Call);
        self.add_tool(listed, route);
    }

    fn add_tool(&mut self, listed: ListedTool, route: ListingRoute) {
        self.names.push(listed.name.clone(), self.tools.len());
        self.tools.push(listed);
        self.routes.push(route);
    }

    /// Adds `name` as an unlisted alias of the tool that was added last.
    pub(super) fn alias(&mut self, name: String) {
        if let Some(last) = self.tools.len().checked_sub(1) {
            self.names.push(name, last);
        }
    }

    /// Marks the surface as unfiltered.
    pub(super) fn into_unfiltered(self) -> Self {
        Self {
            #[cfg(feature = "rmcp")]
            unfiltered: true,
            ..self
        }
    }

    /// Adds a resource that belongs to no tool, before all others.
    pub(crate) fn offer(&mut self, resource: ListedResource) {
        self.offers.resources.insert(0, resource);
    }

    /// Sorts the names, after all items were added.
    pub(super) fn finish(&mut self) {
        self.names.sort();
    }

    /// Returns the tools in the order in which they were added.
    pub(crate) fn tools(&self) -> &[ListedTool] {
        &self.tools
    }

    /// Listed prompts, resources and templates.
    pub(crate) fn offers(&self) -> &Offers {
        &self.offers
    }

    /// Returns every visible action: the index of its tool, its index there, and the listed tool
    /// that shows it.
    pub(crate) fn actions(&self) -> impl Iterator<Item = (usize, usize, &ListedTool, &ListedRows)> {
        self.listed_parts().flat_map(|(listed, entry)| {
            let actions = entry.actions();
            actions.map(move |action| (entry.tool, action, listed, entry))
        })
    }

    /// Returns every part with the tool that lists it.
    pub(crate) fn listed_parts(&self) -> impl Iterator<Item = (&ListedTool, &ListedRows)> {
        let parts = self.listings.iter().zip(&self.entries);
        parts.filter_map(|(listed, entry)| Some((self.tools.get(*listed)?, entry)))
    }

    /// Returns the places of all visible actions, in the order of registration and of the source.
    pub(crate) fn places(&self) -> Vec<ActionPlace> {
        let parts = self.entries.iter().enumerate();
        let places = parts.flat_map(|(part, rows)| {
            let actions = rows.actions();
            actions.map(move |row| ActionPlace {
                tool: rows.tool,
                row,
                part,
            })
        });
        let mut places: Vec<_> = places.collect();
        places.sort_unstable();
        places
    }

    /// Returns the names that this surface hides.
    pub(crate) fn hidden_names(&self) -> &HiddenNames {
        &self.hidden
    }

    /// Returns the scopes of a row that the caller of this surface lacks. A row whose tool does not step up
    /// would be hidden.
    #[inline]
    pub(crate) fn missing_scopes(&self, action: &ActionDef) -> Vec<&'static str> {
        let missing = self.held.as_ref().map(|held| held.missing(action.scopes));
        missing.into_iter().flatten().collect()
    }

    /// Returns the parts of all tools.
    pub(crate) fn parts(&self) -> &[ListedRows] {
        &self.entries
    }

    /// Returns the docs of tools for the server's instructions, with an outline of the tools that carry their own
    /// docs if `outlined` is set.
    pub(crate) fn instructions(&self, outlined: bool) -> &Instructions {
        if outlined {
            &self.outlined
        } else {
            &self.instructions
        }
    }

    /// Returns all listed names and aliases with their tools.
    #[cfg(feature = "rmcp")]
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &ListedTool)> {
        let names = self.names.iter();
        names.filter_map(|(name, index)| Some((name, self.tools.get(index)?)))
    }

    /// Returns the tools as the attachment converted them, after converting them at the first call.
    /// Returns `None` if the cached value is not a `T`.
    #[cfg(feature = "rmcp")]
    pub(crate) fn adapted_tools<T: Send + Sync + 'static>(
        &self,
        adapt: impl FnOnce(bool) -> T,
    ) -> Option<&T> {
        let kept = self
            .adapted
            .get_or_init(|| Box::new(adapt(self.unfiltered)));
        kept.downcast_ref()
    }

    /// Returns the tool with this wire name or alias.
    #[inline]
    pub(crate) fn find(&self, name: &str) -> Option<(&ListedTool, ListingTarget<'_>)> {
        let index = self.names.find(name)?;
        let target = match *self.routes.get(index)? {
            ListingRoute::Part(part) => ListingTarget::Rows(self.entries.get(part)?),
            ListingRoute::Find => ListingTarget::Find,
            ListingRoute::Call(called) => ListingTarget::Call(called),
        };
        Some((self.tools.get(index)?, target))
    }

    /// Returns the wire name of the part of the same tool that has the action, if it is visible.
    pub(crate) fn owning_part(&self, entry: &ListedRows, action: usize) -> Option<&str> {
        let part = entry.part_of(&self.entries, action)?;
        Some(&part.name)
    }

    /// Renders a text for a caller of this surface. It collects the visible actions at each call,
    /// because only errors and `help` need them.
    pub(crate) fn render<T>(
        &self,
        entry: &ListedRows,
        tool: &ToolDef,
        text: impl FnOnce(TextContext<'_>) -> T,
    ) -> T {
        let actions = entry.callable(tool);
        text(TextContext {
            entry,
            parts: &self.entries,
            tool,
            actions: &actions,
            notices: &self.notices,
            hidden: &self.hidden,
        })
    }
}
