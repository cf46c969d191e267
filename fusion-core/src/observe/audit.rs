//! Audit: an observer that records the caller, the action and the ending of each call for a
//! database table.

mod fingerprint;

use std::{
    fmt,
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use tokio::sync::mpsc;

use fingerprint::fingerprint;

use crate::{
    ctx::Ctx,
    observe::{CallRecord, Observer, Outcome},
};

/// Greatest number of entries that a sink receives at once.
const BATCH: usize = 64;

/// One call as an audit records it. The entry contains no argument values, only a fingerprint.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AuditEntry {
    /// Time at which the call ended.
    pub at: SystemTime,
    /// Caller, as [`Audit::who`] returns it.
    pub who: Option<String>,
    /// Id of the request, if there was a request.
    pub request: Option<String>,
    /// Name under which the tool was called, truncated if it is long.
    pub name: String,
    /// Registered name of the tool, if such a tool exists.
    pub tool: Option<&'static str>,
    /// Full key of the action, or the key that the client sent.
    pub key: Option<String>,
    /// Ending as one word: see [`Ending::name`](crate::observe::Ending::name).
    pub outcome: &'static str,
    /// Code of the error, if it has one.
    pub code: Option<String>,
    /// Reference under which the log has the details of an internal error.
    pub reference: Option<String>,
    /// Duration of the call.
    pub duration: Duration,
    /// Fingerprint of the arguments: 16 hexadecimal digits, equal for equal arguments in any order
    /// and in every version of the crate. `None` if the call's action was not found. Secrets are
    /// left out. It identifies repeated calls; it is not cryptographic, so values from a small set
    /// can be guessed from it.
    pub arguments: Option<String>,
}

/// A destination of audit entries, such as a database table. [`Audit`] has an example.
pub trait AuditSink: Send {
    /// Writes entries in the order in which their calls ended. It may wait: calls do not wait for
    /// it.
    fn write(&mut self, entries: Vec<AuditEntry>) -> impl Future<Output = ()> + Send;
}

/// An [`Observer`] that sends one entry for every call, refused and unknown ones included, to a
/// bounded queue. Calls never wait for the sink: if the queue is full, the entry is dropped and
/// counted.
///
/// ```
/// use fusion_core::{observe::{Audit, AuditEntry, AuditSink}, Ctx, Registry};
///
/// #[derive(Default)]
/// struct Table(Vec<AuditEntry>);
///
/// impl AuditSink for Table {
///     async fn write(&mut self, entries: Vec<AuditEntry>) {
///         self.0.extend(entries); // one transaction
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (audit, queue) = Audit::channel(1_024);
/// let writer = tokio::spawn(queue.write_to(Table::default()));
/// let registry = Registry::builder().observe(audit).build()?;
///
/// registry.call("nothing", serde_json::Value::Null, Ctx::new()).await.unwrap_err();
///
/// // After the server has ended and the registry is dropped, all entries are written.
/// drop(registry);
/// let table = writer.await?;
/// assert_eq!(table.0[0].outcome, "unknown_tool");
/// # Ok(())
/// # }
/// ```
pub struct Audit {
    who: CallerFields,
    entries: mpsc::Sender<AuditEntry>,
    dropped: Arc<AtomicU64>,
}

type CallerFields = Box<dyn Fn(&Ctx) -> Option<String> + Send + Sync>;

impl Audit {
    /// Creates an audit and its queue, which holds `length` entries, at least one.
    pub fn channel(length: usize) -> (Self, AuditQueue) {
        let (sender, receiver) = mpsc::channel(length.clamp(1, 1 << 20));
        let dropped = Arc::new(AtomicU64::new(0));
        let audit = Self {
            who: Box::new(client),
            entries: sender,
            dropped: Arc::clone(&dropped),
        };
        let queue = AuditQueue {
            entries: receiver,
            dropped,
        };
        (audit, queue)
    }

    /// Sets the function that returns the caller from the context, usually from a provider's value.
    /// The default is the client's name. If a provider refused the call, its value is absent.
    pub fn who<F>(mut self, who: F) -> Self
    where
        F: Fn(&Ctx) -> Option<String> + Send + Sync + 'static,
    {
        self.who = Box::new(who);
        self
    }
}

fn client(ctx: &Ctx) -> Option<String> {
    ctx.client().map(|client| client.name.clone())
}

impl fmt::Debug for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Audit")
            .field("free", &self.entries.capacity())
            .field("dropped", &self.dropped)
            .finish_non_exhaustive()
    }
}

impl Observer for Audit {
    const READS_ARGUMENTS: bool = true;

    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        // A slot is reserved first, so that a full queue costs nothing more.
        let Ok(place) = self.entries.try_reserve() else {
            self.dropped.fetch_add(1, Ordering::Relaxed);
            return;
        };
        let error = outcome.ending().error();
        place.send(AuditEntry {
            at: SystemTime::now(),
            who: (self.who)(call.ctx()),
            request: call.ctx().id().map(str::to_owned),
            name: call.name().to_owned(),
            tool: call.tool().map(|tool| tool.name),
            key: call.key().map(str::to_owned),
            outcome: outcome.ending().name(),
            code: error.and_then(|error| error.code_text().map(str::to_owned)),
            reference: error.and_then(|error| error.reference().map(str::to_owned)),
            duration: outcome.duration(),
            arguments: call.arguments().map(fingerprint),
        });
    }
}

/// Receiving end of an [`Audit`].
#[derive(Debug)]
pub struct AuditQueue {
    entries: mpsc::Receiver<AuditEntry>,
    dropped: Arc<AtomicU64>,
}

impl AuditQueue {
    /// Writes entries to the sink until the audit is dropped and the queue is empty; returns the
    /// sink. Spawn it, and await it after the server has ended. The count of dropped entries is
    /// logged.
    pub async fn write_to<S: AuditSink>(mut self, mut sink: S) -> S {
        let mut told = 0;
        loop {
            let mut entries = Vec::new();
            let count = self.entries.recv_many(&mut entries, BATCH).await;
            let dropped = self.dropped();
            if dropped > told {
                let entries = dropped - told;
                tracing::warn!(entries, "the audit's queue was full; entries are lost");
                told = dropped;
            }
            if count == 0 {
                return sink;
            }
            sink.write(entries).await;
        }
    }

    /// Receives the next entry, for servers without a sink. Returns `None` after the audit is
    /// dropped.
    pub async fn next(&mut self) -> Option<AuditEntry> {
        self.entries.recv().await
    }

    /// Returns the number of entries that were dropped because the queue was full.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}
