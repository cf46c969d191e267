//! Progress of a long action, sent to a client that requested it.

use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// One progress update.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProgressUpdate {
    /// The amount of work that is done. It grows with each update of a call.
    pub done: f64,
    /// The total amount of work in the same unit, if it is known.
    pub total: Option<f64>,
    /// A message for people.
    pub message: Option<String>,
}

/// A receiver of progress updates, implemented for the transport.
pub trait ProgressSink: Send + Sync {
    /// Sends one update. The future resolves when the transport has accepted it; a disconnected client
    /// is not an error.
    fn send(&self, update: ProgressUpdate) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// A channel for the progress of a long action, to a client that requested progress.
///
/// Inject it with `progress: &Progress`. A report does nothing if the client requested no progress.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<ProgressListener>>);

struct ProgressListener {
    sink: Box<dyn ProgressSink>,
    last: Mutex<LastReport>,
}

/// The values of the last update.
struct LastReport {
    // Invariant: the largest `done` that was sent. The protocol requires it to grow.
    done: f64,
    total: Option<f64>,
    /// The number of updates that were sent.
    count: u64,
}

/// The increase of `done` by a heartbeat, so small that the next report of the handler is larger.
const HEARTBEAT_STEP: f64 = 1.0 / 1024.0;

impl Progress {
    /// Creates a channel that sends updates to `sink`.
    pub fn to(sink: impl ProgressSink + 'static) -> Self {
        Self(Some(Arc::new(ProgressListener {
            sink: Box::new(sink),
            last: Mutex::new(LastReport {
                done: f64::NEG_INFINITY,
                total: None,
                count: 0,
            }),
        })))
    }

    /// Returns true if a client receives the updates.
    pub fn is_listening(&self) -> bool {
        self.0.is_some()
    }

    /// Reports `done` of `total`. An update is sent only if `done` is larger than in the last one.
    pub async fn report(&self, done: f64, total: Option<f64>) {
        self.send(done, total, None).await;
    }

    /// Reports `done` of `total` with a message for people.
    pub async fn report_with(&self, done: f64, total: Option<f64>, message: impl Into<String>) {
        if self.is_listening() {
            self.send(done, total, Some(message.into())).await;
        }
    }

    /// Returns the number of updates that were sent.
    pub(crate) fn sent_count(&self) -> u64 {
        self.0
            .as_ref()
            .map_or(0, |listener| listener.lock_report().count)
    }

    /// Sends an update for an action that is still running and has reported no progress.
    pub(crate) async fn send_heartbeat(&self, message: String) {
        let Some(listener) = &self.0 else { return };
        let (done, total) = {
            let last = listener.lock_report();
            let done = last.done.max(0.0);
            (f64::max(done + HEARTBEAT_STEP, done.next_up()), last.total)
        };
        self.send(done, total, Some(message)).await;
    }

    async fn send(&self, done: f64, total: Option<f64>, message: Option<String>) {
        let Some(listener) = &self.0 else { return };
        if listener.record_increase(done, total) {
            let update = ProgressUpdate {
                done,
                total,
                message,
            };
            listener.sink.send(update).await;
        }
    }
}

impl ProgressListener {
    fn record_increase(&self, done: f64, total: Option<f64>) -> bool {
        let mut last = self.lock_report();
        let grows = done > last.done;
        if grows {
            *last = LastReport {
                done,
                total,
                count: last.count + 1,
            };
        }
        grows
    }

    fn lock_report(&self) -> MutexGuard<'_, LastReport> {
        // The numbers behind a poisoned lock are still valid.
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("listening", &self.is_listening())
            .finish()
    }
}
