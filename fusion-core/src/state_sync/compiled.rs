//! Policy lookup: the first policy that matches a name, then the default.

#[cfg(any(feature = "rmcp", test))]
use std::sync::{Mutex, PoisonError};
use std::{collections::HashMap, fmt, sync::Arc};

#[cfg(any(feature = "rmcp", test))]
use super::foreign_names::ForeignNames;
use super::{
    CheckedPattern, CheckedPolicy, Invalidation, Notice, StateSync, UriPattern, entry_counter,
    settings::InvalidationHook,
};
use crate::{error::PolicyError, spec::Cache};

/// State sync of one action. The default has no directive, invalidation or notification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ActionSync {
    /// Cache directive of its results.
    pub(crate) cache: Option<Cache>,
    /// Patterns that a successful call makes stale; never empty.
    pub(crate) stale: Option<Arc<Invalidation>>,
    /// Resources whose subscribers a successful call notifies; never empty.
    pub(crate) notifies: Option<Arc<[UriPattern]>>,
}

/// Compiled policies. The registry's own actions are looked up once, in `build()`.
pub(crate) struct CompiledStateSync {
    rules: Vec<CheckedPolicy>,
    /// Indices in `rules` of the policies that name exactly one own action, by its `tool/key`. Each
    /// action may have such a policy, and a scan of all of them for each action is quadratic.
    exact: HashMap<Box<str>, Vec<usize>>,
    /// Indices in `rules` of all other policies about own actions.
    patterns: Vec<usize>,
    default: Option<Cache>,
    /// `true` if every action that is not read-only needs a policy that declares its invalidations.
    pub(crate) required: bool,
    /// The place of notices in results.
    pub(crate) notice: Notice,
    hook: Option<InvalidationHook>,
    /// Cached lookups of foreign tools. Only an attachment to another server sees foreign tools.
    #[cfg(any(feature = "rmcp", test))]
    foreign: Mutex<ForeignNames>,
}

impl CompiledStateSync {
    /// Compiles policies. Returns the engine of the valid ones, and the errors of the others.
    pub(crate) fn new(sync: StateSync) -> (Self, Vec<PolicyError>) {
        entry_counter::count_entry();
        let mut engine = Self {
            rules: Vec::new(),
            exact: HashMap::new(),
            patterns: Vec::new(),
            default: sync.default,
            required: sync.required,
            notice: sync.notice,
            hook: sync.hook,
            #[cfg(any(feature = "rmcp", test))]
            foreign: Mutex::default(),
        };
        sync.rules.into_iter().for_each(|rule| engine.push(rule));
        (engine, sync.errors)
    }

    /// Returns the policies in the order in which they are matched.
    pub(crate) fn rules(&self) -> &[CheckedPolicy] {
        &self.rules
    }

    /// Appends a policy after all others.
    pub(crate) fn push(&mut self, rule: CheckedPolicy) {
        let place = self.rules.len();
        let CheckedPattern { glob, foreign } = &rule.pattern;
        if !foreign && glob.is_exact() {
            let same = self.exact.entry(glob.as_str().into());
            same.or_default().push(place);
        } else if !foreign {
            self.patterns.push(place);
        }
        self.rules.push(rule);
    }

    /// Returns the first policy that matches an own action, by its `tool/key`.
    pub(crate) fn rule(&self, name: &str) -> Option<&CheckedPolicy> {
        self.rules_of_action(name)
            .find(|rule| !rule.only_notifies())
    }

    /// Returns all policies that match an own action, in their order.
    fn rules_of_action(&self, name: &str) -> impl Iterator<Item = &CheckedPolicy> {
        let exact = self.exact.get(name).into_iter().flatten().copied();
        let matches = |rule: &CheckedPolicy| rule.pattern.glob.matches_key(name);
        let patterns = self.patterns.iter().copied();
        let patterns = patterns.filter(|at| self.rules.get(*at).is_some_and(matches));
        let mut places: Vec<usize> = exact.chain(patterns).collect();
        places.sort_unstable();
        places.into_iter().filter_map(|at| self.rules.get(at))
    }

    /// Returns the state sync of an own action, by its `tool/key`.
    pub(crate) fn own_action(&self, name: &str) -> ActionSync {
        entry_counter::count_entry();
        let mut touches: Vec<UriPattern> = Vec::new();
        for one in self.rules_of_action(name).flat_map(|rule| &rule.notifies) {
            if !touches.contains(one) {
                touches.push(one.clone());
            }
        }
        ActionSync {
            notifies: (!touches.is_empty()).then(|| touches.into()),
            ..self.resolve(name, false, self.rule(name))
        }
    }

    /// Returns the state sync of a foreign tool, by its name. Every policy may apply, because a
    /// wrapped handler has foreign tools only.
    #[cfg(any(feature = "rmcp", test))]
    pub(crate) fn foreign_tool(&self, name: &str) -> Arc<ActionSync> {
        entry_counter::count_entry();
        // The map is consistent at any time, so a poisoned lock is usable.
        let mut remembered = self.foreign.lock().unwrap_or_else(PoisonError::into_inner);
        remembered.name(name, || {
            let mut rules = self.rules.iter().filter(|rule| !rule.only_notifies());
            let rule = rules.find(|rule| rule.pattern.glob.matches_name(name));
            self.resolve(name, true, rule)
        })
    }

    fn resolve(&self, name: &str, foreign: bool, rule: Option<&CheckedPolicy>) -> ActionSync {
        let stale: Option<&[CheckedPattern]> = rule.and_then(|rule| rule.invalidates.as_deref());
        let stale = stale.filter(|stale| !stale.is_empty());
        ActionSync {
            cache: rule.and_then(|rule| rule.cache).or(self.default),
            stale: stale.map(|stale| Arc::new(Invalidation::new(name, foreign, stale))),
            notifies: None,
        }
    }

    /// Calls the invalidation hook.
    pub(crate) fn call_hook(&self, invalidation: &Invalidation) {
        entry_counter::count_entry();
        if let Some(hook) = &self.hook {
            hook.call(invalidation);
        }
    }

    /// Returns the invalidation hook.
    pub(crate) fn hook(&self) -> Option<InvalidationHook> {
        self.hook.clone()
    }
}

impl fmt::Debug for CompiledStateSync {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("rules", &self.rules)
            .field("default", &self.default)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_sync::Policy;

    fn engine(sync: StateSync) -> CompiledStateSync {
        let (engine, errors) = CompiledStateSync::new(sync);
        assert_eq!(errors, []);
        engine
    }

    #[test]
    fn the_first_policy_that_matches_holds_and_the_default_fills_what_it_does_not_say() {
        let engine = engine(
            StateSync::new()
                .default_cache(Cache::NoStore)
                .policy(Policy::new("a/labels").cache(Cache::Immutable))
                .policy(Policy::new("a/*").invalidates(["a/*"]))
                .policy(Policy::new("a/late").cache(Cache::Immutable))
                .policy(Policy::foreign("b.*").cache(Cache::Immutable)),
        );
        let stale = || {
            let glob = super::super::Glob::parse("a/*").unwrap();
            let foreign = false;
            Invalidation::new("a/late", false, &[CheckedPattern { glob, foreign }])
        };
        let told = |cache, stale: Option<Invalidation>| ActionSync {
            cache: Some(cache),
            stale: stale.map(Arc::new),
            notifies: None,
        };
        assert_eq!(engine.own_action("a/labels"), told(Cache::Immutable, None));
        assert_eq!(
            engine.own_action("a/late"),
            told(Cache::NoStore, Some(stale()))
        );
        assert_eq!(engine.own_action("b/list"), told(Cache::NoStore, None));
        assert_eq!(*engine.foreign_tool("b.list"), told(Cache::Immutable, None));
        assert_eq!(*engine.foreign_tool("c"), told(Cache::NoStore, None));
    }

    #[test]
    fn foreign_names_are_resolved_once() {
        let engine = engine(StateSync::new().default_cache(Cache::NoStore));
        let first = engine.foreign_tool("a");
        assert!(Arc::ptr_eq(&first, &engine.foreign_tool("a")));
        assert!(!Arc::ptr_eq(&first, &engine.foreign_tool("b")));
    }

    #[test]
    fn every_policy_says_whom_to_notify_and_one_that_says_only_that_decides_nothing_else() {
        let engine = engine(
            StateSync::new()
                .policy(Policy::new("a/*").notifies(["a://{id}", "a://all"]))
                .policy(
                    Policy::new("a/open")
                        .cache(Cache::NoStore)
                        .notifies(["a://all", "a://b"]),
                )
                .policy(Policy::new("a/**").cache(Cache::Immutable)),
        );
        let told = |name: &str| {
            let told = engine.own_action(name);
            let notifies = told.notifies.iter().flat_map(|all| all.iter());
            let notifies = notifies.map(ToString::to_string).collect::<Vec<_>>();
            (told.cache, notifies.join(" "))
        };
        let (store, never) = (Some(Cache::NoStore), Some(Cache::Immutable));
        assert_eq!(told("a/open"), (store, "a://{id} a://all a://b".to_owned()));
        assert_eq!(told("a/close"), (never, "a://{id} a://all".to_owned()));
        assert_eq!(told("a/b.c"), (never, String::new()));
        // A pattern of keys never matches a foreign tool.
        assert_eq!(engine.foreign_tool("a.close").cache, None);
        assert_eq!(engine.foreign_tool("a/close").cache, None);
    }
}
