//! The audit: every call and its outcome, in a table of the tracker's own database.

use std::time::UNIX_EPOCH;

use fusion_core::observe::{Audit, AuditEntry, AuditQueue, AuditSink};

use super::caller::claimed_name;
use super::store::{AuditedCall, Store};

/// The number of calls that may wait to be written.
const QUEUE: usize = 1_024;

/// Returns the observer for the registry, and the queue for [`AuditTable`].
pub(super) fn audit() -> (Audit, AuditQueue) {
    let (audit, queue) = Audit::channel(QUEUE);
    (audit.who(claimed_name), queue)
}

/// Writes entries into the store.
#[derive(Clone, Debug)]
pub struct AuditTable(Store);

impl AuditTable {
    /// Makes the audit table of a store.
    pub fn new(store: Store) -> Self {
        Self(store)
    }
}

impl AuditSink for AuditTable {
    async fn write(&mut self, entries: Vec<AuditEntry>) {
        let count = entries.len();
        let calls = entries.into_iter().map(to_audited_call).collect();
        if let Err(error) = self.0.write_audit(calls).await {
            tracing::error!(count, %error, "calls are missing in the audit");
        }
    }
}

fn to_audited_call(entry: AuditEntry) -> AuditedCall {
    // A system clock before 1970 is wrong, so the time is then recorded as 1970.
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
