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

/// A number type in which [`Progress::report`] takes an amount of work.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an amount of work",
    label = "not a number"
)]
pub trait WorkAmount: Send {
    /// Converts the amount, approximately if it exceeds 2^53.
    fn into_f64(self) -> f64;
}

/// A total amount of work for [`Progress::report`]: a number, or an `Option<f64>`. No other `Option` is one,
/// so that `None` needs no type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a total amount of work",
    label = "neither a number nor an `Option<f64>`",
    note = "write a known total as a number without `Some`, an unknown one as `None`, and another `Option` as an `Option<f64>`"
)]
pub trait WorkTotal: Send {
    /// Converts the total; `None` if it is unknown.
    fn into_total(self) -> Option<f64>;
}

/// Implements both traits for number types. A macro, because `From` converts only some of them to `f64`.
macro_rules! __fusion_amounts {
    ($($number:ty)*) => {$(
        impl WorkAmount for $number {
            #[allow(clippy::cast_lossless, clippy::cast_precision_loss)]
            fn into_f64(self) -> f64 {
                self as f64
            }
        }

        impl WorkTotal for $number {
            fn into_total(self) -> Option<f64> {
                Some(self.into_f64())
            }
        }
    )*};
}

__fusion_amounts!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64);

impl WorkTotal for Option<f64> {
    fn into_total(self) -> Self {
        self
    }
}

/// A receiver of progress updates, implemented for the transport.
///
/// ```
/// use std::pin::Pin;
///
/// use fusion_core::ctx::{ProgressSink, ProgressUpdate};
///
/// struct StandardError;
///
/// impl ProgressSink for StandardError {
///     fn send(&self, update: ProgressUpdate) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
///         Box::pin(async move { eprintln!("{} done", update.done) })
///     }
/// }
/// ```
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

    /// Reports `done` of `total`, each of any number type; `None` for an unknown total. An update is sent
    /// only if `done` is larger than in the last one.
    ///
    /// ```
    /// use fusion_core::Progress;
    ///
    /// async fn import(rows: &[String], progress: &Progress) {
    ///     for (index, row) in rows.iter().enumerate() {
    ///         // … import the row …
    ///         # let _ = row;
    ///         progress.report(index + 1, rows.len()).await;
    ///     }
    /// }
    /// # let _ = import;
    /// ```
    pub async fn report(&self, done: impl WorkAmount, total: impl WorkTotal) {
        self.send(done.into_f64(), total.into_total(), None).await;
    }

    /// Reports `done` of `total` with a message for people.
    pub async fn report_with(
        &self,
        done: impl WorkAmount,
        total: impl WorkTotal,
        message: impl Into<String>,
    ) {
        if self.is_listening() {
            let message = Some(message.into());
            self.send(done.into_f64(), total.into_total(), message)
                .await;
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
