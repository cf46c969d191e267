//! What an author says: policies, in their order, and what holds where none does.

use std::{fmt, sync::Arc};

use super::{CheckedPattern, CheckedPolicy, Invalidation, UriPattern};
use crate::{
    error::{PolicyError, PolicyPlace},
    spec::Cache,
};

/// What holds for the actions that a glob matches.
///
/// A pattern is a glob over keys, `tool/module.action` or `tool/action`: one `/` behind the tool, and
/// dots between all other segments. A segment is `*`, which matches exactly one segment, or `**`, which
/// matches any number of them, or it is literal. The tool is one segment, hence a name or `*`.
///
/// | Pattern | Matches |
/// | --- | --- |
/// | `tracker/issues.list` | one action |
/// | `tracker/issues.*` | the actions of one group |
/// | `tracker/**` | all actions of a tool |
/// | `tracker/*.list` | `list` of each group of a tool |
/// | `*/list` | `list` of each tool that is one group |
/// | `*/**.list` | `list` of each tool and of each group |
/// | `**` | everything |
///
/// A pattern without `/` is about the names of tools: those of a handler that
/// [`StateSync::wrap`] wraps, and those of somebody else ([`Policy::foreign`],
/// [`Policy::invalidates_foreign`]). Dots separate the segments of such a name, as in `wiki.*`. For the
/// actions of a registry, `build()` refuses a pattern without `/`, unless it is `**`.
///
/// ```
/// use fusion_core::state_sync::{Cache, Policy};
///
/// let reads = Policy::new("tracker/*.list").cache(Cache::NoStore);
/// let writes = Policy::new("tracker/issues.*").invalidates(["tracker/issues.*", "tracker/labels.*"]);
/// # let _ = (reads, writes);
/// ```
///
/// Models read the same patterns with a dot in place of the `/`.
#[derive(Clone, Debug)]
#[must_use = "a policy does nothing until `StateSync::policy`"]
pub struct Policy {
    pattern: PatternSource,
    cache: Option<Cache>,
    invalidates: Option<Vec<PatternSource>>,
    notifies: Vec<String>,
}

/// A pattern as it was written.
#[derive(Clone, Debug)]
struct PatternSource {
    text: String,
    foreign: bool,
}

impl Policy {
    /// A policy for the actions of this registry that `pattern` matches. If there is none, `build()`
    /// says so.
    pub fn new(pattern: impl Into<String>) -> Self {
        Self::of(pattern.into(), false)
    }

    /// A policy for tools of somebody else, by their names. It may match nothing.
    pub fn foreign(pattern: impl Into<String>) -> Self {
        Self::of(pattern.into(), true)
    }

    fn of(text: String, foreign: bool) -> Self {
        Self {
            pattern: PatternSource { text, foreign },
            cache: None,
            invalidates: None,
            notifies: Vec::new(),
        }
    }

    /// How long the results may be kept.
    pub fn cache(mut self, cache: Cache) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Whose results a successful call makes stale. An empty list says: nobody's.
    pub fn invalidates<I: IntoIterator<Item: Into<String>>>(self, patterns: I) -> Self {
        self.stale(patterns, false)
    }

    /// The same of tools of somebody else, by their names: these patterns may match nothing, and every
    /// caller is told of them.
    pub fn invalidates_foreign<I: IntoIterator<Item: Into<String>>>(self, patterns: I) -> Self {
        self.stale(patterns, true)
    }

    fn stale<I: IntoIterator<Item: Into<String>>>(mut self, patterns: I, foreign: bool) -> Self {
        let written = patterns.into_iter().map(|pattern| PatternSource {
            text: pattern.into(),
            foreign,
        });
        self.invalidates.get_or_insert_default().extend(written);
        self
    }

    /// Which resources of this registry a successful call changes: their subscribers are told. A
    /// `{blank}` is filled with the call's argument of that name, and where there is none it stands
    /// for every resource of that form. Read-only actions change nothing, whatever matches them.
    ///
    /// All policies that match an action are asked for this, not only the first: a policy that says
    /// nothing else decides nothing else.
    ///
    /// ```
    /// use fusion_core::{state_sync::Policy, StateSync};
    ///
    /// let sync = StateSync::new()
    ///     .policy(Policy::new("tracker/issues.*").notifies(["tracker://issues/{id}"]))
    ///     .policy(Policy::new("tracker/labels.rename").notifies(["tracker://issues/{any}"]));
    /// # let _ = sync;
    /// ```
    ///
    /// If a URI is none, or is no resource's, `build()` says so. A handler of somebody else has its
    /// own subscribers: there it does nothing.
    pub fn notifies<I: IntoIterator<Item: Into<String>>>(mut self, uris: I) -> Self {
        self.notifies.extend(uris.into_iter().map(Into::into));
        self
    }
}

/// Tells models which results they may keep, and after each write which ones are stale.
///
/// A model that listed five issues and then created one still believes in five. With state sync,
/// the list says what not to keep, and the answer of a write begins with what to read again:
///
/// ```
/// use fusion_core::{state_sync::{Cache, Policy}, Content, Ctx, Registry, StateSync, tool_group};
/// use serde_json::json;
///
/// struct Issues;
///
/// /// Track issues.
/// #[tool_group(name = "issues")]
/// impl Issues {
///     /// List issues.
///     #[action(read_only, cache = "no-store")]
///     async fn list(&self) -> String {
///         "none".to_owned()
///     }
///
///     /// Open an issue.
///     #[action(invalidates("self.*"))]
///     async fn open(&self) -> String {
///         "opened 1".to_owned()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder()
///     .state_sync(StateSync::new())
///     .tool(Issues)
///     .build()?;
/// let list = &registry.tools()[0].description;
/// assert!(list.contains("- 'list': List issues [Cache-Control: no-store]"));
/// let response = registry.call("issues", json!({"action": "open"}), Ctx::new()).await?;
/// assert_eq!(
///     response.content(),
///     [
///         Content::text("[System: Cache invalidated for issues.* — caused by issues.open]"),
///         Content::text("opened 1"),
///     ]
/// );
/// # Ok(())
/// # }
/// ```
///
/// The first policy that matches an action holds for it; those that stand at actions come after
/// those of the builder. A notice stands only in the answer of a call that succeeded and did not
/// say [`unchanged`](crate::ToolResponse::unchanged), and names only patterns that match something
/// which its caller may see. Programs find the patterns in the result's `_meta["dev.fusion/invalidates"]`.
#[derive(Clone)]
#[must_use = "state sync does nothing until a registry or a handler has it"]
pub struct StateSync {
    pub(super) rules: Vec<CheckedPolicy>,
    /// How many policies were added, wrong ones too: a mistake does not move the index of others.
    added: usize,
    pub(super) default: Option<Cache>,
    pub(super) required: bool,
    pub(super) hook: Option<InvalidationHook>,
    pub(super) errors: Vec<PolicyError>,
}

/// What is called with each invalidation.
pub(super) type InvalidationHook = Arc<dyn Fn(&Invalidation) + Send + Sync>;

// No `Default`: a registry has state sync or has it not, and `default` is a method.
#[allow(clippy::new_without_default)]
impl StateSync {
    /// Only the policies that stand at actions.
    pub fn new() -> Self {
        Self {
            rules: Vec::new(),
            added: 0,
            default: None,
            required: false,
            hook: None,
            errors: Vec::new(),
        }
    }

    /// What holds for the results of every action whose policy says nothing of it.
    pub fn default(mut self, cache: Cache) -> Self {
        self.default = Some(cache);
        self
    }

    /// Adds a policy, behind those added before. Its patterns are checked here; what is wrong is
    /// told by [`StateSync::check`], by `build()` and by `wrap`.
    pub fn policy(mut self, policy: Policy) -> Self {
        let index = self.added;
        self.added += 1;
        let mut read = |written: PatternSource| {
            let place = || PolicyPlace::Policy { index };
            match CheckedPattern::parse(&written.text, written.foreign, place) {
                Ok(target) => Some(target),
                Err(error) => {
                    self.errors.push(error);
                    None
                }
            }
        };
        let pattern = read(policy.pattern);
        let invalidates = policy
            .invalidates
            .map(|patterns| patterns.into_iter().filter_map(&mut read).collect());
        let mut notifies = Vec::new();
        for uri in policy.notifies {
            match UriPattern::parse(&uri) {
                Some(touches) => notifies.push(touches),
                None => self.errors.push(PolicyError::uri(index, &uri)),
            }
        }
        if let Some(pattern) = pattern {
            self.rules.push(CheckedPolicy {
                pattern,
                cache: policy.cache,
                invalidates,
                notifies,
                origin: PolicyPlace::Policy { index },
            });
        }
        self
    }

    /// Makes it a mistake if an action that is not read-only has no policy, at it or in the
    /// builder, that says what it invalidates.
    pub fn require_policies(mut self) -> Self {
        self.required = true;
        self
    }

    /// Calls `hook` with every invalidation, so that other processes and caches hear of it, too.
    ///
    /// It is called once the handler has succeeded, also where the answer is then too long to be
    /// sent. It must be short and must not wait: hand over to a queue. A panic in it is logged.
    ///
    /// ```
    /// use fusion_core::StateSync;
    ///
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// let sync = StateSync::new().on_invalidation(move |invalidation| {
    ///     let patterns: Vec<_> = invalidation.patterns().map(str::to_owned).collect();
    ///     let _ = sender.send((invalidation.cause().to_owned(), patterns));
    /// });
    /// # let _ = (sync, receiver);
    /// ```
    pub fn on_invalidation<F>(mut self, hook: F) -> Self
    where
        F: Fn(&Invalidation) + Send + Sync + 'static,
    {
        self.hook = Some(Arc::new(hook));
        self
    }

    /// Whether every pattern is one.
    ///
    /// ```
    /// use fusion_core::{state_sync::Policy, error::PolicyPlace, StateSync};
    ///
    /// let sync = StateSync::new().policy(Policy::new("issues/l*"));
    /// let error = sync.check().unwrap_err();
    /// assert_eq!(error.place, PolicyPlace::Policy { index: 0 });
    /// assert_eq!(error.pattern, "issues/l*");
    /// assert_eq!(error.segment, "l*");
    /// ```
    ///
    /// # Errors
    ///
    /// The first pattern that is none.
    pub fn check(&self) -> Result<(), PolicyError> {
        self.errors.first().cloned().map_or(Ok(()), Err)
    }

    /// Whether every pattern is about names of tools, as it must be where there is no registry.
    #[cfg(feature = "rmcp")]
    pub(crate) fn check_names(&self) -> Result<(), PolicyError> {
        for rule in &self.rules {
            let stale = rule.invalidates.iter().flatten();
            let mut targets = std::iter::once(&rule.pattern).chain(stale);
            if let Some(target) = targets.find(|target| target.glob.is_keyed()) {
                let pattern = target.glob.as_str();
                return Err(PolicyError::without_registry(rule.origin.clone(), pattern));
            }
        }
        Ok(())
    }
}

impl fmt::Debug for StateSync {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StateSync")
            .field("rules", &self.rules)
            .field("default", &self.default)
            .field("required", &self.required)
            .field("errors", &self.errors)
            .finish_non_exhaustive()
    }
}
