//! A time limit for calls.

#[cfg(feature = "ask")]
use std::{
    future::{Future, poll_fn},
    pin::Pin,
    task::Poll,
};
use std::{pin::pin, time::Duration};

#[cfg(feature = "ask")]
use tokio::time::Instant;

use super::{format_duration, poll_once};
use crate::{
    ctx::Cancellation,
    error::ToolError,
    middleware::{Call, Middleware, MiddlewareNames, Next},
    result::ToolResult,
};

/// Returns an error if the inner chain takes too long, and cancels it: its future is dropped at its
/// next `.await`, and its [`Cancellation`] fires, so that work on other threads can stop.
///
/// The time in which an action waits for the answer of its user does not count.
///
/// The hint of the error asks the model for a smaller request, and suggests a retry only if the action
/// is idempotent. A handler that never awaits cannot be stopped.
///
/// In the attribute of a block or of an action, `timeout = "5s"` has the same effect. It replaces each
/// `Timeout` further outside, that of the registry or of a struct, shorter or longer: a registry that limits
/// all calls to 30 s therefore leaves an export with `timeout = "10m"` its ten minutes. Metadata name the
/// limits that apply.
///
/// ```
/// use std::time::Duration;
///
/// use fusion_core::{Ctx, Registry, middleware::Timeout, tool_group};
/// use serde_json::json;
///
/// struct Reports;
///
/// #[tool_group(name = "reports")]
/// impl Reports {
///     /// Write the report of a year.
///     #[action(read_only)]
///     async fn year(&self) -> String {
///         std::future::pending().await
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder()
///     .middleware(Timeout::new(Duration::from_millis(50)))
///     .tool(Reports)
///     .build()?;
/// let result = registry.call("reports", json!({"action": "year"}), Ctx::new()).await;
/// assert_eq!(
///     result.unwrap_err().to_string(),
///     "[reports/year] no answer within 50 ms, so it was stopped\n\
///      Hint: Ask for less at once, or call again."
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Timeout(Duration);

impl Timeout {
    /// Limits calls to `limit`.
    pub const fn new(limit: Duration) -> Self {
        Self(limit)
    }

    /// Limits calls to this many seconds.
    pub const fn secs(seconds: u64) -> Self {
        Self::new(Duration::from_secs(seconds))
    }

    /// Runs the rest of the chain within the limit.
    ///
    /// The time in which the call waits for its user does not count.
    async fn limit(self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let idempotent = call.spec().hints.idempotent;
        let token = call.ctx().cancellation().child();
        let inner = Cancellation::from(token.clone());
        let outer = call.ctx_mut().replace_cancellation(inner);
        // Fires when the time is over, and when this future is dropped.
        let cancels = token.drop_guard();
        #[cfg(feature = "ask")]
        let asking = call.ctx().asking().cloned();
        let result = {
            let mut running = pin!(next.run(call));
            match poll_once(running.as_mut()).await {
                Some(result) => Ok(result),
                #[cfg(feature = "ask")]
                None if asking.is_some() => {
                    let is_paused = || asking.as_ref().is_some_and(|asking| asking.is_waiting());
                    paused_timeout(self.0, running, is_paused).await
                }
                None => tokio::time::timeout(self.0, running).await.map_err(drop),
            }
        };
        call.ctx_mut().replace_cancellation(outer);
        match result {
            Ok(result) => {
                cancels.disarm();
                result
            }
            Err(()) => Err(self.error(idempotent)),
        }
    }

    /// Returns the name with the limit, for metadata.
    fn name(self) -> String {
        format!("Timeout({})", format_duration(self.0))
    }

    fn error(&self, idempotent: bool) -> ToolError {
        let message = format!(
            "no answer within {}, so it was stopped",
            format_duration(self.0)
        );
        ToolError::timed_out(message).hint(if idempotent {
            "Ask for less at once, or call again."
        } else {
            "A part of it may have been done: look before you call again."
        })
    }
}

/// Runs a future within a limit that does not count the time in which it is paused. The future is paused and
/// continues in its own polls only.
#[cfg(feature = "ask")]
async fn paused_timeout<F: Future>(
    limit: Duration,
    mut running: Pin<&mut F>,
    is_paused: impl Fn() -> bool,
) -> Result<F::Output, ()> {
    let mut left = limit;
    let mut clock = pin!(tokio::time::sleep(limit));
    // `None` while the future is paused.
    let mut runs_since = (!is_paused()).then(Instant::now);
    poll_fn(|cx| {
        if let Poll::Ready(result) = running.as_mut().poll(cx) {
            return Poll::Ready(Ok(result));
        }
        match (is_paused(), runs_since) {
            (true, Some(since)) => {
                left = left.saturating_sub(since.elapsed());
                runs_since = None;
            }
            (false, None) => {
                runs_since = Some(Instant::now());
                // A time that no clock can show is as good as none.
                if let Some(end) = Instant::now().checked_add(left) {
                    clock.as_mut().reset(end);
                }
            }
            _ => {}
        }
        if runs_since.is_none() {
            return Poll::Pending;
        }
        clock.as_mut().poll(cx).map(|()| Err(()))
    })
    .await
}

impl Middleware for Timeout {
    fn names(&self, into: &mut MiddlewareNames) {
        if !into.awaits_row_limit {
            into.push(self.name());
        }
    }

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        if call.awaits_row_limit {
            next.run(call).await
        } else {
            self.limit(call, next).await
        }
    }
}

/// The middleware of `timeout = "5s"` on a block or its actions: it limits each action to the time in
/// the action's row.
#[derive(Clone, Copy, Debug)]
pub struct ActionTimeout;

impl Middleware for ActionTimeout {
    fn names(&self, into: &mut MiddlewareNames) {
        if let Some(limit) = into.spec().timeout {
            into.awaits_row_limit = false;
            into.push(Timeout::new(limit).name());
        }
    }

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        match call.spec().timeout {
            Some(limit) => {
                call.awaits_row_limit = false;
                Timeout::new(limit).limit(call, next).await
            }
            None => next.run(call).await,
        }
    }
}
