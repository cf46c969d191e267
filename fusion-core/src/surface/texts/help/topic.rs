//! Topics of `help`: from the text that a model sends to an item that its caller may see.

use super::{contract::Contracts, shown_modules};
use crate::surface::listed_rows::ListedRows;

/// An item that `help` describes.
#[derive(Debug)]
pub(super) enum Topic<'v> {
    /// A listed tool as a whole.
    Overview(&'v ListedRows),
    /// A module, by its index.
    Module(usize),
    /// An action or `help` itself, by the index of its row.
    Row(usize),
    /// Several actions of different modules with the same short key, by the indices of their rows.
    SameKey(Vec<usize>),
}

impl<'v> Topic<'v> {
    /// Finds a topic among what the view shows of the tool: an action or a module, by every name by
    /// which a list or an error calls it, or a listed tool. An empty text is the tool that was
    /// called.
    pub(super) fn find(contracts: &Contracts<'v>, sent: &str) -> Option<Self> {
        let (entry, parts) = (contracts.context.entry, contracts.parts);
        if sent.is_empty() {
            return Some(Self::Overview(entry));
        }
        // Errors name an action `tracker/issues.close`.
        let names = parts.iter().map(|part| part.name.as_str());
        let mut names = names.chain([contracts.tool.spec.name]);
        let key = names.find_map(|name| sent.strip_prefix(name)?.strip_prefix('/'));
        let key = key.unwrap_or(sent);
        let rows = rows(contracts, key);
        if let [row] = *rows {
            return Some(Self::Row(row));
        }
        let all: Vec<&ListedRows> = parts.iter().collect();
        let mut modules = shown_modules(contracts.tool, &all);
        if let Some((module, _)) = modules.find(|(_, name)| *name == key) {
            return Some(Self::Module(module));
        }
        if let Some(part) = parts.iter().find(|part| part.name == sent) {
            return Some(part.only_action().map_or(Self::Overview(part), Self::Row));
        }
        if sent == contracts.tool.spec.name {
            return Some(Self::Overview(entry));
        }
        (!rows.is_empty()).then_some(Self::SameKey(rows))
    }
}

/// Returns the row of a key or alias; for a short key, those of all visible actions that have it.
fn rows(contracts: &Contracts<'_>, key: &str) -> Vec<usize> {
    let (tool, entry) = (contracts.tool, contracts.context.entry);
    let is_shown =
        |row: usize| entry.accepts(row) || contracts.parts.iter().any(|part| part.shows(row));
    if let Some(row) = tool.find(key) {
        return if is_shown(row) { vec![row] } else { Vec::new() };
    }
    let rows = tool.actions.iter().enumerate();
    let same = rows.filter(|(row, action)| action.spec.key == key && is_shown(*row));
    same.map(|(row, _)| row).collect()
}
