//! The rules that a registry reports.

use std::collections::BTreeMap;

use super::{Finding, Rule};

/// The rules that a registry turns on or off. All others are as [`Rule::is_on_by_default`] says.
#[derive(Clone, Debug, Default)]
pub(crate) struct EnabledRules(BTreeMap<Rule, bool>);

impl EnabledRules {
    /// Turns a rule on or off. The last setting of a rule counts.
    pub(crate) fn set(&mut self, rule: Rule, on: bool) {
        self.0.insert(rule, on);
    }

    /// Removes the findings of rules that are off, from the index `first` on.
    pub(crate) fn retain(&self, found: &mut Vec<Finding>, first: usize) {
        let added = found.split_off(first.min(found.len()));
        found.extend(added.into_iter().filter(|finding| self.is_on(finding.rule)));
    }

    fn is_on(&self, rule: Rule) -> bool {
        let set = self.0.get(&rule).copied();
        set.unwrap_or(rule.is_on_by_default())
    }
}
