//! The scopes of a registry, as `build()` checks and computes them.

use std::collections::{BTreeMap, BTreeSet};

use super::{GrantedScopes, Scopes};
use crate::{
    definition::ToolDef,
    error::{BuildError, ScopeError, nearest},
    spec::is_scope,
};

/// The settings of scopes in the builder of a registry.
#[derive(Debug, Default)]
pub(crate) struct ScopeSettings {
    /// Each scope and those that it implies, in the order in which they were added.
    pub(crate) implications: Vec<(String, Vec<String>)>,
    /// The names of tools, and the responses to callers who lack a scope of theirs.
    pub(crate) responses: Vec<(String, Scopes)>,
}

/// The scopes of a registry and their hierarchy.
#[derive(Debug, Default)]
pub(crate) struct ScopeRules {
    /// The scopes that rows need, sorted, each once.
    pub(super) needed: Vec<&'static str>,
    /// The scopes that imply others, and the needed ones among all that each of them implies.
    // Invariant: transitive, so that one step leads to every implied scope.
    implied: BTreeMap<String, Vec<&'static str>>,
}

/// The scopes of a caller, as far as rows of the registry need them, with the implied ones.
///
/// A caller who has all of them has no value of this type: nothing is hidden from that caller.
// Invariant: sorted, each scope once, and every one is needed by a row, so that callers who may do the
// same share the surfaces of the cache.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct HeldScopes(Vec<&'static str>);

impl HeldScopes {
    /// Returns an iterator over the scopes among `needed` that the caller lacks, in their order.
    pub(crate) fn missing<'n>(
        &self,
        needed: &'n [&'static str],
    ) -> impl Iterator<Item = &'static str> + use<'_, 'n> {
        let is_missing = |scope: &&&'static str| self.0.binary_search(scope).is_err();
        needed.iter().filter(is_missing).copied()
    }

    /// Returns `true` if the caller has every scope of a row.
    pub(crate) fn cover(&self, needed: &[&'static str]) -> bool {
        self.missing(needed).next().is_none()
    }
}

impl ScopeRules {
    /// Checks the settings against the scopes of `tools`, and stores the response of each tool in its
    /// definition. Mistakes are appended to `errors`.
    pub(crate) fn compile(
        settings: ScopeSettings,
        tools: &mut [&mut ToolDef],
        errors: &mut Vec<BuildError>,
    ) -> Self {
        let mut found = Vec::new();
        let rows = tools.iter().flat_map(|tool| &tool.actions);
        let needed: BTreeSet<_> = rows.flat_map(|row| row.scopes.iter().copied()).collect();
        set_responses(settings.responses, tools, &mut found);
        let direct = implications(settings.implications, &needed, &mut found);
        let implied = direct
            .keys()
            .map(|scope| (scope.clone(), reached(scope, &direct, &needed)))
            .collect();
        errors.extend(found.into_iter().map(BuildError::Scope));
        Self {
            needed: needed.into_iter().collect(),
            implied,
        }
    }

    /// Returns `true` if no row needs a scope.
    pub(crate) fn is_empty(&self) -> bool {
        self.needed.is_empty()
    }

    /// Returns the scopes that rows need and those that imply others, sorted, each once.
    pub(crate) fn names(&self) -> Vec<&str> {
        let implying = self.implied.keys().map(String::as_str);
        let names: BTreeSet<_> = self.needed.iter().copied().chain(implying).collect();
        names.into_iter().collect()
    }

    /// Returns the scopes of a caller, or `None` if the caller has all that rows need.
    pub(crate) fn held(&self, granted: &GrantedScopes) -> Option<HeldScopes> {
        let listed = granted.listed()?;
        let implied = listed.iter().filter_map(|scope| self.implied.get(scope));
        let implied: BTreeSet<_> = implied.flatten().copied().collect();
        let needed = self.needed.iter().copied();
        let held: Vec<_> = needed
            .filter(|&scope| listed.contains(scope) || implied.contains(scope))
            .collect();
        (held.len() < self.needed.len()).then_some(HeldScopes(held))
    }
}

/// Stores the response of each named tool in its definition.
fn set_responses(
    responses: Vec<(String, Scopes)>,
    tools: &mut [&mut ToolDef],
    errors: &mut Vec<ScopeError>,
) {
    for (name, response) in responses {
        let found = tools.iter_mut().find(|tool| tool.spec.name == name);
        if let Some(tool) = found {
            tool.steps_up = response == Scopes::StepUp;
            continue;
        }
        let known = tools.iter().map(|tool| tool.spec.name);
        let nearest = nearest(&name, known).map(str::to_owned);
        errors.push(ScopeError::UnknownTool {
            tool: name,
            nearest,
        });
    }
}

/// Each scope with the scopes that it implies directly.
type Implications = BTreeMap<String, BTreeSet<String>>;

/// Checks the implications, and returns the valid ones.
fn implications(
    given: Vec<(String, Vec<String>)>,
    needed: &BTreeSet<&'static str>,
    errors: &mut Vec<ScopeError>,
) -> Implications {
    let mut direct = Implications::new();
    for (scope, implied) in given {
        let own = direct.entry(scope).or_default();
        own.extend(implied);
    }
    let implying: Vec<String> = direct.keys().cloned().collect();
    for (scope, implied) in &mut direct {
        if !is_scope(scope) {
            let scope = scope.clone();
            errors.push(ScopeError::Malformed { scope });
        }
        implied.retain(|implied| {
            let known = implying.iter().map(String::as_str);
            let mut known = known.chain(needed.iter().copied());
            if known.clone().any(|known| known == implied) {
                return true;
            }
            // A scope that implies the unknown one is no likely meaning of it.
            let nearest = nearest(implied, known.by_ref().filter(|known| known != scope));
            errors.push(ScopeError::Unknown {
                implying: scope.clone(),
                scope: implied.clone(),
                nearest: nearest.map(str::to_owned),
            });
            false
        });
    }
    if let Some(path) = cycle(&direct) {
        errors.push(ScopeError::Cycle { path });
    }
    direct
}

/// Returns the first cycle of implications, from a scope to itself.
fn cycle(direct: &Implications) -> Option<Vec<String>> {
    direct.keys().find_map(|start| {
        let mut path = Vec::new();
        leads_back(start, start, direct, &mut BTreeSet::new(), &mut path).then(|| {
            path.push(start.clone());
            path.reverse();
            path
        })
    })
}

/// Returns `true` if `from` implies `start`, and leaves the way there in `path`, its end first.
fn leads_back<'d>(
    start: &str,
    from: &'d str,
    direct: &'d Implications,
    seen: &mut BTreeSet<&'d str>,
    path: &mut Vec<String>,
) -> bool {
    for next in direct.get(from).into_iter().flatten() {
        let found =
            next == start || (seen.insert(next) && leads_back(start, next, direct, seen, path));
        if found {
            path.push(next.clone());
            return true;
        }
    }
    false
}

/// Returns the needed scopes that `start` implies, directly or through others.
fn reached(
    start: &str,
    direct: &Implications,
    needed: &BTreeSet<&'static str>,
) -> Vec<&'static str> {
    let (mut seen, mut next) = (BTreeSet::new(), vec![start]);
    while let Some(scope) = next.pop() {
        for implied in direct.get(scope).into_iter().flatten() {
            if seen.insert(implied.as_str()) {
                next.push(implied);
            }
        }
    }
    let reached = needed.iter().copied();
    reached.filter(|scope| seen.contains(scope)).collect()
}
