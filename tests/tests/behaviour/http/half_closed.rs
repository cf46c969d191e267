//! Clients that close their sending half and wait, and connections that end in the middle of a head.

use std::time::{Duration, Instant};

use fusion_core::{Server, server_info};
use fusion_tests::{
    http::{Client, Served},
    wire::patient,
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::sleep,
};

use super::{Desk, shutdown::call};

/// Reads to the end, and returns the text without interim responses.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    patient(stream.read_to_end(&mut bytes)).await.unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let interim = "HTTP/1.1 100 Continue\r\n\r\n";
    assert!(text.starts_with(interim), "{text}");
    text.trim_start_matches(interim).to_owned()
}

#[tokio::test]
async fn a_client_that_closes_its_sending_half_gets_its_response() {
    let desk = Desk::new();
    let served = Served::new(desk.registry());
    let mut waiting = call(&served.client, 7, "wait").await;
    desk.until_running(1).await;
    waiting.shutdown().await.unwrap();
    sleep(Duration::from_millis(200)).await;
    desk.until_running(1).await;
    desk.gate.add_permits(1);
    let response = rest(waiting).await;
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
    assert!(response.contains(r#""text":"7""#), "{response}");

    // One that leaves altogether later cancels its call.
    let mut waiting = call(&served.client, 8, "wait").await;
    desk.gate.forget_permits(1);
    desk.until_running(1).await;
    drop(waiting.shutdown().await);
    drop(waiting);
    patient(desk.until_running(0)).await;
    served.end().await;
}

/// A call that sends progress first, so that its response is a stream.
async fn working(client: &Client) -> TcpStream {
    let arguments = json!({"action": "work", "steps": 1_000});
    let params = json!({"name": "desk", "arguments": arguments, "_meta": {"progressToken": "t"}});
    let body = fusion_tests::wire::request(1, "tools/call", params).to_string();
    client.sent(body.as_bytes()).await
}

#[tokio::test]
async fn a_half_closed_client_reads_a_stream_to_its_end() {
    let served = Served::new(Desk::new().registry());
    let mut stream = working(&served.client).await;
    stream.shutdown().await.unwrap();
    let mut text = String::new();
    patient(stream.read_to_string(&mut text)).await.unwrap();
    assert_eq!(text.matches("notifications/progress").count(), 1_000);
    assert!(text.contains(r#""text":"done""#), "{text}");
    served.end().await;
}

#[tokio::test]
async fn an_idle_half_closed_connection_ends() {
    let served = Served::new(Desk::new().registry());
    let client = served.client.header("connection", "keep-alive");
    let mut stream = client.at("/health").head("GET", "\r\n").await;
    stream.shutdown().await.unwrap();
    let mut text = String::new();
    patient(stream.read_to_string(&mut text)).await.unwrap();
    assert!(text.ends_with("\r\n\r\nok"), "{text}");
    served.end().await;
}

#[tokio::test]
async fn a_connection_in_the_middle_of_a_head_does_not_hold_up_the_end() {
    let grace = Duration::from_secs(20);
    let http = Server::new(Desk::new().registry(), server_info!()).grace(grace);
    let served = Served::start(http.http());
    let stuck = served.client.head("POST", "content-le").await;
    let begun = Instant::now();
    served.end().await;
    // A tenth of the grace, and as much for a slow machine.
    assert!(begun.elapsed() < grace / 5, "{:?}", begun.elapsed());
    drop(stuck);
}
