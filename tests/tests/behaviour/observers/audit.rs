//! The audit: an observer that hands its records to a writer.

use std::sync::Arc;

use fusion_core::{
    Ctx, Registry, ToolError,
    ctx::Client,
    observe::{Audit, AuditEntry, AuditSink},
};
use serde_json::json;

use super::{Desk, call};

#[derive(Default)]
struct Table(Vec<AuditEntry>);

impl AuditSink for Table {
    async fn write(&mut self, entries: Vec<AuditEntry>) {
        self.0.extend(entries);
    }
}

#[tokio::test]
async fn an_audit_writes_who_what_and_how_it_ended_for_refused_calls_too() {
    let (audit, queue) = Audit::channel(16);
    let writer = tokio::spawn(queue.write_to(Table::default()));
    let registry = Registry::builder()
        .observe(audit)
        .guard(|call| match call.key() {
            "login" => Err(ToolError::new("closed").code("closed")),
            _ => Ok(()),
        })
        .tool(Desk)
        .build()
        .unwrap();
    let client = Arc::new(Client::new("ada", "1"));
    for arguments in [
        json!({"action": "echo", "n": 1}),
        json!({"n": 1, "action": "echo"}),
        json!({"action": "echo", "n": 2}),
        json!({"action": "login", "pin": "hunter2"}),
        json!({"action": "boom"}),
    ] {
        let ctx = Ctx::new().with_client(Arc::clone(&client)).with_id("7");
        let _ = registry.call("desk", arguments, ctx).await;
    }
    drop(registry);
    let entries = writer.await.unwrap().0;
    let told: Vec<_> = entries
        .iter()
        .map(|entry| {
            assert_eq!(
                (entry.who.as_deref(), entry.request.as_deref()),
                (Some("ada"), Some("7"))
            );
            let key = entry.key.as_deref().unwrap();
            (entry.tool, key, entry.outcome, entry.code.as_deref())
        })
        .collect();
    let desk = Some("desk");
    assert_eq!(
        told,
        [
            (desk, "echo", "answered", None),
            (desk, "echo", "answered", None),
            (desk, "echo", "answered", None),
            (desk, "login", "refused", Some("closed")),
            (desk, "boom", "panicked", None),
        ]
    );
    assert_eq!(entries[0].arguments, entries[1].arguments);
    assert_ne!(entries[0].arguments, entries[2].arguments);
    assert!(entries[4].reference.is_some());
}

#[tokio::test]
async fn an_audit_that_nobody_reads_drops_and_counts_and_holds_nobody_up() {
    let (audit, mut queue) = Audit::channel(2);
    let registry = Registry::builder()
        .observe(audit)
        .tool(Desk)
        .build()
        .unwrap();
    for n in 0..5 {
        assert_eq!(
            call(&registry, "desk", json!({"action": "echo", "n": n})).await,
            "ok"
        );
    }
    assert_eq!(queue.dropped(), 3);
    drop(registry);
    let mut left = 0;
    while queue.next().await.is_some() {
        left += 1;
    }
    assert_eq!(left, 2);
}
