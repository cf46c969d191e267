//! State sync in `build()`: adds the policies of actions to those of the builder, checks every
//! pattern against the actions, and stores the result in each action.

use std::collections::{HashMap, HashSet};

use crate::definition::{ActionDef, ToolDef};
use crate::{
    error::{BuildError, PolicyError, PolicyPlace},
    spec::Stale,
    state_sync::{
        CheckedPattern, CheckedPolicy, CompiledStateSync, Glob, StateSync, current_notation,
        nearest,
    },
};

/// Stores the state sync of every action of `tools`, and appends mistakes to `errors`.
pub(crate) fn compile_state_sync(
    sync: StateSync,
    tools: &mut [&mut ToolDef],
    errors: &mut Vec<BuildError>,
) -> CompiledStateSync {
    let (mut engine, wrong) = CompiledStateSync::new(sync);
    errors.extend(wrong.into_iter().map(BuildError::Policy));
    let names: Vec<String> = tools
        .iter()
        .flat_map(|tool| {
            tool.callable_actions()
                .map(|action| tool.qualified_key(action))
        })
        .collect();
    for tool in &*tools {
        for action in tool.callable_actions() {
            if let Some(rule) = rule(tool, action, errors) {
                engine.push(rule);
            }
        }
    }
    report_unmatched(engine.rules(), &names, errors);
    for tool in tools {
        let own = tool.spec.name;
        for action in tool
            .actions
            .iter_mut()
            .filter(|action| action.is_callable())
        {
            let name = format!("{own}/{}", action.key);
            action.sync = engine.own_action(&name);
            if action.spec.hints.read_only {
                // A read-only action never notifies, even if a pattern matches it.
                action.sync.notifies = None;
            }
            let said = engine
                .rule(&name)
                .is_some_and(|rule| rule.invalidates.is_some());
            if engine.required && !action.spec.hints.read_only && !said {
                errors.push(BuildError::NoPolicy {
                    tool: own.to_owned(),
                    key: action.key.to_string(),
                });
            }
        }
    }
    engine
}

/// Returns the policy that an action declares.
fn rule(tool: &ToolDef, action: &ActionDef, errors: &mut Vec<BuildError>) -> Option<CheckedPolicy> {
    let spec = action.spec;
    if spec.cache.is_none() && spec.invalidates.is_none() {
        return None;
    }
    let origin = PolicyPlace::Action {
        tool: tool.spec.name.to_owned(),
        key: action.key.to_string(),
    };
    let invalidates = spec.invalidates.map(|patterns| {
        let patterns = patterns.iter();
        let targets = patterns.filter_map(|pattern| target(tool, action, pattern, &origin, errors));
        targets.collect()
    });
    // A name that is not a literal is not a legal name, and is reported as such.
    let glob = Glob::literal(&tool.qualified_key(action))?;
    let foreign = false;
    Some(CheckedPolicy {
        pattern: CheckedPattern { glob, foreign },
        cache: spec.cache,
        invalidates,
        notifies: Vec::new(),
        origin,
    })
}

/// Expands `self` and `super` in a pattern of an action for the tool that contains its group.
#[allow(clippy::result_large_err)] // once for each pattern, in `build()`
fn target(
    tool: &ToolDef,
    action: &ActionDef,
    pattern: &Stale,
    origin: &PolicyPlace,
    errors: &mut Vec<BuildError>,
) -> Option<CheckedPattern> {
    let (own, text) = (tool.spec.name, pattern.glob);
    let module = tool.spec.modules.get(action.module);
    let module = module.and_then(|module| module.name);
    let written = match (text.split_once('.'), module) {
        _ if pattern.foreign => text.to_owned(),
        (Some(("self", rest)), Some(module)) => format!("{own}/{module}.{rest}"),
        (Some(("self", rest)), None) | (Some(("super", rest)), Some(_)) => format!("{own}/{rest}"),
        (Some(("super", _)), None) => {
            errors.push(BuildError::NoSibling {
                place: origin.clone(),
                pattern: text.to_owned(),
                tool: own.to_owned(),
            });
            return None;
        }
        _ => text.to_owned(),
    };
    let target = CheckedPattern::parse(&written, pattern.foreign, || origin.clone());
    target
        .map_err(|error| errors.push(BuildError::Policy(error)))
        .ok()
}

/// Reports patterns that match no action. A pattern without `/` is about tool names and matches
/// none; if it is valid in the notation of keys, the error contains that notation.
fn report_unmatched(rules: &[CheckedPolicy], names: &[String], errors: &mut Vec<BuildError>) {
    let all: HashSet<&str> = names.iter().map(String::as_str).collect();
    let matches = |glob: &Glob| {
        if glob.is_exact() {
            all.contains(glob.as_str())
        } else {
            names.iter().any(|name| glob.matches_key(name))
        }
    };
    // Many actions share one pattern, so the results are cached.
    let mut known: HashMap<&str, bool> = HashMap::new();
    for rule in rules {
        let stale = rule.invalidates.iter().flatten();
        for target in std::iter::once(&rule.pattern).chain(stale) {
            let glob = &target.glob;
            if target.foreign || *known.entry(glob.as_str()).or_insert_with(|| matches(glob)) {
                continue;
            }
            let text = glob.as_str();
            let instead = current_notation(text).filter(|_| !glob.is_keyed());
            let means = |instead: &String| Glob::parse(instead).is_ok_and(|glob| matches(&glob));
            let place = rule.origin.clone();
            errors.push(match instead.filter(means) {
                Some(instead) => {
                    BuildError::Policy(PolicyError::wrong_notation(place, text, instead))
                }
                None => BuildError::UnmatchedPattern {
                    place,
                    pattern: text.to_owned(),
                    nearest: nearest(glob, names.iter().map(String::as_str)).map(str::to_owned),
                },
            });
        }
    }
}
