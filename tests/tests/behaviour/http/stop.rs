//! A stop while requests arrive: each request that has arrived gets a response.

use std::{
    io::{Read, Write},
    net::TcpStream,
    thread,
    time::Duration,
};

use axum::{
    extract::Request,
    middleware::{Next, from_fn},
};
use fusion_core::{Registry, tool_group};
use fusion_tests::{
    http::{Client, Reply, Served},
    wire::{LEGACY, patient, request},
};
use serde_json::json;
use tokio::time::sleep;

use super::{Desk, shutdown::call};

struct Slow;

#[tool_group(name = "slow")]
impl Slow {
    /// Hold the thread for two milliseconds, so that the server is behind its clients.
    #[action(read_only)]
    fn hold(n: u64) -> String {
        thread::sleep(Duration::from_millis(2));
        n.to_string()
    }
}

fn slow() -> Registry {
    Registry::builder().tool(Slow).build().unwrap()
}

/// Returns a whole request.
fn whole(client: &Client, n: u64, connection: &str) -> String {
    let params = json!({"name": "slow", "arguments": {"action": "hold", "n": n}});
    let body = request(n, "tools/call", params).to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nhost: {}\r\naccept: application/json, text/event-stream\r\ncontent-type: application/json\r\nmcp-protocol-version: {LEGACY}\r\nconnection: {connection}\r\ncontent-length: {}\r\n\r\n{body}",
        client.address,
        body.len(),
    )
}

/// Connects without the runtime, in which the server runs.
fn connect(client: &Client, bytes: &str) -> TcpStream {
    let mut stream = TcpStream::connect(client.address).unwrap();
    stream.write_all(bytes.as_bytes()).unwrap();
    stream
}

fn for_runtime(stream: TcpStream) -> tokio::net::TcpStream {
    stream.set_nonblocking(true).unwrap();
    tokio::net::TcpStream::from_std(stream).unwrap()
}

/// The system has all connections and requests, and the server has accepted few of them.
#[tokio::test]
async fn requests_that_the_server_has_not_read_at_a_stop_are_answered() {
    const CLIENTS: u64 = 150;
    for lane in [true, false] {
        let mut served = Served::with(slow(), |http| http.lane(lane));
        let client = served.client.clone();
        let streams: Vec<_> = (0..CLIENTS)
            .map(|n| connect(&client, &whole(&client, n, "close")))
            .collect();
        served.stop();
        for (n, stream) in (0..CLIENTS).zip(streams) {
            let reply = Reply::read(for_runtime(stream)).await;
            assert_eq!(reply.text(), n.to_string());
        }
        served.end().await;
    }
}

/// The server has accepted all connections, and reads them one after the other.
#[tokio::test]
async fn requests_on_accepted_connections_are_answered_after_a_stop() {
    const CLIENTS: u64 = 150;
    let mut served = Served::new(slow());
    let client = served.client.clone();
    let mut streams = Vec::new();
    for _ in 0..CLIENTS {
        streams.push(connect(&client, ""));
        tokio::task::yield_now().await;
    }
    sleep(Duration::from_millis(50)).await;
    for (n, stream) in (0..CLIENTS).zip(&mut streams) {
        stream
            .write_all(whole(&client, n, "keep-alive").as_bytes())
            .unwrap();
    }
    served.stop();
    for (n, stream) in (0..CLIENTS).zip(streams) {
        let reply = Reply::read(for_runtime(stream)).await;
        assert_eq!(reply.text(), n.to_string());
    }
    served.end().await;
}

/// Those after a response with `connection: close` are not handled, which HTTP tells the client so.
#[tokio::test]
async fn pipelined_requests_are_answered_up_to_a_response_that_closes_the_connection() {
    let mut served = Served::new(slow());
    let client = served.client.clone();
    let requests: String = (0..100).map(|n| whole(&client, n, "keep-alive")).collect();
    let stream = connect(&client, &requests);
    served.stop();
    let reading = thread::spawn(move || {
        let mut responses = Vec::new();
        let mut stream = stream;
        // A connection that closes before it is read may be reset at its end.
        let _ = stream.read_to_end(&mut responses);
        String::from_utf8(responses).unwrap()
    });
    served.end().await;
    let responses = reading.join().unwrap();
    let whole = responses.matches("HTTP/1.1 200 OK").count();
    assert!(whole > 0);
    assert_eq!(responses.matches(r#""result""#).count(), whole);
    let closes = responses.to_lowercase().contains("connection: close");
    assert!(closes || whole == 100, "{whole} of 100");
}

#[tokio::test]
async fn a_request_in_a_layer_of_the_application_is_answered_after_a_stop() {
    let desk = Desk::new();
    let mut served = Served::with(desk.registry(), |http| {
        http.map_router(|router| {
            router.layer(from_fn(|request: Request, next: Next| async move {
                sleep(Duration::from_millis(300)).await;
                next.run(request).await
            }))
        })
    });
    let stream = call(&served.client, 7, "echo").await;
    sleep(Duration::from_millis(100)).await;
    served.stop();
    assert_eq!(patient(Reply::read(stream)).await.text(), "7");
    served.end().await;
}
