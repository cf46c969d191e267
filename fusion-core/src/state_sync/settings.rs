//! The settings of state sync: the policies of the author in their order, the default, and the place of
//! the notice.

use std::{fmt, sync::Arc};

use super::{
    CheckedPattern, CheckedPolicy, Invalidation, Notice, Policy, UriPattern, policy::PatternSource,
};
use crate::{
    error::{PolicyError, PolicyPlace},
    result::catch_call,
    spec::Cache,
};

/// Adds cache directives to lists, which state which results a model may keep, and invalidation
/// notices to responses, which name the stale results after each write.
///
/// Without state sync, a model that listed five issues and then created one still relies on the
/// five. With state sync, the list states which results not to keep, and the response of a write
/// ends with the results to read again:
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
/// assert!(list.contains("Cache-Control: no-store: list"));
/// let response = registry.call("issues", json!({"action": "open"}), Ctx::new()).await?;
/// assert_eq!(
///     response.content(),
///     [
///         Content::text("opened 1"),
///         Content::text("[System: Cache invalidated for issues.* — caused by issues.open]"),
///     ]
/// );
/// # Ok(())
/// # }
/// ```
///
/// The first policy that matches an action applies; policies at actions come after those of the
/// builder. A notice is added only to the response of a successful call that is not
/// [`unchanged`](crate::ToolResponse::unchanged), and lists only patterns that match an item in the
/// caller's view. Programs find the patterns in the result's `_meta["dev.fusion/invalidates"]`.
#[derive(Clone, Default)]
#[must_use = "state sync does nothing until a registry or a handler has it"]
pub struct StateSync {
    pub(super) rules: Vec<CheckedPolicy>,
    /// Number of added policies, including invalid ones, so that an error does not shift the index
    /// of later policies.
    added: usize,
    pub(super) default: Option<Cache>,
    pub(super) required: bool,
    pub(super) notice: Notice,
    pub(super) hook: Option<InvalidationHook>,
    pub(super) errors: Vec<PolicyError>,
}

/// Hook that is called with each invalidation.
#[derive(Clone)]
pub(crate) struct InvalidationHook(Arc<dyn Fn(&Invalidation) + Send + Sync>);

impl InvalidationHook {
    /// Calls the hook. A panic in it is logged.
    pub(crate) fn call(&self, invalidation: &Invalidation) {
        if let Err(error) = catch_call(|| (self.0)(invalidation)) {
            let (cause, detail) = (invalidation.cause(), error.log_line().unwrap_or_default());
            tracing::error!(cause, "a hook of state sync {detail}");
        }
    }
}

impl StateSync {
    /// Creates state sync with the policies at actions only.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the cache directive of every action whose policy sets none.
    pub fn default_cache(mut self, cache: Cache) -> Self {
        self.default = Some(cache);
        self
    }

    /// Sets where the notice stands in the result of a call, [`Notice::Last`] by default.
    ///
    /// ```
    /// use fusion_core::{StateSync, state_sync::Notice};
    ///
    /// let sync = StateSync::new().notice(Notice::Meta);
    /// # let _ = sync;
    /// ```
    pub fn notice(mut self, place: Notice) -> Self {
        self.notice = place;
        self
    }

    /// Adds a policy after those added before. Its patterns are checked here; errors are returned
    /// by [`StateSync::check`], by `build()` and by `wrap`.
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

    /// Makes `build()` return an error for each action that is not read-only and has no policy, at
    /// it or in the builder, that declares its invalidations.
    pub fn require_policies(mut self) -> Self {
        self.required = true;
        self
    }

    /// Calls `hook` with every invalidation, so that other processes and caches can drop their
    /// copies.
    ///
    /// With a [bus](crate::shared::Bus), the hook is also called with the invalidations of other replicas, and with
    /// the pattern `**` if some of theirs were lost. [`Invalidation::is_from_replica`] tells them apart.
    ///
    /// The hook is called after the handler succeeded, even if the response is then too long to be
    /// sent. It must be short and must not wait: send to a queue. A panic in it is logged.
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
        self.hook = Some(InvalidationHook(Arc::new(hook)));
        self
    }

    /// Checks that every pattern is valid.
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
    /// Returns the error of the first invalid pattern.
    pub fn check(&self) -> Result<(), PolicyError> {
        self.errors.first().cloned().map_or(Ok(()), Err)
    }

    /// Checks that every pattern matches names of tools, which is required without a registry.
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
