//! From a name to what holds for it: the first policy that matches, then the default.

#[cfg(any(feature = "rmcp", test))]
use std::sync::{Mutex, PoisonError};
use std::{collections::HashMap, fmt, sync::Arc};

#[cfg(any(feature = "rmcp", test))]
use super::remembered::Remembered;
use super::{
    Invalidation, StateSync, Target, Touches,
    policy::{Hook, Rule},
    probe,
};
use crate::{error::PolicyError, result::catch_call, spec::Cache};

/// What state sync says of one action. The default says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Freshness {
    /// How long its result may be kept.
    pub(crate) cache: Option<Cache>,
    /// What a success makes stale; never empty.
    pub(crate) stale: Option<Arc<Invalidation>>,
    /// Whose subscribers a success tells; never empty.
    pub(crate) notifies: Option<Arc<[Touches]>>,
}

/// Checked policies, ready to be asked. Actions of ours are asked for once, in `build()`.
pub(crate) struct Engine {
    rules: Vec<Rule>,
    /// The indices in `rules` of the policies that name exactly one of our actions, by its `tool.key`.
    /// Each action may have such a policy, and a scan of all of them for each action is quadratic.
    exact: HashMap<Box<str>, Vec<usize>>,
    /// The indices of all other policies about our actions.
    patterns: Vec<usize>,
    default: Option<Cache>,
    /// Whether an action that changes something needs a policy that says what.
    pub(crate) required: bool,
    hook: Option<Hook>,
    /// Only whoever attaches to a server meets tools of somebody else.
    #[cfg(any(feature = "rmcp", test))]
    foreign: Mutex<Remembered>,
}

impl Engine {
    /// The engine of policies whose patterns were checked, and the mistakes that were found.
    pub(crate) fn new(sync: StateSync) -> (Self, Vec<PolicyError>) {
        probe::ran();
        let mut engine = Self {
            rules: Vec::new(),
            exact: HashMap::new(),
            patterns: Vec::new(),
            default: sync.default,
            required: sync.required,
            hook: sync.hook,
            #[cfg(any(feature = "rmcp", test))]
            foreign: Mutex::default(),
        };
        sync.rules.into_iter().for_each(|rule| engine.push(rule));
        (engine, sync.errors)
    }

    /// The policies, in the order in which they are asked.
    pub(crate) fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Adds a policy behind all others.
    pub(crate) fn push(&mut self, rule: Rule) {
        let place = self.rules.len();
        let Target { glob, foreign } = &rule.pattern;
        if !foreign && glob.is_exact() {
            let same = self.exact.entry(glob.as_str().into());
            same.or_default().push(place);
        } else if !foreign {
            self.patterns.push(place);
        }
        self.rules.push(rule);
    }

    /// The policy of one of our actions, by its `tool.key`.
    pub(crate) fn rule(&self, name: &str) -> Option<&Rule> {
        self.matching(name).find(|rule| !rule.only_notifies())
    }

    /// All of its policies, in the order in which they are asked.
    fn matching(&self, name: &str) -> impl Iterator<Item = &Rule> {
        let exact = self.exact.get(name).into_iter().flatten().copied();
        let matches = |rule: &Rule| rule.pattern.glob.matches(name);
        let patterns = self.patterns.iter().copied();
        let patterns = patterns.filter(|at| self.rules.get(*at).is_some_and(matches));
        let mut places: Vec<usize> = exact.chain(patterns).collect();
        places.sort_unstable();
        places.into_iter().filter_map(|at| self.rules.get(at))
    }

    /// What holds for one of our actions, by its `tool.key`.
    pub(crate) fn own(&self, name: &str) -> Freshness {
        probe::ran();
        let mut touches: Vec<Touches> = Vec::new();
        for one in self.matching(name).flat_map(|rule| &rule.notifies) {
            if !touches.contains(one) {
                touches.push(one.clone());
            }
        }
        Freshness {
            notifies: (!touches.is_empty()).then(|| touches.into()),
            ..self.told(name, self.rule(name))
        }
    }

    /// What holds for a tool of somebody else, by its name. Every policy may be meant: who wraps a
    /// handler has no other tools.
    #[cfg(any(feature = "rmcp", test))]
    pub(crate) fn foreign(&self, name: &str) -> Arc<Freshness> {
        probe::ran();
        // What is kept there is whole at any time.
        let mut remembered = self.foreign.lock().unwrap_or_else(PoisonError::into_inner);
        remembered.name(name, || {
            let mut rules = self.rules.iter().filter(|rule| !rule.only_notifies());
            self.told(name, rules.find(|rule| rule.pattern.glob.matches(name)))
        })
    }

    fn told(&self, name: &str, rule: Option<&Rule>) -> Freshness {
        let stale: Option<&[Target]> = rule.and_then(|rule| rule.invalidates.as_deref());
        let stale = stale.filter(|stale| !stale.is_empty());
        Freshness {
            cache: rule.and_then(|rule| rule.cache).or(self.default),
            stale: stale.map(|stale| Arc::new(Invalidation::new(name, stale))),
            notifies: None,
        }
    }

    /// Tells the hook.
    pub(crate) fn invalidated(&self, invalidation: &Invalidation) {
        probe::ran();
        if let Some(hook) = &self.hook
            && let Err(error) = catch_call(|| hook(invalidation))
        {
            let (cause, detail) = (invalidation.cause(), error.detail().unwrap_or_default());
            tracing::error!(cause, "a hook of state sync {detail}");
        }
    }
}

impl fmt::Debug for Engine {
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
    use crate::Policy;

    fn engine(sync: StateSync) -> Engine {
        let (engine, errors) = Engine::new(sync);
        assert_eq!(errors, []);
        engine
    }

    #[test]
    fn the_first_policy_that_matches_holds_and_the_default_fills_what_it_does_not_say() {
        let engine = engine(
            StateSync::new()
                .default(Cache::NoStore)
                .policy(Policy::new("a.labels").cache(Cache::Immutable))
                .policy(Policy::new("a.*").invalidates(["a.*"]))
                .policy(Policy::new("a.late").cache(Cache::Immutable))
                .policy(Policy::foreign("b.*").cache(Cache::Immutable)),
        );
        let stale = || {
            let glob = super::super::Glob::parse("a.*").unwrap();
            let foreign = false;
            Invalidation::new("a.late", &[Target { glob, foreign }])
        };
        let told = |cache, stale: Option<Invalidation>| Freshness {
            cache: Some(cache),
            stale: stale.map(Arc::new),
            notifies: None,
        };
        assert_eq!(engine.own("a.labels"), told(Cache::Immutable, None));
        assert_eq!(engine.own("a.late"), told(Cache::NoStore, Some(stale())));
        assert_eq!(engine.own("b.list"), told(Cache::NoStore, None));
        assert_eq!(*engine.foreign("b.list"), told(Cache::Immutable, None));
        assert_eq!(*engine.foreign("c"), told(Cache::NoStore, None));
    }

    #[test]
    fn foreign_names_are_resolved_once() {
        let engine = engine(StateSync::new().default(Cache::NoStore));
        let first = engine.foreign("a");
        assert!(Arc::ptr_eq(&first, &engine.foreign("a")));
        assert!(!Arc::ptr_eq(&first, &engine.foreign("b")));
    }

    #[test]
    fn every_policy_says_whom_to_notify_and_one_that_says_only_that_decides_nothing_else() {
        let engine = engine(
            StateSync::new()
                .policy(Policy::new("a.*").notifies(["a://{id}", "a://all"]))
                .policy(
                    Policy::new("a.open")
                        .cache(Cache::NoStore)
                        .notifies(["a://all", "a://b"]),
                )
                .policy(Policy::new("a.**").cache(Cache::Immutable)),
        );
        let told = |name: &str| {
            let told = engine.own(name);
            let notifies = told.notifies.iter().flat_map(|all| all.iter());
            let notifies = notifies.map(ToString::to_string).collect::<Vec<_>>();
            (told.cache, notifies.join(" "))
        };
        let (store, never) = (Some(Cache::NoStore), Some(Cache::Immutable));
        assert_eq!(told("a.open"), (store, "a://{id} a://all a://b".to_owned()));
        assert_eq!(told("a.close"), (never, "a://{id} a://all".to_owned()));
        assert_eq!(told("a.b.c"), (never, String::new()));
        assert_eq!(engine.foreign("a.close").cache, never);
    }
}
