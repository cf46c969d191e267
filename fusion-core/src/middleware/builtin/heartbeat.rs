//! Signs of life of slow actions.

use std::{pin::pin, time::Duration};

use tokio::time::{Instant, sleep};

use super::{at_once, in_words};
use crate::{
    ctx::Progress,
    middleware::{Call, Middleware, Next},
    result::ToolResult,
};

/// Tells a client that asked for progress, again and again, that an action is still at work:
/// clients give a call up when they hear nothing for a minute or so.
///
/// It is silent while the handler reports progress by itself, and adds next to nothing to what the
/// handler reported. Where nobody asked for progress, and where an action is quick, it does nothing.
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
/// /// A client that counts what it hears.
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
    /// A sign of life every so often, at most one a millisecond.
    pub fn new(every: Duration) -> Self {
        Self(every.max(Duration::from_millis(1)))
    }

    /// A sign of life every so many seconds.
    pub fn secs(seconds: u64) -> Self {
        Self::new(Duration::from_secs(seconds))
    }

    /// Never ends.
    async fn beat(self, progress: Progress) {
        let began = Instant::now();
        let mut sent = progress.sent();
        loop {
            sleep(self.0).await;
            // Who has just been heard need not say that he is alive.
            if progress.sent() == sent {
                let time = match began.elapsed() {
                    long if long.as_secs() > 0 => Duration::from_secs(long.as_secs()),
                    short => short,
                };
                let message = format!("still at work after {}", in_words(time));
                progress.sign_of_life(message).await;
            }
            sent = progress.sent();
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
        if let Some(result) = at_once(running.as_mut()).await {
            return result;
        }
        tokio::select! {
            biased;
            result = running => result,
            // A slow client does not hold up the handler: both are polled.
            () = self.beat(progress) => std::future::pending().await,
        }
    }
}
