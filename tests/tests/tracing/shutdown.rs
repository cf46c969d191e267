//! A shutdown in the log: no error that is none.

use std::time::Duration;

use fusion_core::{Server, server_info};
use fusion_tests::{
    desk::Desk,
    http::{Reply, Served},
    wire::{LEGACY, Wire, request},
};
use serde_json::json;

use super::calls::captured_log;

pub(super) fn errors(mut lines: Vec<String>) -> Vec<String> {
    lines.retain(|line| line.contains("ERROR"));
    lines
}

/// The session's tasks are what the end of a runtime aborts, which the log must not show either.
#[tokio::test]
async fn idle_sessions_end_before_the_server_does() {
    let lines = captured_log(async {
        let served = Served::with(Desk::new().registry(), |http| http.legacy_sessions(true));
        for _ in 0..50 {
            assert_eq!(served.client.initialize().await.status, 200);
        }
        served.end().await;
        let tasks = tokio::runtime::Handle::current()
            .metrics()
            .num_alive_tasks();
        // Those of the SDK that have told the session's end, and the one that looks for idle sessions.
        assert!(tasks < 50, "{tasks} tasks");
    })
    .await;
    assert_eq!(errors(lines), Vec::<String>::new());
}

#[tokio::test]
async fn a_call_that_outlasts_the_grace_is_no_error() {
    for sessions in [false, true] {
        let lines = captured_log(async {
            let desk = Desk::new();
            let http = Server::new(desk.registry(), server_info!())
                .grace(Duration::from_millis(50))
                .http();
            let mut served = Served::start(http.legacy_sessions(sessions));
            let mut client = served.client.header("mcp-protocol-version", LEGACY);
            if sessions {
                let hello = client.initialize().await;
                client = client.header("mcp-session-id", hello.header("mcp-session-id").unwrap());
            }
            let arguments = json!({"action": "wait", "n": 1});
            let params = json!({"name": "desk", "arguments": arguments});
            let body = request(1, "tools/call", params).to_string();
            let waiting = client.sent(body.as_bytes()).await;
            desk.until_running(1).await;
            served.stop();
            let reply = Reply::read(waiting).await;
            assert_eq!(reply.status, if sessions { 200 } else { 503 });
            desk.until_running(0).await;
            served.end().await;
        })
        .await;
        assert_eq!(errors(lines), Vec::<String>::new(), "{sessions}");
    }
}

#[tokio::test]
async fn a_client_that_leaves_without_its_answers_is_no_error() {
    let lines = captured_log(async {
        let desk = Desk::new();
        let mut wire = Wire::legacy(desk.registry()).await;
        for id in 1..=20 {
            wire.call(id, "desk", json!({"action": "wait", "n": id}))
                .await;
        }
        desk.until_running(20).await;
        let served = wire.leave();
        desk.gate.add_permits(20);
        served.await.unwrap().unwrap();
    })
    .await;
    assert_eq!(errors(lines), Vec::<String>::new());
}
