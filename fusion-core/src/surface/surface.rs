//! What is listed, and the way from a wire name to the actions behind it.

#[cfg(feature = "rmcp")]
use std::any::Any;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use super::{
    entry::ListedRows,
    notices::Notices,
    offers::{ListedResource, Offers},
    texts::TextContext,
};
use crate::{ctx::Era, definition::ToolDef, definition::lookup::Lookup, spec::Hints};

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

impl ListedTool {
    /// The output schema that a peer takes: before 2026-07-28 its root is an object, or there is
    /// none.
    pub(crate) fn output_schema_for(&self, era: Era) -> Option<&Arc<Map<String, Value>>> {
        let takes = |schema: &&Arc<Map<String, Value>>| {
            era != Era::Legacy || schema.get("type").is_some_and(|name| name == "object")
        };
        self.output_schema.as_ref().filter(takes)
    }
}

/// A wire surface: computed once, then only read.
#[derive(Debug, Default)]
pub(crate) struct Surface {
    tools: Vec<ListedTool>,
    /// Invariant: `entries[i]` stands behind `tools[i]`.
    entries: Vec<ListedRows>,
    /// Listed names and unlisted aliases.
    names: Lookup,
    /// What it offers beside tools.
    pub(super) offers: Offers,
    /// What the server's instructions say of this surface.
    pub(super) instructions: Option<String>,
    /// What writes tell the callers of this surface.
    pub(super) notices: Notices,
    /// The text of its manifest, once somebody has read it.
    pub(crate) manifest: OnceLock<Arc<str>>,
    /// Whether no filter hides any.
    #[cfg(feature = "rmcp")]
    whole: bool,
    /// What the attachment makes of the tools. Anything: its types are not known here.
    #[cfg(feature = "rmcp")]
    made: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Surface {
    pub(super) fn add(&mut self, listed: ListedTool, entry: ListedRows) {
        self.names.push(listed.name.clone(), self.tools.len());
        self.tools.push(listed);
        self.entries.push(entry);
    }

    /// Lets `name` lead to the tool that was added last, without listing it.
    pub(super) fn alias(&mut self, name: String) {
        if let Some(last) = self.tools.len().checked_sub(1) {
            self.names.push(name, last);
        }
    }

    /// The same, where no filter hides any.
    pub(super) fn whole(self) -> Self {
        Self {
            #[cfg(feature = "rmcp")]
            whole: true,
            ..self
        }
    }

    /// Offers a resource that is none of a tool's, before all others.
    pub(crate) fn offer(&mut self, resource: ListedResource) {
        self.offers.resources.insert(0, resource);
    }

    /// Ends the adding; `tools` are those of the registry.
    pub(super) fn finish(&mut self, tools: &[&ToolDef]) {
        self.names.sort();
        self.notices = Notices::of(tools, &self.entries);
    }

    /// The tools, in the order in which they were added.
    pub(crate) fn tools(&self) -> &[ListedTool] {
        &self.tools
    }

    /// What it offers beside tools.
    pub(crate) fn offers(&self) -> &Offers {
        &self.offers
    }

    /// Every action that a caller may see: its tool, its index there, and what lists it.
    pub(crate) fn actions(&self) -> impl Iterator<Item = (usize, usize, &ListedTool, &ListedRows)> {
        let listed = self.tools.iter().zip(&self.entries);
        listed.flat_map(|(listed, entry)| {
            let actions = entry.actions();
            actions.map(move |action| (entry.tool, action, listed, entry))
        })
    }

    /// The parts of all tools.
    pub(crate) fn parts(&self) -> &[ListedRows] {
        &self.entries
    }

    /// What the server's instructions say of this surface.
    pub(crate) fn instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }

    /// All names that lead to a tool.
    #[cfg(feature = "rmcp")]
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &ListedTool)> {
        let names = self.names.iter();
        names.filter_map(|(name, index)| Some((name, self.tools.get(index)?)))
    }

    /// What was made of the tools; made now if it was not. Nothing if it is no `T`.
    #[cfg(feature = "rmcp")]
    pub(crate) fn made<T: Send + Sync + 'static>(
        &self,
        make: impl FnOnce(bool) -> T,
    ) -> Option<&T> {
        let kept = self.made.get_or_init(|| Box::new(make(self.whole)));
        kept.downcast_ref()
    }

    /// The tool of a wire name.
    pub(crate) fn find(&self, name: &str) -> Option<(&ListedTool, &ListedRows)> {
        let index = self.names.find(name)?;
        Some((self.tools.get(index)?, self.entries.get(index)?))
    }

    /// The other part of a tool that has the action, as a caller of this surface calls it.
    pub(crate) fn elsewhere(&self, entry: &ListedRows, action: usize) -> Option<&str> {
        let part = entry.part_of(&self.entries, action)?;
        Some(&part.name)
    }

    /// Renders a text for a caller of this surface; only errors come here.
    pub(crate) fn say<T>(
        &self,
        entry: &ListedRows,
        tool: &ToolDef,
        text: impl FnOnce(TextContext<'_>) -> T,
    ) -> T {
        let actions = entry.visible(tool);
        text(TextContext {
            entry,
            parts: &self.entries,
            tool,
            actions: &actions,
        })
    }
}
