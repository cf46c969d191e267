//! A database that another program holds.

use fusion_core::Ctx;
use fusion_examples::tracker::{registry, store::Store};
use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

#[tokio::test]
async fn a_write_to_a_busy_database_changes_nothing_and_may_be_retried() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("tracker.db");
    let store = Store::open(&path).unwrap();
    let (registry, _) = registry(&store).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();

    // `issues.open` is not idempotent.
    let arguments = json!({"action": "issues.open", "title": "One line"});
    let error = registry
        .call("tracker", arguments.clone(), Ctx::new())
        .await;
    let error = error.unwrap_err();
    assert_eq!(
        error.to_string(),
        "[tracker/issues.open] the database is busy\nRetry after 1 s"
    );
    assert_eq!(error.data(), json!({"code": "busy", "retryAfterMs": 1000}));

    other.execute_batch("ROLLBACK").unwrap();
    registry
        .call("tracker", arguments, Ctx::new())
        .await
        .unwrap();
}
