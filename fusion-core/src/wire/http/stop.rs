//! Graceful shutdown of a server over HTTP: pending requests get their responses, then the subscription
//! streams end.

use std::{fmt, pin::Pin, sync::Arc, time::Duration};

use tokio::time::{sleep, timeout};
use tokio_util::{
    sync::CancellationToken,
    task::{TaskTracker, task_tracker::TaskTrackerToken},
};

/// The time without a byte after which a server that stops gives up a request that has begun to arrive.
const SILENCE: Duration = Duration::from_secs(1);
/// The time in which some of the cancelled calls end, and the number of such times after which none is waited for.
const CANCELLED: Duration = Duration::from_millis(500);
const MAX_WAITS: u32 = 6;
/// The time in which the services of sessions end after their calls.
const SESSIONS: Duration = Duration::from_secs(1);

/// A handle that shuts down a [router](crate::HttpServer::router). All clones refer to the same router.
#[derive(Clone)]
pub struct HttpStop(Arc<StopState>);

struct StopState {
    /// A tracker with one token for each request whose response has not ended. It is closed as soon as
    /// the shutdown has started.
    pending: TaskTracker,
    /// A token that is cancelled when the shutdown starts.
    stopping: CancellationToken,
    /// A token that is cancelled when no request is pending, or the grace period is over. It cancels the
    /// calls that still run.
    calls: Arc<CancellationToken>,
    /// A token that is cancelled after the calls have ended. The SDK then ends all streams, and would log
    /// an error for each call that still runs.
    streams: CancellationToken,
    /// A tracker with one token for each session whose service has not ended.
    sessions: TaskTracker,
    grace: Duration,
}

impl HttpStop {
    pub(super) fn new(grace: Duration) -> Self {
        Self(Arc::new(StopState {
            pending: TaskTracker::new(),
            stopping: CancellationToken::new(),
            calls: Arc::default(),
            streams: CancellationToken::new(),
            sessions: TaskTracker::new(),
            grace,
        }))
    }

    /// Waits until every request in flight has its response, or the period of [`Server::grace`] is over,
    /// and then ends the subscription streams. Requests that arrive later get 503; the health route
    /// responds with 503 from the start.
    ///
    /// [`Server::grace`]: crate::Server::grace
    pub async fn drain(&self) {
        self.begin();
        self.finish(self.0.grace).await;
    }

    /// Begins the shutdown: the health route responds with 503, and silent clients are not waited for.
    pub(super) fn begin(&self) {
        self.0.pending.close();
        self.0.stopping.cancel();
    }

    /// Waits for the requests in flight, as [`drain`](Self::drain) does, for a part of the grace period.
    pub(super) async fn finish(&self, grace: Duration) {
        if timeout(grace, self.0.pending.wait()).await.is_err() {
            let requests = self.0.pending.len();
            tracing::warn!(requests, "the grace is over; cancelling what still runs");
            self.0.calls.cancel();
            self.wait_for_cancelled().await;
        }
        self.0.calls.cancel();
        self.0.streams.cancel();
        // The end of the runtime would otherwise abort the SDK's tasks in a wrong order.
        self.0.sessions.close();
        if timeout(SESSIONS, self.0.sessions.wait()).await.is_err() {
            let sessions = self.0.sessions.len();
            tracing::warn!(sessions, "sessions have not ended in time");
        }
    }

    /// Waits for cancelled calls as long as some of them end: many calls take longer than one.
    async fn wait_for_cancelled(&self) {
        let mut left = self.0.pending.len();
        for _ in 0..MAX_WAITS {
            let ended = timeout(CANCELLED, self.0.pending.wait()).await.is_ok();
            let before = std::mem::replace(&mut left, self.0.pending.len());
            if ended || left == before {
                return;
            }
        }
    }

    /// Returns a token that a session holds until its service has ended.
    pub(super) fn track_session(&self) -> TaskTrackerToken {
        self.0.sessions.token()
    }

    /// Runs the handling of a request. Returns `None` if the calls were cancelled before its end.
    pub(super) async fn unless_over<F: Future + ?Sized>(
        &self,
        mut handling: Pin<&mut F>,
    ) -> Option<F::Output> {
        tokio::select! {
            biased;
            () = self.0.calls.cancelled() => {}
            response = handling.as_mut() => return Some(response),
        }
        // The SDK would log an error for a response that it cannot send.
        tokio::select! {
            biased;
            () = self.0.streams.cancelled() => {}
            _ = handling => {}
        }
        None
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
        self.0.calls.is_cancelled()
    }

    /// Returns the token that cancels the calls.
    pub(super) fn calls(&self) -> &Arc<CancellationToken> {
        &self.0.calls
    }

    /// Returns the token that is cancelled when the shutdown starts.
    #[cfg(feature = "ask")]
    pub(super) fn stopping(&self) -> CancellationToken {
        self.0.stopping.clone()
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
