//! The contents of the database after a clean exit and after a kill.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use fusion_examples::tracker::store::{Filter, IssueId, Store};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Builder;

use super::fixture::{Fixture, issue_titled};

#[tokio::test]
async fn reopening_finds_what_was_stored_and_seeds_nothing_again() {
    let f = Fixture::new();
    let created = f.store.create(issue_titled("keep me")).await.unwrap();
    f.store.delete(IssueId(2)).await.unwrap();
    let path = f.path();
    let dir = f.close();

    let store = Store::open(&path).unwrap();
    assert_eq!(store.get(created.id).await.unwrap(), created);
    assert_eq!(store.list(Filter::default()).await.unwrap().total, 6);
    drop((store, dir));
}

#[tokio::test]
async fn a_tracker_whose_issues_were_all_deleted_is_not_seeded_again() {
    let f = Fixture::new();
    for n in 1..=6 {
        f.store.delete(IssueId(n)).await.unwrap();
    }
    let path = f.path();
    let _dir = f.close();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.list(Filter::default()).await.unwrap().total, 0);
}

#[test]
fn what_the_server_acknowledged_survives_a_kill() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("tracker.db");
    let mut server = Command::new(env!("CARGO_BIN_EXE_tracker"))
        .args(["stdio", "--db"])
        .arg(&path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    // Far more than will be answered, so that the kill comes in the middle of a write.
    for id in 0..500 {
        writeln!(input, "{}", open(id)).unwrap();
    }
    let lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let acknowledged: Vec<IssueId> = lines.take(25).map(|line| opened(&line.unwrap())).collect();
    // On Unix this is SIGKILL.
    server.kill().unwrap();
    server.wait().unwrap();

    let store = Store::open(&path).unwrap();
    let runtime = Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        for id in acknowledged {
            assert_eq!(store.get(id).await.unwrap().title, "acknowledged");
        }
        store.create(issue_titled("and it works on")).await.unwrap();
    });
}

/// A call of the stateless era: no handshake, everything in the request.
fn open(id: u64) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
        "name": "tracker",
        "arguments": {"action": "issues.open", "title": "acknowledged"},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {}
        }
    }})
}

/// Returns the number of the issue in a response.
fn opened(line: &str) -> IssueId {
    let answer: Value = serde_json::from_str(line).unwrap();
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    let issue: Value = serde_json::from_str(text).unwrap();
    IssueId(issue["id"].as_u64().unwrap())
}
