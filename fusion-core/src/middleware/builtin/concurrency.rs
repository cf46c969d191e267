//! A limit on the number of concurrent calls.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::{
    error::ToolError,
    middleware::{Call, Middleware, Next},
    result::ToolResult,
};

/// Limits the number of concurrent calls. Further calls wait in a queue of fixed length, in order; a
/// call that finds the queue full is refused with a delay after which to retry, because nothing ran.
///
/// A call that is cancelled while it waits leaves the queue. A call that waits for the answer of its user in the
/// middle of the call counts as a running one; the question of `confirm` is asked before. An `Arc<Concurrency>` shares one limit
/// among several places.
///
/// ```
/// use fusion_core::{middleware::Concurrency, Ctx, Registry, tool_group};
/// use serde_json::json;
///
/// struct Printer;
///
/// #[tool_group(name = "printer")]
/// impl Printer {
///     /// Print a page.
///     #[action]
///     async fn print(&self) -> String {
///         tokio::task::yield_now().await;
///         "printed".to_owned()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // One call runs and one waits.
/// let registry = Registry::builder()
///     .middleware(Concurrency::new(1).queue(1))
///     .tool(Printer)
///     .build()?;
/// let print = || registry.call("printer", json!({"action": "print"}), Ctx::new());
/// let (first, second, third) = tokio::join!(print(), print(), print());
/// assert!(first.is_ok() && second.is_ok());
/// assert_eq!(
///     third.unwrap_err().to_string(),
///     "[printer/print] too many calls at once; this one was not begun\nRetry after 1 s"
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Concurrency {
    permits: Semaphore,
    queue: usize,
    waiting: AtomicUsize,
    retry_after: Duration,
}

impl Concurrency {
    /// Allows `limit` concurrent calls, at least one, with an empty queue.
    pub fn new(limit: usize) -> Self {
        Self {
            permits: Semaphore::new(limit.clamp(1, Semaphore::MAX_PERMITS)),
            queue: 0,
            waiting: AtomicUsize::new(0),
            retry_after: Duration::from_secs(1),
        }
    }

    /// Sets the number of calls that may wait for others to finish.
    pub fn queue(mut self, length: usize) -> Self {
        self.queue = length;
        self
    }

    /// Sets the delay after which a refused call should be retried. The default is one second.
    pub fn retry_after(mut self, delay: Duration) -> Self {
        self.retry_after = delay;
        self
    }

    async fn permit(&self) -> Option<SemaphorePermit<'_>> {
        // `try_acquire` does not overtake the queue: the semaphore hands a released permit to the
        // first waiting call.
        if let Ok(permit) = self.permits.try_acquire() {
            return Some(permit);
        }
        let _place = QueuedPermit::acquire(self)?;
        // The semaphore is never closed.
        self.permits.acquire().await.ok()
    }
}

/// A place in the queue, released on drop.
struct QueuedPermit<'c>(&'c AtomicUsize);

impl<'c> QueuedPermit<'c> {
    fn acquire(limit: &'c Concurrency) -> Option<Self> {
        let one_more = |waiting| (waiting < limit.queue).then_some(waiting + 1);
        let (set, get) = (Ordering::AcqRel, Ordering::Acquire);
        limit.waiting.fetch_update(set, get, one_more).ok()?;
        Some(Self(&limit.waiting))
    }
}

impl Drop for QueuedPermit<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Middleware for Concurrency {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let Some(_permit) = self.permit().await else {
            return Err(
                ToolError::new("too many calls at once; this one was not begun")
                    .code("busy")
                    .retry_after(self.retry_after)
                    .nothing_ran(),
            );
        };
        next.run(call).await
    }
}
