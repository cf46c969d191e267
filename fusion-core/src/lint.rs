//! Lint rules for registries: faults at which clients, providers and models stumble, and which
//! `build()` accepts because they are legal or were requested. The rules are stateless functions
//! over definitions and listings, one file for each topic.

mod budgets;
mod doc_wording;
mod docs;
mod linted_tool;
mod listings;
mod names;
mod offers;
mod policies;
mod rule;
mod safety;
mod schemas;
#[cfg(test)]
mod tests;
mod text_tools;

use std::fmt;

use self::linted_tool::LintedTool;
pub(crate) use self::policies::policies;
pub use self::rule::Rule;
use crate::{definition::ToolDef, error::BuildError, surface::Surface};

/// One fault that [`Registry::lint`](crate::Registry::lint) found.
///
/// ```text
/// issues/purge: the key says `purge` and the action is not destructive; mark it `destructive`, or give it another key [destructive-key]
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Rule that found it.
    pub rule: Rule,
    /// Place: `tool`, `tool/key`, `tool/key.argument`, or `tool.field` for a field of several
    /// actions; else a whole list, such as `grouped list`.
    pub place: String,
    /// Fault.
    pub reason: String,
    /// Suggested fix.
    pub fix: String,
}

impl Finding {
    fn new(
        rule: Rule,
        place: impl Into<String>,
        reason: impl Into<String>,
        fix: impl Into<String>,
    ) -> Self {
        Self {
            rule,
            place: place.into(),
            reason: reason.into(),
            fix: fix.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rule,
            place,
            reason,
            fix,
        } = self;
        write!(f, "{place}: {reason}; {fix} [{rule}]")
    }
}

/// Rules about one tool, in the order of their findings.
const RULES: &[fn(&LintedTool<'_>, &mut Vec<Finding>)] = &[
    names::name_length,
    names::flat_name_length,
    names::name_action,
    names::similar_names,
    names::argument_synonyms,
    docs::tool_docs,
    docs::action_docs,
    docs::argument_docs,
    budgets::first_sentence_length,
    budgets::description_length,
    budgets::flat_description_length,
    docs::near_equal_docs,
    docs::same_docs,
    docs::repeated_sentence,
    doc_wording::argument_list,
    doc_wording::says_null,
    safety::destructive_key,
    safety::read_key,
    safety::mixed_safety,
    safety::missing_title,
    safety::flat_missing_title,
    schemas::schemas,
    safety::secret_mixed,
];

/// Rules about the prompts and resources of one tool, and rules about all of its rows.
const OFFERS: &[fn(&LintedTool<'_>, &mut Vec<Finding>)] = &[
    offers::offer_docs,
    offers::offer_argument_docs,
    safety::shown_error,
];

/// Runs every rule: tool by tool, then the rules about all tools. `mistakes` are the build errors
/// of the `flat` surface.
pub(crate) fn lint(
    tools: &[&ToolDef],
    grouped: &Surface,
    flat: &Surface,
    mistakes: &[BuildError],
) -> Vec<Finding> {
    let mut found = Vec::new();
    for subject in linted_tool::subjects(tools, grouped, flat) {
        // A tool that has only prompts or resources is not listed as a tool.
        let rules = if subject.actions().is_empty() {
            &[]
        } else {
            RULES
        };
        for rule in rules.iter().chain(OFFERS) {
            rule(&subject, &mut found);
        }
    }
    listings::similar_tools(tools, &mut found);
    listings::tool_count(grouped, flat, &mut found);
    listings::flat_instructions(tools, flat, &mut found);
    listings::flat_exposition(flat, mistakes, &mut found);
    found
}
