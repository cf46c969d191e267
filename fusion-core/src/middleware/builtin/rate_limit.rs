//! A limit on the number of calls per period, for each key.

use std::{
    fmt,
    hash::Hash,
    num::NonZeroU32,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use governor::{
    DefaultKeyedRateLimiter, Quota,
    clock::{Clock as _, DefaultClock},
};

use super::SharedRateLimit;
use crate::{
    ctx::Ctx,
    error::ToolError,
    middleware::{Call, Middleware, Next},
    result::ToolResult,
    shared::Allowance,
};

/// The number of calls after which unused keys are removed.
const SWEEP: u32 = 1_024;

/// Limits the number of calls per period (feature `rate-limit`), for each key that a function reads from the context.
/// A call above the limit is refused with a delay after which to retry, because nothing ran.
///
/// ```
/// use fusion_core::{Ctx, middleware::RateLimit, Registry};
///
/// // One limit for all callers together, and one for each caller.
/// let by_client = |ctx: &Ctx| ctx.client().map(|client| client.name.clone());
/// let builder = Registry::builder()
///     .middleware(RateLimit::per_second(100))
///     .middleware(RateLimit::per_minute(60).burst(10).by(by_client));
/// # let _ = builder;
/// ```
///
/// A limit on one action:
///
/// ```
/// use fusion_core::{CallError, Ctx, middleware::RateLimit, Registry, tool_group};
/// use serde_json::json;
///
/// struct Mail;
///
/// #[tool_group(name = "mail")]
/// impl Mail {
///     /// Send a letter.
///     #[action(with(RateLimit::per_minute(1)))]
///     async fn send(&self) -> String {
///         "sent".to_owned()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder().tool(Mail).build()?;
/// let send = || registry.call("mail", json!({"action": "send"}), Ctx::new());
/// assert!(send().await.is_ok());
/// assert!(matches!(send().await, Err(CallError::Failed { .. })));
/// # Ok(())
/// # }
/// ```
pub struct RateLimit<K: Clone + Eq + Hash = (), F = fn(&Ctx)> {
    quota: Quota,
    key: F,
    limiter: DefaultKeyedRateLimiter<K>,
    clock: DefaultClock,
    calls: AtomicU32,
}

impl RateLimit {
    /// Allows this many calls per second, at least one; the burst is the same number.
    pub fn per_second(calls: u32) -> Self {
        Self::new(Quota::per_second(at_least_one(calls)), |_| ())
    }

    /// Allows this many calls per minute, at least one; the burst is the same number.
    pub fn per_minute(calls: u32) -> Self {
        Self::new(Quota::per_minute(at_least_one(calls)), |_| ())
    }
}

impl<K: Clone + Eq + Hash, F> RateLimit<K, F> {
    fn new(quota: Quota, key: F) -> Self {
        Self {
            quota,
            key,
            limiter: DefaultKeyedRateLimiter::keyed(quota),
            clock: DefaultClock::default(),
            calls: AtomicU32::new(0),
        }
    }

    /// Sets the number of calls that may run at once after a pause.
    pub fn burst(self, calls: u32) -> Self {
        Self::new(self.quota.allow_burst(at_least_one(calls)), self.key)
    }

    /// Counts the calls of each key separately.
    pub fn by<L, G>(self, key: G) -> RateLimit<L, G>
    where
        L: Clone + Eq + Hash + Send + Sync + 'static,
        G: Fn(&Ctx) -> L + Send + Sync + 'static,
    {
        RateLimit::new(self.quota, key)
    }

    /// Counts the calls in the [quota](crate::shared::Shared::quota) of the registry, for each key that `key` returns, so
    /// that all replicas together let through this many. Limits of one name have one count for each key, in all
    /// actions and all replicas; they must allow the same.
    ///
    /// ```
    /// use fusion_core::{Ctx, middleware::{OnFailure, RateLimit}, Registry, shared::{MemoryQuota, Shared}};
    ///
    /// let by_client = |ctx: &Ctx| ctx.client().map_or_else(String::new, |client| client.name.clone());
    /// let builder = Registry::builder()
    ///     .shared(Shared::new().quota(MemoryQuota::new()))
    ///     .middleware(RateLimit::per_minute(60).shared("calls", by_client).on_failure(OnFailure::Refuse));
    /// # let _ = builder;
    /// ```
    pub fn shared<G>(self, name: &'static str, key: G) -> SharedRateLimit<G>
    where
        G: Fn(&Ctx) -> String + Send + Sync + 'static,
    {
        let interval = self.quota.replenish_interval();
        let allowance = Allowance::new(interval, self.quota.burst_size().get());
        let no_key: fn(&Ctx) -> String = |_| String::new();
        SharedRateLimit::new(name, key, allowance, RateLimit::new(self.quota, no_key))
    }

    /// Counts a call. The error is the time to wait.
    pub(super) fn check(&self, key: &K) -> Result<(), Duration> {
        self.sweep();
        let counted = self.limiter.check_key(key);
        counted.map_err(|refused| refused.wait_time_from(self.clock.now()))
    }

    /// Removes the keys that have their full quota again, so that memory is bounded by active keys.
    fn sweep(&self) {
        if self.calls.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.limiter.retain_recent();
        }
    }
}

fn at_least_one(calls: u32) -> NonZeroU32 {
    NonZeroU32::new(calls).unwrap_or(NonZeroU32::MIN)
}

impl<K: Clone + Eq + Hash, F> fmt::Debug for RateLimit<K, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimit")
            .field("quota", &self.quota)
            .field("keys", &self.limiter.len())
            .finish_non_exhaustive()
    }
}

impl<K, F> Middleware for RateLimit<K, F>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    F: Fn(&Ctx) -> K + Send + Sync + 'static,
{
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let key = (self.key)(call.ctx());
        self.check(&key).map_err(too_many)?;
        next.run(call).await
    }
}

/// Returns the error of a call above the limit.
pub(super) fn too_many(wait: Duration) -> ToolError {
    ToolError::new("too many calls; this one was not begun")
        .code("rate_limited")
        .retry_after(wait)
        .nothing_ran()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::RateLimit;
    use crate::{
        ctx::{Client, Ctx},
        middleware::{Call, Middleware, Next},
        result::{ToolForm, ToolResponse, ToolResult},
        spec::{ActionSpec, ToolSpec},
    };

    static TOOL: ToolSpec = ToolSpec::hierarchical("desk", "", &[]);
    static ACTION: ActionSpec = ActionSpec::new("go", "");

    struct RefundOnDrop;

    impl Next for RefundOnDrop {
        async fn run(self, _: &mut Call<'_>) -> ToolResult {
            Ok(ToolResponse::default())
        }
    }

    async fn passes(middleware: &impl Middleware, client: &str) -> Result<(), String> {
        let mut ctx = Ctx::new().with_client(Arc::new(Client::new(client, "1")));
        let mut call = Call {
            tool: &TOOL,
            spec: &ACTION,
            tags: &[],
            scopes: &[],
            key: "go",
            ctx: &mut ctx,
            common: None,
            arguments: None,
            form: ToolForm::text(),
            awaits_row_limit: false,
        };
        let result = middleware.handle(&mut call, RefundOnDrop).await;
        result.map(drop).map_err(|error| {
            assert!(error.is_refusal());
            assert!(
                error
                    .retry_delay()
                    .is_some_and(|delay| delay.as_secs() < 60)
            );
            error.code_text().unwrap_or_default().to_owned()
        })
    }

    fn name(ctx: &Ctx) -> String {
        ctx.client()
            .map_or_else(String::new, |client| client.name.clone())
    }

    #[tokio::test]
    async fn so_many_calls_pass_for_each_key_and_the_rest_is_told_when() {
        let middleware = RateLimit::per_minute(1).burst(2).by(name);
        let refused = Err("rate_limited".to_owned());
        for (client, expected) in [
            ("ada", Ok(())),
            ("ada", Ok(())),
            ("bob", Ok(())),
            ("ada", refused.clone()),
            ("bob", Ok(())),
            ("bob", refused),
        ] {
            assert_eq!(passes(&middleware, client).await, expected, "{client}");
        }
    }

    #[tokio::test]
    async fn keys_of_those_who_went_away_are_forgotten() {
        // The quota of a key is full again after a microsecond.
        let middleware = RateLimit::per_second(1_000_000).by(name);
        for n in 0..5_000 {
            assert_eq!(passes(&middleware, &n.to_string()).await, Ok(()));
        }
        assert!(middleware.limiter.len() <= 2_048, "{middleware:?}");
    }

    #[tokio::test]
    async fn nothing_a_second_is_one_a_second() {
        let middleware = RateLimit::per_second(0);
        assert_eq!(passes(&middleware, "ada").await, Ok(()));
        assert!(passes(&middleware, "bob").await.is_err());
    }
}
