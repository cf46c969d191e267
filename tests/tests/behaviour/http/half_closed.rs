//! Clients that close their sending half and wait, and connections that end in the middle of a head.

use std::time::Duration;

use fusion_core::{Server, server_info};
use fusion_tests::{
    http::{Client, Reply, Served},
    wire::patient,
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::sleep,
};

use super::{Desk, shutdown::call};

/// A grace that the tests do not outlast.
const LONG: Duration = Duration::from_secs(3_600);

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

/// Sends a call in HTTP/1.0.
async fn old_call(client: &Client, id: u64, action: &str) -> TcpStream {
    let arguments = json!({"action": action, "n": id});
    let params = json!({"name": "desk", "arguments": arguments});
    let body = fusion_tests::wire::request(id, "tools/call", params).to_string();
    let head = format!(
        "POST /mcp HTTP/1.0\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        client.address,
        body.len()
    );
    let mut stream = TcpStream::connect(client.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    stream
}

#[tokio::test]
async fn a_half_closed_client_of_the_old_version_gets_its_response() {
    let desk = Desk::new();
    let served = Served::new(desk.registry());
    let mut waiting = old_call(&served.client, 7, "wait").await;
    desk.until_running(1).await;
    waiting.shutdown().await.unwrap();
    // Long enough for several looks.
    sleep(Duration::from_millis(200)).await;
    patient(desk.until_running(1)).await;
    desk.gate.add_permits(1);
    let reply = Reply::read(waiting).await;
    assert_eq!((reply.status, reply.text().as_str()), (200, "7"));

    // One that leaves altogether later cancels its call.
    let mut waiting = old_call(&served.client, 8, "wait").await;
    desk.gate.forget_permits(1);
    patient(desk.until_running(1)).await;
    drop(waiting.shutdown().await);
    drop(waiting);
    patient(desk.until_running(0)).await;

    // A refusal is whole, too.
    let mut waiting = old_call(&served.client, 9, "wait").await;
    patient(desk.until_running(1)).await;
    waiting.shutdown().await.unwrap();
    sleep(Duration::from_millis(50)).await;
    let mut served = served;
    served.stop();
    desk.gate.add_permits(1);
    assert_eq!(Reply::read(waiting).await.text(), "9");
    served.end().await;
}

#[tokio::test]
async fn a_client_that_closes_its_sending_half_within_the_body_is_not_waited_for() {
    let served = Served::new(Desk::new().registry());
    let mut stuck = served
        .client
        .head("POST", "content-length: 100\r\n\r\n{")
        .await;
    sleep(Duration::from_millis(50)).await;
    stuck.shutdown().await.unwrap();
    let mut bytes = Vec::new();
    patient(stuck.read_to_end(&mut bytes)).await.unwrap();
    served.end().await;
}

/// Sends the parts of a call and closes the sending half at once, so that the last bytes of the body and
/// the end arrive together. Returns the whole text that comes back.
async fn closed_call(client: &Client, framing: &str, parts: &[&str]) -> String {
    let mut stream = client.head("POST", &format!("{framing}\r\n\r\n")).await;
    for part in parts {
        sleep(Duration::from_millis(5)).await;
        stream.write_all(part.as_bytes()).await.unwrap();
    }
    stream.shutdown().await.unwrap();
    let mut text = String::new();
    patient(stream.read_to_string(&mut text)).await.unwrap();
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_arrives_together_with_the_end_is_answered() {
    let served = Served::new(Desk::new().registry());
    let params = json!({"name": "desk", "arguments": {"action": "echo", "n": 7}});
    let body = fusion_tests::wire::request(7, "tools/call", params).to_string();
    let sized = format!("content-length: {}", body.len());
    let (first, second) = body.split_at(body.len() / 2);
    let chunked = "transfer-encoding: chunked";
    let [chunk, one, two] =
        [&body, first, second].map(|part| format!("{:x}\r\n{part}\r\n", part.len()));
    let (chunk, last) = (format!("{chunk}0\r\n\r\n"), format!("{two}0\r\n\r\n"));
    for _ in 0..10 {
        for (framing, parts) in [
            (sized.as_str(), vec![body.as_str()]),
            (&sized, vec![first, second]),
            (chunked, vec![&chunk]),
            (chunked, vec![&one, &last]),
        ] {
            let text = closed_call(&served.client, framing, &parts).await;
            assert!(
                text.contains(r#""text":"7""#),
                "{framing}, {parts:?}: {text}"
            );
        }
    }
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
    let http = Server::new(Desk::new().registry(), server_info!()).grace(LONG);
    let served = Served::start(http.http());
    let stuck = served.client.head("POST", "content-le").await;
    served.end().await;
    drop(stuck);
}

#[tokio::test]
async fn a_connection_in_the_middle_of_a_body_does_not_hold_up_the_end() {
    let http = Server::new(Desk::new().registry(), server_info!()).grace(LONG);
    let served = Served::start(http.http());
    let silent = served
        .client
        .head("POST", "content-length: 9\r\n\r\n")
        .await;
    let stuck = served
        .client
        .head("POST", "content-length: 9\r\n\r\n{")
        .await;
    let chunked = served
        .client
        .head("POST", "transfer-encoding: chunked\r\n\r\n1\r\n{")
        .await;
    // The server has read the heads.
    sleep(Duration::from_millis(50)).await;
    served.end().await;
    drop((silent, stuck, chunked));
}

#[tokio::test]
async fn a_body_that_still_arrives_when_the_server_stops_is_answered() {
    let grace = Duration::from_secs(60);
    let http = Server::new(Desk::new().registry(), server_info!()).grace(grace);
    let mut served = Served::start(http.http());
    let params = json!({"name": "desk", "arguments": {"action": "echo", "n": 5}});
    let body = fusion_tests::wire::request(1, "tools/call", params).to_string();
    let more = format!("content-length: {}\r\n\r\n", body.len());
    let mut slow = served.client.head("POST", &more).await;
    sleep(Duration::from_millis(50)).await;
    served.stop();
    // Longer than the time for a silent one, in parts.
    for part in body.as_bytes().chunks(body.len() / 8 + 1) {
        sleep(Duration::from_millis(250)).await;
        slow.write_all(part).await.unwrap();
    }
    assert_eq!(Reply::read(slow).await.text(), "5");
    served.end().await;
}
