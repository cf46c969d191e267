//! One policy, as its author wrote it.

use crate::spec::Cache;

/// Policy for the actions that a glob matches.
///
/// A pattern is a glob over keys, `tool/module.action` or `tool/action`: one `/` after the tool,
/// and dots between all other segments. A segment is `*`, which matches exactly one segment, or
/// `**`, which matches any number of them, or it is literal. The tool is one segment, hence a name
/// or `*`.
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
/// A pattern without `/` matches names of tools: those of a handler that [`StateSync::wrap`](crate::StateSync::wrap) wraps,
/// and those of foreign servers ([`Policy::foreign`], [`Policy::invalidates_foreign`]). Dots
/// separate the segments of such a name, as in `wiki.*`. For the actions of a registry, `build()`
/// refuses a pattern without `/`, except `**`.
///
/// ```
/// use fusion_core::state_sync::{Cache, Policy};
///
/// let reads = Policy::new("tracker/*.list").cache(Cache::NoStore);
/// let writes = Policy::new("tracker/issues.*").invalidates(["tracker/issues.*", "tracker/labels.*"]);
/// # let _ = (reads, writes);
/// ```
///
/// In notices for models, the same patterns have a dot instead of the `/`.
#[derive(Clone, Debug)]
#[must_use = "a policy does nothing until `StateSync::policy`"]
pub struct Policy {
    pub(super) pattern: PatternSource,
    pub(super) cache: Option<Cache>,
    pub(super) invalidates: Option<Vec<PatternSource>>,
    pub(super) notifies: Vec<String>,
}

/// Pattern as it was written.
#[derive(Clone, Debug)]
pub(super) struct PatternSource {
    pub(super) text: String,
    pub(super) foreign: bool,
}

impl Policy {
    /// Creates a policy for the actions of this registry that `pattern` matches. If the pattern
    /// matches no action, `build()` returns an error.
    pub fn new(pattern: impl Into<String>) -> Self {
        Self::from_pattern(pattern.into(), false)
    }

    /// Creates a policy for foreign tools, by their names. The pattern may match nothing.
    pub fn foreign(pattern: impl Into<String>) -> Self {
        Self::from_pattern(pattern.into(), true)
    }

    fn from_pattern(text: String, foreign: bool) -> Self {
        Self {
            pattern: PatternSource { text, foreign },
            cache: None,
            invalidates: None,
            notifies: Vec::new(),
        }
    }

    /// Sets the cache directive of the results.
    pub fn cache(mut self, cache: Cache) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Sets the actions whose results a successful call makes stale. An empty list declares that no
    /// result becomes stale.
    pub fn invalidates<I: IntoIterator<Item: Into<String>>>(self, patterns: I) -> Self {
        self.add_stale(patterns, false)
    }

    /// Adds foreign tools, by their names, whose results a successful call makes stale. These
    /// patterns may match nothing, and the notice of every caller includes them.
    pub fn invalidates_foreign<I: IntoIterator<Item: Into<String>>>(self, patterns: I) -> Self {
        self.add_stale(patterns, true)
    }

    fn add_stale<I: IntoIterator<Item: Into<String>>>(
        mut self,
        patterns: I,
        foreign: bool,
    ) -> Self {
        let written = patterns.into_iter().map(|pattern| PatternSource {
            text: pattern.into(),
            foreign,
        });
        self.invalidates.get_or_insert_default().extend(written);
        self
    }

    /// Sets the resources of this registry that a successful call changes: their subscribers are
    /// notified. A `{blank}` is filled with the call's argument of that name; without such an
    /// argument it matches every resource of that form. Read-only actions never notify, even if
    /// the policy matches them.
    ///
    /// All policies that match an action apply, not only the first one: a policy with notifications
    /// only does not keep another policy from deciding the rest.
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
    /// If a URI is invalid or names no resource, `build()` returns an error. A foreign handler
    /// manages its own subscribers, so this has no effect on its tools.
    pub fn notifies<I: IntoIterator<Item: Into<String>>>(mut self, uris: I) -> Self {
        self.notifies.extend(uris.into_iter().map(Into::into));
        self
    }
}
