//! Periodic progress updates of slow actions.

use std::{pin::pin, time::Duration};

use tokio::time::{Instant, sleep};

use super::{format_duration, poll_once};
use crate::{
    ctx::Progress,
    middleware::{Call, Middleware, Next},
    result::ToolResult,
};

/// Sends periodic progress updates while an action runs, to a client that requested progress. Clients
/// abort a call that sends nothing for a minute or so.
///
/// It sends nothing while the handler reports progress itself, and increases the handler's last `done`
/// by a negligible amount. It does nothing for calls without a progress token and for quick actions.
///
/// ```
/// use std::{future::Future, pin::Pin, sync::{Arc, Mutex}, time::Duration};
///
/// use fusion_core::{Ctx, middleware::Heartbeat, Progress, ctx::{ProgressSink, ProgressUpdate}, Registry, tool_group};
/// use serde_json::json;
///
/// struct Reports;
///
/// #[tool_group(name = "reports")]
/// impl Reports {
///     /// Write the report of a year.
///     #[action(read_only, with(Heartbeat::new(Duration::from_millis(5))))] // 15 s, in earnest
///     async fn year(&self) -> String {
///         tokio::time::sleep(Duration::from_millis(50)).await;
///         "nothing happened".to_owned()
///     }
/// }
///
/// /// A client that collects the updates.
/// #[derive(Clone, Default)]
/// struct Heard(Arc<Mutex<Vec<ProgressUpdate>>>);
///
/// impl ProgressSink for Heard {
///     fn send(&self, update: ProgressUpdate) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
///         self.0.lock().unwrap().push(update);
///         Box::pin(std::future::ready(()))
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder().tool(Reports).build()?;
/// let heard = Heard::default();
/// let ctx = Ctx::new().with_progress(Progress::to(heard.clone()));
/// registry.call("reports", json!({"action": "year"}), ctx).await?;
/// assert!(!heard.0.lock().unwrap().is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Heartbeat(Duration);

impl Heartbeat {
    /// Sends an update after each interval of `every`, which is at least a millisecond.
    pub fn new(every: Duration) -> Self {
        Self(every.max(Duration::from_millis(1)))
    }

    /// Sends an update each time this many seconds have passed.
    pub fn secs(seconds: u64) -> Self {
        Self::new(Duration::from_secs(seconds))
    }

    /// Sends updates until the future is dropped; it never returns.
    async fn beat(self, progress: Progress) {
        let began = Instant::now();
        let mut sent = progress.sent_count();
        loop {
            sleep(self.0).await;
            // Skips the update if the handler reported progress during the interval.
            if progress.sent_count() == sent {
                let time = match began.elapsed() {
                    long if long.as_secs() > 0 => Duration::from_secs(long.as_secs()),
                    short => short,
                };
                let message = format!("still at work after {}", format_duration(time));
                progress.send_heartbeat(message).await;
            }
            sent = progress.sent_count();
        }
    }
}

impl Middleware for Heartbeat {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let progress = call.ctx().progress();
        if !progress.is_listening() {
            return next.run(call).await;
        }
        let progress = progress.clone();
        let mut running = pin!(next.run(call));
        if let Some(result) = poll_once(running.as_mut()).await {
            return result;
        }
        tokio::select! {
            biased;
            result = running => result,
            // Both futures are polled, so a slow client does not block the handler.
            () = self.beat(progress) => std::future::pending().await,
        }
    }
}
