//! Who reads an issue by its URI is told when it changes.

use fusion_core::{StateSync, state_sync::Policy};

/// Adds to state sync which issues a write changes.
pub(super) fn notifying(sync: StateSync) -> StateSync {
    const WRITES: [(&str, &str); 10] = [
        ("issues.assign", "{issue}"),
        ("issues.close", "{issue}"),
        ("issues.delete", "{issue}"),
        ("comments.add", "{issue}"),
        // A comment does not say by its number whose it is, and neither do labels and members:
        // then any issue may have changed.
        ("comments.delete", "{any}"),
        ("labels.attach", "{issue}"),
        ("labels.detach", "{issue}"),
        ("labels.rename", "{any}"),
        ("labels.delete", "{any}"),
        ("members.remove", "{any}"),
    ];
    WRITES.iter().fold(sync, |sync, (action, issue)| {
        let policy = Policy::new(format!("tracker/{action}"));
        sync.policy(policy.notifies([format!("tracker://issues/{issue}")]))
    })
}
