//! Notifies subscribers of an issue's URI when the issue changes.

use fusion_core::{StateSync, state_sync::Policy};

/// Declares in state sync which issues each action changes.
pub(super) fn with_notifications(sync: StateSync) -> StateSync {
    const WRITES: [(&str, &str); 11] = [
        ("issues.accept", "{issue}"),
        ("issues.assign", "{issue}"),
        ("issues.close", "{issue}"),
        ("issues.delete", "{issue}"),
        ("comments.add", "{issue}"),
        // The arguments of these actions name no issue, so any issue may have changed.
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
