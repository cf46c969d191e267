//! Whether what is said of state sync ever holds.

use std::collections::HashMap;

use super::{Finding, Rule, subject::keys};
use crate::{
    definition::ToolDef,
    error::PolicyPlace,
    sync::{self, Engine},
};

/// Every policy holds for something, and there is somebody to tell it.
pub(crate) fn policies(tools: &[&ToolDef], engine: Option<&Engine>, found: &mut Vec<Finding>) {
    match engine {
        Some(engine) => shadowed(engine.rules(), found),
        None => idle(tools, found),
    }
}

/// A policy matches something that no earlier one matches. What an action says of itself may be
/// replaced, by a policy for that very action; and for whom to notify every policy is asked.
fn shadowed(rules: &[sync::Rule], found: &mut Vec<Finding>) {
    // The rules so far, with their indices. An exact pattern covers only its equal, so that the rules of
    // thousands of actions are not compared with each other.
    let mut exact: HashMap<&str, Vec<(usize, &sync::Rule)>> = HashMap::new();
    let mut wider: Vec<(usize, &sync::Rule)> = Vec::new();
    for (index, rule) in rules.iter().enumerate() {
        if rule.only_notifies() {
            continue;
        }
        let glob = &rule.pattern.glob;
        // A foreign one is not asked about our actions; others are asked about every name.
        let is_asked =
            |(_, earlier): &&(usize, &sync::Rule)| rule.pattern.foreign || !earlier.pattern.foreign;
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

/// What actions say of state sync is told.
fn idle(tools: &[&ToolDef], found: &mut Vec<Finding>) {
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
