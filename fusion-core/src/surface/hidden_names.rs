//! Names of hidden tools and rows, for texts and patterns in which an author names them in plain words.

use std::collections::HashSet;

use super::{filter::Filter, listed_rows::wire_names};
use crate::{
    definition::{ActionDef, ToolDef},
    state_sync::{Glob, wire},
};

/// Names of the tools, actions, prompts and resources of a registry that a view hides. A name that
/// something visible has as well is not among them.
#[derive(Debug, Default)]
pub(crate) struct HiddenNames {
    hidden: NameSets,
    shown: NameSets,
}

/// Names of some rows.
#[derive(Debug, Default)]
struct NameSets {
    /// Every notation in which a text may name a row or its tool.
    words: HashSet<String>,
    /// The notations of models, which patterns of foreign tools match.
    wire: HashSet<String>,
}

impl HiddenNames {
    /// Collects the names that `filter` hides.
    pub(super) fn new(tools: &[&ToolDef], filter: &Filter) -> Self {
        if filter.is_all() || !tools.iter().any(|tool| names_others(tool)) {
            return Self::default();
        }
        Self::collect(tools, filter)
    }

    /// Collects the names that `filter` hides, whether or not a text of a tool may have them.
    pub(crate) fn collect(tools: &[&ToolDef], filter: &Filter) -> Self {
        let mut names = Self::default();
        for tool in tools {
            for row in tool.authored_rows() {
                let set = if filter.shows(tool, row) {
                    &mut names.shown
                } else {
                    &mut names.hidden
                };
                set.add(tool, row);
            }
        }
        names
    }

    /// Returns `true` if the text contains a hidden name as a word.
    pub(crate) fn occur_in(&self, text: &str) -> bool {
        if self.hidden.words.is_empty() {
            return false;
        }
        let is_separator =
            |letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | '/'));
        let words = text.split(is_separator);
        let mut words = words.map(|word| word.trim_matches(['.', '/', '-']));
        words.any(|word| self.hidden.words.contains(word) && !self.shown.words.contains(word))
    }

    /// Returns `true` if a pattern about foreign tools matches hidden names and no visible one.
    pub(super) fn are_matched_by(&self, pattern: &Glob) -> bool {
        let matched = |set: &NameSets| set.wire.iter().any(|name| pattern.matches_name(name));
        matched(&self.hidden) && !matched(&self.shown)
    }
}

/// Returns `true` if an action of the tool has a text or pattern that may name another one.
fn names_others(tool: &ToolDef) -> bool {
    let mut actions = tool.actions.iter();
    actions.any(|action| action.deprecated.is_some() || action.sync.stale.is_some())
}

impl NameSets {
    fn add(&mut self, tool: &ToolDef, row: &ActionDef) {
        let name = tool.spec.name;
        let module = tool.spec.modules.get(row.module);
        self.words
            .extend([name.to_owned(), row.spec.key.to_owned()]);
        self.words
            .extend(module.and_then(|module| module.name).map(str::to_owned));
        self.words
            .extend(row.spec.aliases.iter().map(|&alias| alias.to_owned()));
        self.wire.insert(name.to_owned());
        for key in row.keys() {
            let qualified = format!("{name}/{key}");
            self.words.insert(wire(&qualified));
            self.wire.insert(wire(&qualified));
            self.words.extend([qualified, key.into_owned()]);
        }
        for name in wire_names(tool, row) {
            self.words.insert(name.clone());
            self.wire.insert(name);
        }
    }
}
