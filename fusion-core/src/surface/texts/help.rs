//! The texts of `help`: the contract of an action, of a module, or an overview of a listed tool, as
//! one view shows it. A wrong call of a tool in the brief form contains the same contract.

mod arguments;
mod contract;
mod nested;
#[cfg(test)]
mod tests;
mod topic;

use std::borrow::Cow;

use self::{contract::Contracts, topic::Topic};
use super::{
    TextContext,
    limit::{LIST, as_many_as_fit},
};
use crate::{
    definition::{ActionDef, ToolDef},
    error::{cut, nearest},
    surface::{doc_text::resolve_links, listed_rows::ListedRows, search::FIND},
};

/// The maximum number of actions with one short key that are all described.
const SAME_KEY: usize = 3;

impl TextContext<'_> {
    /// Returns the help on a topic; without one, an overview of the listed tool. `Err` is the text
    /// for a topic that the caller cannot see, or that names too many actions.
    pub(crate) fn help(&self, topic: Option<&str>) -> Result<String, String> {
        let topic = topic.unwrap_or_default().trim();
        self.with_contracts(|contracts| match Topic::find(contracts, topic) {
            Some(Topic::Overview(part)) => Ok(contracts.overview(part)),
            Some(Topic::Module(module)) => Ok(contracts.module(module)),
            Some(Topic::Row(row)) => Ok(contracts.row(row)),
            Some(Topic::SameKey(rows)) if rows.len() <= SAME_KEY => Ok(join_blocks(
                rows.iter().map(|row| contracts.row(*row).into()),
            )),
            Some(Topic::SameKey(rows)) => {
                let names = rows.iter().map(|row| contracts.call_name(*row));
                Err(self.ambiguous_topic(topic, names))
            }
            None => Err(self.unknown_topic(topic)),
        })
    }

    /// Returns the whole contract of an action, by the name under which it is called.
    pub(super) fn contract(&self, row: usize) -> String {
        self.with_contracts(|contracts| contracts.row(row))
    }

    /// Returns the whole contract of an action, if the list does not contain it: actions that are found by a
    /// search, and those of a tool in the brief form.
    pub(super) fn unlisted_contract(&self, action: &ActionDef) -> Option<String> {
        let is_brief = self.tool.is_brief() && self.entry.discriminator.is_some();
        if !is_brief && !self.entry.is_searched() {
            return None;
        }
        let row = self.tool.find(&action.key)?;
        Some(self.contract(row))
    }

    /// Returns the sentence that names `help` or `find`, with a space before it; empty if the listed tool has
    /// neither.
    pub(super) fn see_help(&self, purpose: &str) -> String {
        if self.entry.is_searched() {
            return format!(" Call {} {purpose}.", FIND.0);
        }
        self.entry
            .help(self.tool)
            .map_or_else(String::new, |help| format!(" Call {} {purpose}.", help.key))
    }

    /// `Error: Topic "list" names 4 actions: a.list, b.list, c.list, d.list. Call help with one of these names.`
    fn ambiguous_topic(&self, sent: &str, names: impl ExactSizeIterator<Item = String>) -> String {
        let count = names.len();
        let names = as_many_as_fit(names, ", ", LIST);
        let next = self.see_help("with one of these names");
        format!(
            "Error: Topic {:?} names {count} actions: {names}.{next}",
            cut(sent)
        )
    }

    /// `Error: Unknown topic "isues". Did you mean "issues"? Available: issues, issues.list`
    fn unknown_topic(&self, sent: &str) -> String {
        let modules = shown_modules(self.tool, &[self.entry]);
        let keys = self.actions.iter().map(|action| &*action.key);
        let names: Vec<&str> = modules.map(|(_, name)| name).chain(keys).collect();
        let meant = nearest(sent, names.iter().copied());
        let meant = meant.map_or_else(String::new, |name| format!(" Did you mean \"{name}\"?"));
        let available = as_many_as_fit(&names, ", ", LIST);
        format!(
            "Error: Unknown topic {:?}.{meant} Available: {available}",
            cut(sent)
        )
    }

    /// Runs `write` with the contracts of this tool in the caller's view.
    fn with_contracts<T>(&self, write: impl FnOnce(&Contracts<'_>) -> T) -> T {
        let own = self.parts.iter();
        let own = own.filter(|part| part.tool == self.entry.tool);
        let parts: Vec<ListedRows> = own.cloned().collect();
        write(&Contracts {
            context: self,
            tool: &resolve_links(self.tool, &parts, Some(self.entry), self.hidden),
            parts: &parts,
        })
    }
}

/// Returns the modules with an action in one of `parts`: the index and name of each, in source
/// order. A flat tool has none.
fn shown_modules<'t>(
    tool: &'t ToolDef,
    parts: &[&ListedRows],
) -> impl Iterator<Item = (usize, &'t str)> + use<'t> {
    let actions = parts.iter().flat_map(|part| part.visible(tool));
    let shown: Vec<usize> = actions.map(|action| action.module).collect();
    let modules = tool.spec.modules.iter().enumerate();
    modules.filter_map(move |(index, module)| {
        let name = module.name?;
        shown.contains(&index).then_some((index, name))
    })
}

/// Joins blocks of text by blank lines, without the empty ones.
fn join_blocks<'t>(blocks: impl IntoIterator<Item = Cow<'t, str>>) -> String {
    let blocks = blocks.into_iter().filter(|block| !block.is_empty());
    blocks.collect::<Vec<_>>().join("\n\n")
}
