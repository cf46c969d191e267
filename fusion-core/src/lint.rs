//! Lint rules for registries: faults that cause problems for clients, providers and models, and that `build()`
//! accepts because they are legal or were requested. The rules are stateless functions
//! over definitions and listings, one file for each topic.

mod argument_list;
mod budgets;
mod doc_wording;
mod docs;
mod enabled_rules;
mod grouping_cost;
mod linted_tool;
mod listed_docs;
mod listings;
mod names;
mod offers;
mod policies;
mod results;
mod rule;
mod rule_scope;
mod safety;
mod schemas;
mod split_docs;
mod tags;
#[cfg(test)]
mod tests;
mod text_tools;

use std::fmt;

pub use self::rule::Rule;
pub(crate) use self::{
    enabled_rules::EnabledRules, listings::instructions_length, policies::policies,
};
use self::{linted_tool::LintedTool, rule_scope::RuleScope};
use crate::{
    definition::ToolDef,
    error::BuildError,
    surface::{Exposition, Surface},
};

/// One fault that [`Registry::lint`](crate::Registry::lint) found.
///
/// ```text
/// issues/purge: the key says `purge` and the action is not destructive; mark it `destructive`, or give it another key [destructive-key]
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that found the fault.
    pub rule: Rule,
    /// The place of the fault: `tool`, `tool/key`, `tool/key.argument`, or `tool.field` for a field of several
    /// actions; else a whole list, such as `grouped list`.
    pub place: String,
    /// The fault and its effect, as a sentence without a period.
    pub reason: String,
    /// The suggested fix.
    pub fix: String,
    /// The estimated tokens that the fix removes from the list, counted as
    /// [`Cost`](crate::view::Cost) counts them; 0 if it removes none.
    ///
    /// Tokens that the fixes of two findings would remove are stated by one of them only, so that the
    /// sum is that of following all. The list is that of the view's exposition. For
    /// [`Registry::lint`](crate::Registry::lint) it is the grouped one, and the flat one for rules whose
    /// id starts with `flat-`.
    pub saved_tokens: usize,
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
            saved_tokens: 0,
        }
    }

    /// Sets the tokens that the fix removes from the list.
    fn saving(mut self, tokens: usize) -> Self {
        self.saved_tokens = tokens;
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rule,
            place,
            reason,
            fix,
            saved_tokens,
        } = self;
        write!(f, "{place}: {reason}; {fix}")?;
        if *saved_tokens > 0 {
            let tokens = if *saved_tokens == 1 {
                "token"
            } else {
                "tokens"
            };
            write!(f, " (saves {saved_tokens} {tokens})")?;
        }
        write!(f, " [{rule}]")
    }
}

/// A rule about one tool.
type ToolRule = fn(&LintedTool<'_>, &mut Vec<Finding>);

/// Rules about one tool, in the order of their findings. Rules about the length of a description follow
/// those whose fixes shorten it, because no token is stated twice.
const RULES: &[(RuleScope, ToolRule)] = &[
    (RuleScope::Grouping, names::name_length),
    (RuleScope::Flat, names::flat_name_length),
    (RuleScope::Every, names::name_action),
    (RuleScope::Every, names::similar_names),
    (RuleScope::Every, names::argument_synonyms),
    (RuleScope::Every, docs::tool_docs),
    (RuleScope::Every, docs::action_docs),
    (RuleScope::Every, docs::argument_docs),
    (RuleScope::Grouping, budgets::first_sentence_length),
    (RuleScope::Grouping, docs::near_equal_docs),
    (RuleScope::Grouping, split_docs::split_docs),
    (RuleScope::Every, docs::same_docs),
    (RuleScope::Every, docs::repeated_sentence),
    (RuleScope::Every, argument_list::argument_list),
    (RuleScope::Grouping, budgets::description_length),
    (RuleScope::Flat, budgets::flat_description_length),
    (RuleScope::Every, doc_wording::says_null),
    (RuleScope::Every, safety::destructive_key),
    (RuleScope::Every, safety::destructive_without_confirm),
    (RuleScope::Every, safety::read_key),
    (RuleScope::Grouped, safety::mixed_safety),
    (RuleScope::Every, tags::widened_tag),
    (RuleScope::FlatAlone, safety::missing_title),
    (RuleScope::GroupingAlone, safety::missing_tool_title),
    (RuleScope::Flat, safety::flat_missing_title),
    (RuleScope::Every, schemas::schemas),
    (RuleScope::Every, safety::secret_mixed),
    (RuleScope::Every, results::dropped_retry),
    (RuleScope::FlatAlone, results::result_root),
];

/// Rules about the prompts and resources of one tool, and rules about all of its rows.
const OFFERS: &[(RuleScope, ToolRule)] = &[
    (RuleScope::Every, offers::offer_docs),
    (RuleScope::Every, offers::offer_argument_docs),
    (RuleScope::Every, safety::shown_error),
];

/// The rules about docs that the brief form does not list, so that their fixes shorten only the answers of
/// `help`.
const UNLISTED_IN_BRIEF: [Rule; 4] = [
    Rule::ArgumentList,
    Rule::NearEqualDocs,
    Rule::RepeatedSentence,
    Rule::SplitDocs,
];

/// The surfaces that the rules read.
pub(crate) struct LintedSurfaces<'s> {
    pub(crate) grouped: &'s Surface,
    pub(crate) flat: &'s Surface,
    /// The build errors of `flat`.
    pub(crate) mistakes: &'s [BuildError],
    /// The surface whose tokens the findings state: that of the exposition, else the grouped one.
    pub(crate) listed: &'s Surface,
}

/// Runs every rule that concerns an exposition, or all expositions: tool by tool, then the rules about
/// all tools. Rules that are off report nothing, so that others state the tokens that their fixes would save.
pub(crate) fn lint(
    tools: &[&ToolDef],
    surfaces: &LintedSurfaces<'_>,
    exposition: Option<Exposition>,
    enabled: &EnabledRules,
) -> Vec<Finding> {
    let LintedSurfaces {
        grouped,
        flat,
        mistakes,
        listed,
    } = *surfaces;
    let mut found = Vec::new();
    for subject in linted_tool::subjects(tools, grouped, flat, listed) {
        // A tool that has only prompts or resources is not listed as a tool.
        let rules = if subject.actions().is_empty() {
            &[]
        } else {
            RULES
        };
        let first = found.len();
        for (scope, rule) in rules.iter().chain(OFFERS) {
            if scope.includes(exposition) {
                let own = found.len();
                rule(&subject, &mut found);
                enabled.retain(&mut found, own);
            }
        }
        if subject.is_brief() && exposition != Some(Exposition::Flat) {
            let of_this = found.iter_mut().skip(first);
            let unlisted = of_this.filter(|finding| UNLISTED_IN_BRIEF.contains(&finding.rule));
            unlisted.for_each(|finding| finding.saved_tokens = 0);
        }
        if RuleScope::Grouping.includes(exposition) {
            let others = found.get(first..).unwrap_or_default();
            let cost = grouping_cost::grouping_cost(&subject, others);
            found.extend(cost);
        }
    }
    listings::similar_tools(tools, &mut found);
    results::unknown_suggestions(tools, &mut found);
    if RuleScope::Grouping.includes(exposition) {
        listings::tool_count(grouped, &mut found);
    }
    if RuleScope::Flat.includes(exposition) {
        listings::flat_tool_count(flat, &mut found);
        listings::flat_instructions(tools, flat, &mut found);
        listings::flat_exposition(flat, mistakes, &mut found);
    }
    enabled.retain(&mut found, 0);
    if exposition == Some(Exposition::Search) {
        // The list of a search has no docs of actions, so that no fix shortens it.
        for finding in &mut found {
            finding.saved_tokens = 0;
        }
    }
    found
}
