//! Graceful shutdown of a server over HTTP: pending requests get their responses, then the subscription
//! streams end.

use std::{fmt, sync::Arc, time::Duration};

use tokio::time::{sleep, timeout};
use tokio_util::{
    sync::CancellationToken,
    task::{TaskTracker, task_tracker::TaskTrackerToken},
};

/// The time without a byte after which a server that stops gives up a request that has begun to arrive.
const SILENCE: Duration = Duration::from_secs(1);

/// A handle that shuts down a [router](crate::HttpServer::router). All clones refer to the same router.
#[derive(Clone)]
pub struct HttpStop(Arc<StopState>);

struct StopState {
    /// A tracker with one token for each request whose response has not ended. It is closed as soon as
    /// the shutdown has started.
    pending: TaskTracker,
    /// A token that is cancelled when the shutdown starts.
    stopping: CancellationToken,
    /// A token that is cancelled when no request is pending, or the grace period is over. The SDK then
    /// ends all streams and cancels the calls that still run.
    streams: CancellationToken,
    grace: Duration,
}

impl HttpStop {
    pub(super) fn new(grace: Duration) -> Self {
        Self(Arc::new(StopState {
            pending: TaskTracker::new(),
            stopping: CancellationToken::new(),
            streams: CancellationToken::new(),
            grace,
        }))
    }

    /// Waits until every request in flight has its response, or the period of [`Server::grace`] is over,
    /// and then ends the subscription streams. Requests that arrive later get 503; the health route
    /// responds with 503 from the start.
    ///
    /// [`Server::grace`]: crate::Server::grace
    pub async fn drain(&self) {
        self.0.pending.close();
        self.0.stopping.cancel();
        if timeout(self.0.grace, self.0.pending.wait()).await.is_err() {
            let requests = self.0.pending.len();
            tracing::warn!(requests, "the grace is over; cancelling what still runs");
        }
        self.0.streams.cancel();
    }

    /// Returns a token that keeps the server from ending; a pending request holds it.
    pub(super) fn track_request(&self) -> TaskTrackerToken {
        self.0.pending.token()
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.0.pending.is_closed()
    }

    /// Waits until the shutdown has started and a client has been silent for too long, from now on.
    pub(super) async fn silence(&self) {
        self.0.stopping.cancelled().await;
        sleep(SILENCE).await;
    }

    pub(super) fn is_over(&self) -> bool {
        self.0.streams.is_cancelled()
    }

    pub(super) fn streams(&self) -> CancellationToken {
        self.0.streams.clone()
    }

    pub(super) fn grace(&self) -> Duration {
        self.0.grace
    }
}

impl fmt::Debug for HttpStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpStop")
            .field("pending", &self.0.pending.len())
            .field("stopping", &self.is_stopping())
            .field("over", &self.is_over())
            .finish()
    }
}
