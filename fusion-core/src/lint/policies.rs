//! Whether what is said of state sync ever holds.

use super::{Finding, Rule, linted_tool::keys};
use crate::{
    definition::ToolDef,
    error::PolicyPlace,
    state_sync::{self, CompiledStateSync},
};

/// Every policy holds for something, and there is somebody to tell it.
pub(crate) fn policies(
    tools: &[&ToolDef],
    engine: Option<&CompiledStateSync>,
    found: &mut Vec<Finding>,
) {
    match engine {
        Some(engine) => shadowed(engine.rules(), found),
        None => idle(tools, found),
    }
}

/// A policy matches something that no earlier one matches. What an action says of itself may be
/// replaced, by a policy for that very action; and for whom to notify every policy is asked.
fn shadowed(rules: &[state_sync::CheckedPolicy], found: &mut Vec<Finding>) {
    for (index, rule) in rules.iter().enumerate() {
        if rule.only_notifies() {
            continue;
        }
        let covers = |earlier: &&state_sync::CheckedPolicy| {
            // A foreign one is not asked about our actions; of others, `**` is asked about every name.
            (rule.pattern.foreign || !earlier.pattern.foreign)
                && !earlier.only_notifies()
                && earlier.pattern.glob.covers(&rule.pattern.glob)
        };
        let Some(earlier) = rules.iter().take(index).find(covers) else {
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
