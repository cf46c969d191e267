//! Progress of a long action, sent to the client that asked for it.

use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// One report of progress.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProgressUpdate {
    /// How much is done; larger in each update of a call.
    pub done: f64,
    /// How much there is in all, in the same unit, if that is known.
    pub total: Option<f64>,
    /// A sentence for people.
    pub message: Option<String>,
}

/// Where progress goes; the attachment to a transport implements it.
pub trait ProgressSink: Send + Sync {
    /// Sends one update. Resolves when the transport has taken it; a lost client is no error.
    fn send(&self, update: ProgressUpdate) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// Reports how far a long action is, to a client that asked to be told.
///
/// Inject it with `progress: &Progress`. Where nobody listens, reporting does nothing.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<ProgressListener>>);

struct ProgressListener {
    sink: Box<dyn ProgressSink>,
    last: Mutex<LastReport>,
}

/// What was sent last.
struct LastReport {
    // Invariant: the largest `done` that was sent. The protocol wants it to grow.
    done: f64,
    total: Option<f64>,
    /// How many updates were sent.
    count: u64,
}

/// What a sign of life adds to `done`, so little that the next report of the handler is larger.
const SIGN: f64 = 1.0 / 1024.0;

impl Progress {
    /// Progress that goes to `sink`.
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

    /// Whether anybody listens.
    pub fn is_listening(&self) -> bool {
        self.0.is_some()
    }

    /// Reports `done` of `total`. An update that is not larger than the last one is not sent.
    pub async fn report(&self, done: f64, total: Option<f64>) {
        self.send(done, total, None).await;
    }

    /// Reports `done` of `total` with a sentence for people.
    pub async fn report_with(&self, done: f64, total: Option<f64>, message: impl Into<String>) {
        if self.is_listening() {
            self.send(done, total, Some(message.into())).await;
        }
    }

    /// How many updates were sent.
    pub(crate) fn sent(&self) -> u64 {
        self.0.as_ref().map_or(0, |listener| listener.last().count)
    }

    /// Says that the action is still at work, without a word about how far it is.
    pub(crate) async fn sign_of_life(&self, message: String) {
        let Some(listener) = &self.0 else { return };
        let (done, total) = {
            let last = listener.last();
            let done = last.done.max(0.0);
            (f64::max(done + SIGN, done.next_up()), last.total)
        };
        self.send(done, total, Some(message)).await;
    }

    async fn send(&self, done: f64, total: Option<f64>, message: Option<String>) {
        let Some(listener) = &self.0 else { return };
        if listener.grows(done, total) {
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
    fn grows(&self, done: f64, total: Option<f64>) -> bool {
        let mut last = self.last();
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

    fn last(&self) -> MutexGuard<'_, LastReport> {
        // A poisoned lock still holds valid numbers.
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
