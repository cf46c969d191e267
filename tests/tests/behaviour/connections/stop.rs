//! A stop while requests arrive: those that have arrived are answered, and later ones are not read.

use std::{collections::BTreeSet, time::Duration};

use fusion_core::{Server, server_info};
use fusion_tests::{
    desk::Desk,
    wire::{Wire, modern, patient, request},
};
use serde_json::{Value, json};

use super::text;

/// Returns the lines of calls whose answers are their ids.
fn lines(call: fn(u64, &str, Value) -> Value, action: &str, calls: u64) -> String {
    let lines = (1..=calls).map(|n| {
        let params = json!({"name": "desk", "arguments": {"action": action, "n": n}});
        format!("{}\n", call(n, "tools/call", params))
    });
    lines.collect()
}

/// Reads to the end of the server, and returns the ids of the answers.
async fn ids(wire: Wire) -> BTreeSet<u64> {
    let (answers, ended) = wire.end().await;
    ended.unwrap();
    let count = answers.len();
    let ids = answers.iter().map(|answer| {
        let id = answer["id"].as_u64().unwrap();
        assert_eq!(text(answer), id.to_string(), "{answer}");
        id
    });
    let ids: BTreeSet<_> = ids.collect();
    assert_eq!(ids.len(), count);
    ids
}

#[tokio::test]
async fn requests_that_have_arrived_at_a_stop_are_answered() {
    for lane in [true, false] {
        let server = || Server::new(Desk::new().registry(), server_info!()).lane(lane);
        let mut stateless = Wire::serve(server());
        let lines_of = lines(modern, "echo", 180);
        stateless.send_bytes(lines_of.as_bytes()).await;
        stateless.stop();
        assert_eq!(ids(stateless).await, (1..=180).collect(), "lane: {lane}");

        let mut legacy = Wire::serve(server());
        legacy.shake_hands().await;
        let lines_of = lines(request, "echo", 180);
        legacy.send_bytes(lines_of.as_bytes()).await;
        legacy.stop();
        assert_eq!(ids(legacy).await, (1..=180).collect(), "lane: {lane}");
    }
}

#[tokio::test]
async fn requests_beyond_the_limit_that_have_arrived_at_a_stop_are_answered() {
    for lane in [true, false] {
        let desk = Desk::new();
        let mut wire = Wire::serve(Server::new(desk.registry(), server_info!()).lane(lane));
        wire.shake_hands().await;
        // Some run, some are held, and some are not even parsed.
        let lines_of = lines(request, "wait", 400);
        wire.send_bytes(lines_of.as_bytes()).await;
        wire.stop();
        patient(desk.until_running(128)).await;
        desk.gate.add_permits(1);
        assert_eq!(ids(wire).await, (1..=400).collect(), "lane: {lane}");
    }
}

/// No clock shows the end of such a time.
#[tokio::test]
async fn the_grace_period_may_be_endless() {
    let server = Server::new(Desk::new().registry(), server_info!());
    let mut wire = Wire::serve(server.grace(Duration::MAX));
    wire.shake_hands().await;
    wire.send_bytes(lines(request, "echo", 3).as_bytes()).await;
    wire.stop();
    assert_eq!(ids(wire).await, (1..=3).collect());
}

#[tokio::test]
async fn a_client_that_writes_on_and_on_does_not_hold_up_a_stop() {
    const CALLS: u64 = 600;
    for lane in [true, false] {
        let mut wire = Wire::serve(Server::new(Desk::new().registry(), server_info!()).lane(lane));
        wire.shake_hands().await;
        let measured = "x".repeat(60_000);
        let params = json!({"name": "desk", "arguments": {"action": "measure", "text": measured}});
        let calls = (1..=CALLS).map(|n| format!("{}\n", request(n, "tools/call", params.clone())));
        let lines: Vec<_> = calls.collect();
        let writing = wire.send_all_and_close(lines.concat().into_bytes());
        wire.receive().await;
        wire.stop();
        let (answers, ended) = wire.end().await;
        ended.unwrap();
        assert!(answers.len() < 500, "{} answers", answers.len());
        writing.abort();
    }
}

#[tokio::test]
async fn what_comes_after_a_stop_is_not_read() {
    let desk = Desk::new();
    let mut wire = Wire::legacy(desk.registry()).await;
    wire.call(1, "desk", json!({"action": "wait", "n": 1}))
        .await;
    patient(desk.until_running(1)).await;
    wire.stop();
    tokio::time::sleep(Duration::from_millis(500)).await;
    wire.call(2, "desk", json!({"action": "echo", "n": 2}))
        .await;
    desk.gate.add_permits(1);
    assert_eq!(ids(wire).await, [1].into());
}
