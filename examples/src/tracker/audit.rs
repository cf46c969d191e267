//! The audit: every call, and how it ended, in a table of the tracker's own database.

use std::time::UNIX_EPOCH;

use fusion_core::observe::{Audit, AuditEntry, AuditQueue, AuditSink};

use super::caller::Caller;
use super::store::{AuditedCall, Store};

/// How many calls may wait to be written down.
const QUEUE: usize = 1_024;

/// The observer for the registry, and the queue for [`AuditTable`].
pub(super) fn audit() -> (Audit, AuditQueue) {
    let (audit, queue) = Audit::channel(QUEUE);
    let audit = audit.who(|ctx| ctx.get::<Caller>().map(|caller| caller.name.clone()));
    (audit, queue)
}

/// Writes entries into the store.
#[derive(Clone, Debug)]
pub struct AuditTable(Store);

impl AuditTable {
    /// The table of a store.
    pub fn new(store: Store) -> Self {
        Self(store)
    }
}

impl AuditSink for AuditTable {
    async fn write(&mut self, entries: Vec<AuditEntry>) {
        let count = entries.len();
        let calls = entries.into_iter().map(audited).collect();
        if let Err(error) = self.0.write_audit(calls).await {
            tracing::error!(count, %error, "calls are missing in the audit");
        }
    }
}

fn audited(entry: AuditEntry) -> AuditedCall {
    // A clock before 1970 is wrong anyway.
    let since = entry.at.duration_since(UNIX_EPOCH).unwrap_or_default();
    AuditedCall {
        at: i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
        who: entry.who,
        request: entry.request,
        tool: entry.name,
        action: entry.key,
        outcome: entry.outcome.to_owned(),
        code: entry.code,
        reference: entry.reference,
        micros: i64::try_from(entry.duration.as_micros()).unwrap_or(i64::MAX),
        arguments: entry.arguments,
    }
}
