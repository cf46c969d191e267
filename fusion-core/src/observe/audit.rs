//! Who called what, and how it ended: for a table that others read.

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

/// How many entries a sink is given at once.
const BATCH: usize = 64;

/// One call as an audit keeps it. There are no values of arguments in it, only a fingerprint.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AuditEntry {
    /// When the call ended.
    pub at: SystemTime,
    /// Who called, as [`Audit::who`] says.
    pub who: Option<String>,
    /// The request's id, if there was a request.
    pub request: Option<String>,
    /// The name under which the tool was called, cut if it is long.
    pub name: String,
    /// The tool's own name, if there is such a tool.
    pub tool: Option<&'static str>,
    /// The full key of the action, or what was sent as one.
    pub key: Option<String>,
    /// One word: see [`Ending::name`](crate::observe::Ending::name).
    pub outcome: &'static str,
    /// The error's code, if it has one.
    pub code: Option<String>,
    /// The reference under which the log has the details of an internal error.
    pub reference: Option<String>,
    /// How long the call took.
    pub duration: Duration,
    /// Equal for equal arguments, whatever their order, from version to version: 16 hexadecimal
    /// digits. `None` where the call did not find its action. Secrets do not take part. It tells
    /// repeated calls; it is no proof, and values of few possibilities can be guessed from it.
    pub arguments: Option<String>,
}

/// Where entries go, such as a table.
pub trait AuditSink: Send {
    /// Writes some entries, in the order in which the calls ended. It may wait: calls do not wait
    /// for it.
    fn write(&mut self, entries: Vec<AuditEntry>) -> impl Future<Output = ()> + Send;
}

/// An [`Observer`] that makes one entry of every call, refused and unknown ones too, and puts it
/// into a bounded queue. No call ever waits for the sink: when the queue is full, the entry is
/// dropped and counted.
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
/// // Once the server has ended and the registry is gone, everything is written.
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
    /// An audit whose queue holds so many entries, one at least, and that queue.
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

    /// Who calls, as the context says: usually what a provider left there. The client's name,
    /// unless said otherwise. Where a provider refused the call, its value is not there.
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
        // First the place, so that a full queue costs nothing more.
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

/// The other end of an [`Audit`].
#[derive(Debug)]
pub struct AuditQueue {
    entries: mpsc::Receiver<AuditEntry>,
    dropped: Arc<AtomicU64>,
}

impl AuditQueue {
    /// Writes what comes until the audit is gone and the queue is empty; returns the sink. Spawn
    /// it, and await it after the server has ended. What was dropped in the meantime is logged.
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

    /// The next entry, for whoever has no sink; `None` when the audit is gone.
    pub async fn next(&mut self) -> Option<AuditEntry> {
        self.entries.recv().await
    }

    /// How many entries were dropped because the queue was full.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}
