//! The end of a server over HTTP: what is owed is answered, what listens is ended.

use std::{fmt, sync::Arc, time::Duration};

use tokio::time::timeout;
use tokio_util::{
    sync::CancellationToken,
    task::{TaskTracker, task_tracker::TaskTrackerToken},
};

/// Ends what a [router](crate::HttpServer::router) serves; all clones end the same.
#[derive(Clone)]
pub struct HttpStop(Arc<StopState>);

struct StopState {
    /// One token for each request whose answer has not ended. Closed from the moment the server
    /// was told to end.
    owed: TaskTracker,
    /// Cancelled when nothing is owed, or the grace is over: the SDK then ends all streams, and
    /// cancels the calls that still run.
    streams: CancellationToken,
    grace: Duration,
}

impl HttpStop {
    pub(super) fn new(grace: Duration) -> Self {
        Self(Arc::new(StopState {
            owed: TaskTracker::new(),
            streams: CancellationToken::new(),
            grace,
        }))
    }

    /// Waits until every request in flight has been answered, or [`Server::grace`] is over; then
    /// ends the streams on which clients listen. Requests that come after that are answered with
    /// 503; the health route has said so from the beginning.
    ///
    /// [`Server::grace`]: crate::Server::grace
    pub async fn drain(&self) {
        self.0.owed.close();
        if timeout(self.0.grace, self.0.owed.wait()).await.is_err() {
            let requests = self.0.owed.len();
            tracing::warn!(requests, "the grace is over; cancelling what still runs");
        }
        self.0.streams.cancel();
    }

    /// What an unanswered request holds.
    pub(super) fn owe(&self) -> TaskTrackerToken {
        self.0.owed.token()
    }

    pub(super) fn is_told(&self) -> bool {
        self.0.owed.is_closed()
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
            .field("owed", &self.0.owed.len())
            .field("told", &self.is_told())
            .field("over", &self.is_over())
            .finish()
    }
}
