//! The tokens that the docs of one argument take in the listed tools.

use std::collections::BTreeMap;

use super::linted_tool::{LintedArgument, LintedTool};
use crate::{call::estimated_tokens, schema::best_docs, spec::sentence::one_line};

/// The documented uses of one argument, divided among the listed tools. Each listed tool states one text
/// at its field, and the others on the lines of their actions.
#[derive(Clone)]
pub(super) struct ListedDocs {
    name: &'static str,
    /// The docs of the uses in each listed tool, on one line.
    tools: Vec<Vec<String>>,
}

impl ListedDocs {
    pub(super) fn new(
        subject: &LintedTool<'_>,
        name: &'static str,
        uses: &[LintedArgument<'_>],
    ) -> Self {
        let mut tools: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for one in uses {
            let docs = one_line(&one.arg.docs);
            if !docs.is_empty() {
                tools
                    .entry(subject.part(one.action))
                    .or_default()
                    .push(docs);
            }
        }
        Self {
            name,
            tools: tools.into_values().collect(),
        }
    }

    /// Returns the estimated tokens of all these docs.
    pub(super) fn tokens(&self) -> usize {
        self.tools.iter().map(|docs| self.tool_tokens(docs)).sum()
    }

    fn tool_tokens(&self, docs: &[String]) -> usize {
        let best = best_docs(self.name, docs.iter().map(String::as_str));
        let Some((at_field, _)) = best else {
            return 0;
        };
        let on_lines = docs.iter().filter(|docs| *docs != at_field);
        let lines = on_lines.map(|docs| estimated_tokens(&format!(". {}: {docs}", self.name)));
        estimated_tokens(at_field) + lines.sum::<usize>()
    }

    /// Returns the docs with those that `is_replaced` selects replaced by `text`, which is on one line.
    pub(super) fn with(&self, is_replaced: impl Fn(&str) -> bool, text: &str) -> Self {
        let mut changed = self.clone();
        for docs in changed.tools.iter_mut().flatten() {
            if is_replaced(docs) {
                text.clone_into(docs);
            }
        }
        changed
    }
}
