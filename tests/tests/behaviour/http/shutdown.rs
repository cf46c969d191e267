//! Graceful shutdown: every request is answered, and idle clients do not delay the end.

use std::time::Duration;

use fusion_core::{Server, server::ListChanges, server_info};
use fusion_tests::{
    http::{Client, Reply, Served},
    wire::{LEGACY, MODERN, modern, patient, request},
};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader},
    net::TcpStream,
    task::JoinSet,
};

use super::Desk;

/// Longer than any test is patient.
const AGES: Duration = Duration::from_secs(60 * 60);

pub(super) async fn call(client: &Client, id: u64, action: &str) -> TcpStream {
    let arguments = json!({"action": action, "n": id});
    let params = json!({"name": "desk", "arguments": arguments});
    let body = request(id, "tools/call", params).to_string();
    let client = client.header("mcp-protocol-version", LEGACY);
    client.sent(body.as_bytes()).await
}

/// A session, and a stream on which it listens.
pub(super) async fn listening(served: &Served) -> (Client, BufReader<TcpStream>) {
    let hello = served.client.initialize().await;
    let session = hello.header("mcp-session-id").unwrap();
    let client = served.client.header("mcp-session-id", session);
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(client.post(ready.to_string().as_bytes()).await.status, 202);
    let mut stream = BufReader::new(client.head("GET", "\r\n").await);
    let mut line = String::new();
    patient(stream.read_line(&mut line)).await.unwrap();
    assert_eq!(line, "HTTP/1.1 200 OK\r\n");
    (client, stream)
}

async fn rest(mut stream: BufReader<TcpStream>) {
    let mut rest = Vec::new();
    patient(stream.read_to_end(&mut rest)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_clients_at_once_are_served() {
    let served = Served::new(Desk::new().registry());
    let mut calls = JoinSet::new();
    for n in 0..500 {
        let client = served.client.clone();
        calls.spawn(async move { (n, client.call(json!({"action": "echo", "n": n})).await) });
    }
    let answers = calls.join_all().await;
    assert_eq!(answers.len(), 500);
    assert!(answers.iter().all(|(n, said)| *said == n.to_string()));
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_among_two_hundred_calls_answers_all_of_them() {
    let desk = Desk::new();
    let mut served = Served::new(desk.registry());
    let mut calls = JoinSet::new();
    for id in 1..=100 {
        let stream = call(&served.client, id, "wait").await;
        calls.spawn(async move { (id, Reply::read(stream).await.text()) });
    }
    desk.until_running(100).await;
    for id in 101..=200 {
        let stream = call(&served.client, id, "echo").await;
        calls.spawn(async move { (id, Reply::read(stream).await.text()) });
    }
    // All quick ones have come to the server, and some may not have been answered yet.
    while calls.len() > 150 {
        calls.join_next().await;
    }
    served.stop();
    tokio::time::sleep(Duration::from_millis(50)).await;
    let address = served.client.address;
    let late = TcpStream::connect(address).await;
    assert!(late.is_err(), "a new connection was accepted");
    desk.gate.add_permits(100);
    let answers = calls.join_all().await;
    assert!(answers.iter().all(|(id, said)| *said == id.to_string()));
    served.end().await;
}

#[tokio::test]
async fn idle_connections_do_not_hold_up_the_end() {
    let registry = Desk::new().registry();
    let http = Server::new(registry, server_info!()).grace(AGES).http();
    let served = Served::start(http);
    let silent = TcpStream::connect(served.client.address).await.unwrap();
    // One that has been answered and is kept.
    let kept = served
        .client
        .header("connection", "keep-alive")
        .at("/health");
    let mut kept = BufReader::new(kept.head("GET", "\r\n").await);
    let mut line = String::new();
    patient(kept.read_line(&mut line)).await.unwrap();
    served.end().await;
    rest(kept).await;
    drop(silent);
}

#[tokio::test]
async fn a_stream_on_which_a_client_listens_does_not_hold_up_the_end() {
    let desk = Desk::new();
    let http = Server::new(desk.registry(), server_info!())
        .grace(AGES)
        .http();
    let mut served = Served::start(http.legacy_sessions(true));
    let (client, stream) = listening(&served).await;
    let waiting = call(&client, 7, "wait").await;
    desk.until_running(1).await;
    served.stop();
    tokio::time::sleep(Duration::from_millis(50)).await;
    desk.gate.add_permits(1);
    assert_eq!(Reply::read(waiting).await.text(), "7");
    rest(stream).await;
    served.end().await;
}

#[tokio::test]
async fn a_call_that_outlasts_the_grace_is_cancelled_and_its_client_told() {
    let desk = Desk::new();
    let grace = Duration::from_millis(50);
    let http = Server::new(desk.registry(), server_info!())
        .grace(grace)
        .http();
    let mut served = Served::start(http);
    let waiting = call(&served.client, 1, "wait").await;
    desk.until_running(1).await;
    served.stop();
    let reply = Reply::read(waiting).await;
    assert_eq!(
        (reply.status, reply.body.as_str()),
        (503, "the server is ending")
    );
    served.end().await;
    desk.until_running(0).await;
}

#[tokio::test]
async fn a_session_that_outlasts_the_grace_is_ended() {
    let desk = Desk::new();
    let grace = Duration::from_millis(50);
    let http = Server::new(desk.registry(), server_info!())
        .grace(grace)
        .http();
    let served = Served::start(http.legacy_sessions(true));
    let (client, stream) = listening(&served).await;
    let _waiting = call(&client, 1, "wait").await;
    desk.until_running(1).await;
    served.end().await;
    rest(stream).await;
    desk.until_running(0).await;
}

#[tokio::test]
async fn a_client_that_hangs_up_cancels_its_call() {
    let desk = Desk::new();
    let served = Served::new(desk.registry());
    let waiting = call(&served.client, 1, "wait").await;
    desk.until_running(1).await;
    drop(waiting);
    patient(desk.until_running(0)).await;
    assert_eq!(
        served.client.call(json!({"action": "echo", "n": 2})).await,
        "2"
    );
    served.end().await;
}

#[tokio::test]
async fn a_client_that_listens_in_a_session_is_told_that_the_list_has_changed() {
    let changes = ListChanges::new();
    let http = Server::new(Desk::new().registry(), server_info!())
        .list_changes(&changes)
        .http();
    let served = Served::start(http.legacy_sessions(true));
    let (_, mut stream) = listening(&served).await;
    // The session's task may not listen yet.
    tokio::time::sleep(Duration::from_millis(50)).await;
    changes.announce();
    loop {
        let mut line = String::new();
        patient(stream.read_line(&mut line)).await.unwrap();
        if line.contains("notifications/tools/list_changed") {
            break;
        }
        assert_ne!(line, "", "the stream ended");
    }
    served.end().await;
}

#[tokio::test]
async fn a_stateless_client_is_told_on_the_stream_it_opened_and_the_stream_does_not_hold_up_the_end()
 {
    let changes = ListChanges::new();
    let http = Server::new(Desk::new().registry(), server_info!())
        .list_changes(&changes)
        .http();
    let mut served = Served::start(http);
    let params = json!({"notifications": {"toolsListChanged": true}});
    let body = modern(7, "subscriptions/listen", params).to_string();
    let client = served.client.header("mcp-protocol-version", MODERN);
    let client = client.header("mcp-method", "subscriptions/listen");
    let mut stream = BufReader::new(client.sent(body.as_bytes()).await);
    let mut seen = String::new();
    for awaited in ["acknowledged", "notifications/tools/list_changed"] {
        while !seen.contains(awaited) {
            let mut line = String::new();
            patient(stream.read_line(&mut line)).await.unwrap();
            assert_ne!(line, "", "the stream ended: {seen}");
            seen.push_str(&line);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        changes.announce();
    }
    served.stop();
    rest(stream).await;
    served.end().await;
}
