//! A limit on the number of calls that all replicas count together.

use std::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use super::rate_limit::{RateLimit, too_many};
use crate::{
    ctx::Ctx,
    error::ToolError,
    middleware::{Call, Middleware, Next},
    result::ToolResult,
    shared::{Allowance, BoxedQuota, Taken},
};

/// The time after which a call may come again that was refused because the quota cannot be reached.
const RETRY: Duration = Duration::from_secs(1);

/// The limit of one process by itself, whose keys come from the shared one.
type LocalLimit = RateLimit<String, fn(&Ctx) -> String>;

/// A [`RateLimit`] whose calls the [quota](crate::shared::Shared::quota) of the registry counts, by
/// [`RateLimit::shared`]. A registry without one counts by itself.
pub struct SharedRateLimit<F> {
    name: &'static str,
    key: F,
    allowance: Allowance,
    /// The limit of this process by itself.
    local: LocalLimit,
    on_failure: OnFailure,
    /// True while the quota cannot be reached, which is logged once.
    has_failed: AtomicBool,
}

/// The behaviour of a [`SharedRateLimit`] while the quota cannot be reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnFailure {
    /// Each replica counts by itself, so that all together let through as many times the limit as there are replicas.
    #[default]
    Local,
    /// All calls are refused. Nothing runs.
    Refuse,
}

impl<F> SharedRateLimit<F> {
    pub(super) fn new(name: &'static str, key: F, allowance: Allowance, local: LocalLimit) -> Self {
        Self {
            name,
            key,
            allowance,
            local,
            on_failure: OnFailure::default(),
            has_failed: AtomicBool::new(false),
        }
    }

    /// Sets the behaviour while the quota cannot be reached. The default is [`OnFailure::Local`].
    pub fn on_failure(mut self, behaviour: OnFailure) -> Self {
        self.on_failure = behaviour;
        self
    }

    async fn check(&self, key: String, quota: Option<&BoxedQuota>) -> Result<(), ToolError> {
        let Some(quota) = quota else {
            return self.local.check(&key).map_err(too_many);
        };
        let shared_key = format!("{}/{key}", self.name);
        let error = match quota.take(&shared_key, &self.allowance, 1).await {
            Ok(taken) => {
                self.has_failed.store(false, Ordering::Relaxed);
                return match taken {
                    Taken::Granted => Ok(()),
                    Taken::Refused { wait } => Err(too_many(wait)),
                };
            }
            Err(error) => error,
        };
        if !self.has_failed.swap(true, Ordering::Relaxed) {
            let error: &dyn std::error::Error = &error;
            tracing::warn!(error, limit = self.name, "calls are not counted together");
        }
        match self.on_failure {
            OnFailure::Local => self.local.check(&key).map_err(too_many),
            OnFailure::Refuse => {
                let text = "the limit of calls cannot be checked; this one was not begun";
                Err(ToolError::new(text)
                    .code("unavailable")
                    .retry_after(RETRY)
                    .nothing_ran())
            }
        }
    }
}

impl<F> fmt::Debug for SharedRateLimit<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedRateLimit")
            .field("name", &self.name)
            .field("allowance", &self.allowance)
            .field("on_failure", &self.on_failure)
            .finish_non_exhaustive()
    }
}

impl<F> Middleware for SharedRateLimit<F>
where
    F: Fn(&Ctx) -> String + Send + Sync + 'static,
{
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let key = (self.key)(call.ctx());
        self.check(key, call.ctx().get::<BoxedQuota>()).await?;
        next.run(call).await
    }
}
