//! Rules about policies of state sync that have no effect.

use std::collections::HashMap;

use super::{Finding, Rule, linted_tool::keys};
use crate::{
    definition::ToolDef,
    error::PolicyPlace,
    state_sync::{self, CompiledStateSync},
};

/// Requires that every policy takes effect: no earlier policy covers it, and the registry has state
/// sync.
pub(crate) fn policies(
    tools: &[&ToolDef],
    engine: Option<&CompiledStateSync>,
    found: &mut Vec<Finding>,
) {
    match engine {
        Some(engine) => shadowed_policies(engine.rules(), found),
        None => idle_policies(tools, found),
    }
}

/// Requires that a policy matches a name that no earlier one matches. A policy at an action may be
/// replaced by a builder's policy for exactly that action. Notifications are collected from every
/// matching policy, so policies with notifications only are skipped.
fn shadowed_policies(rules: &[state_sync::CheckedPolicy], found: &mut Vec<Finding>) {
    // Earlier rules with their indices. An exact pattern covers only its equal, so that the rules
    // of thousands of actions are not compared with each other.
    let mut exact: HashMap<&str, Vec<(usize, &state_sync::CheckedPolicy)>> = HashMap::new();
    let mut wider: Vec<(usize, &state_sync::CheckedPolicy)> = Vec::new();
    for (index, rule) in rules.iter().enumerate() {
        if rule.only_notifies() {
            continue;
        }
        let glob = &rule.pattern.glob;
        // A foreign policy does not apply to own actions; of the others, `**` applies to every
        // name.
        let is_asked = |(_, earlier): &&(usize, &state_sync::CheckedPolicy)| {
            rule.pattern.foreign || !earlier.pattern.foreign
        };
        let mut same = exact.get(glob.as_str()).into_iter().flatten();
        let same = same.find(is_asked);
        let mut covering = wider.iter().filter(is_asked);
        let covering = covering.find(|(_, earlier)| earlier.pattern.glob.covers(glob));
        let first = same.into_iter().chain(covering).min_by_key(|(at, _)| *at);
        let earlier = first.map(|(_, earlier)| *earlier);
        if glob.is_exact() {
            exact.entry(glob.as_str()).or_default().push((index, rule));
        } else {
            wider.push((index, rule));
        }
        let Some(earlier) = earlier else {
            continue;
        };
        let (first, own) = (&earlier.pattern.glob, &rule.pattern.glob);
        let place = match &rule.origin {
            PolicyPlace::Action { .. } if first.is_exact() => continue,
            PolicyPlace::Action { tool, key } => format!("{tool}/{key}"),
            PolicyPlace::Policy { .. } => rule.origin.to_string(),
        };
        found.push(Finding::new(
            Rule::ShadowedPolicy,
            place,
            format!(
                "what is said of `{own}` never holds, because {} is asked first and its `{first}` matches all of it",
                earlier.origin
            ),
            "put the narrower pattern first; what is meant for the rest is a `default`",
        ));
    }
}

/// Requires that a registry whose actions declare `cache` or `invalidates` has state sync.
fn idle_policies(tools: &[&ToolDef], found: &mut Vec<Finding>) {
    for tool in tools {
        let says = tool.actions.iter().filter(|action| {
            let spec = action.spec;
            spec.cache.is_some() || spec.invalidates.is_some()
        });
        let says: Vec<_> = says.map(|action| &*action.key).collect();
        if !says.is_empty() {
            found.push(Finding::new(
                Rule::IdlePolicy,
                tool.spec.name,
                format!(
                    "`cache` or `invalidates` is said of {}, and the registry has no state sync, so that no client is told",
                    keys(says)
                ),
                "add `.state_sync(StateSync::new())` to the builder",
            ));
        }
    }
}
