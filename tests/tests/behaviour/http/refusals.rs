//! Requests that are refused before a call: foreign hosts and origins, large bodies, slow clients.

use std::time::Duration;

use fusion_core::{Server, server::ServeError, server_info};
use fusion_tests::{
    http::{Client, Reply, Served},
    wire::patient,
};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::Desk;

pub(super) async fn status(client: &Client) -> u16 {
    client.legacy(1, "tools/list", json!({})).await.status
}

#[tokio::test]
async fn a_foreign_host_and_any_origin_are_refused_unless_allowed() {
    let served = Served::new(Desk::new().registry());
    let client = &served.client;
    assert_eq!(status(client).await, 200);
    assert_eq!(status(&client.header("host", "localhost")).await, 200);
    assert_eq!(status(&client.header("host", "evil.example")).await, 403);
    let evil = client.header("origin", "http://evil.example");
    assert_eq!(status(&evil).await, 403);
    assert_eq!(status(&client.header("origin", "null")).await, 403);
    // Not even a page of the same machine.
    let local = client.header("origin", format!("http://{}", client.address));
    assert_eq!(status(&local).await, 403);
    served.end().await;

    let served = Served::with(Desk::new().registry(), |http| {
        http.allowed_hosts(["tools.example.com"])
            .allowed_origins(["https://chat.example.com:443"])
    });
    let client = &served.client;
    assert_eq!(status(client).await, 403);
    let client = client.header("host", "tools.example.com");
    assert_eq!(status(&client).await, 200);
    let known = client.header("origin", "https://chat.example.com");
    assert_eq!(status(&known).await, 200);
    for origin in [
        "http://chat.example.com",
        "https://chat.example.com.evil.example",
        "%",
    ] {
        assert_eq!(
            status(&client.header("origin", origin)).await,
            403,
            "{origin}"
        );
    }
    served.end().await;
}

#[tokio::test]
async fn an_empty_list_of_hosts_allows_nobody() {
    let served = Served::with(Desk::new().registry(), |http| http.allowed_hosts([""; 0]));
    assert_eq!(status(&served.client).await, 403);
    served.end().await;
}

#[tokio::test]
async fn a_hundred_megabytes_are_refused_when_they_are_announced() {
    let served = Served::new(Desk::new().registry());
    let head = "content-length: 104857600\r\n\r\n";
    let reply = Reply::read(served.client.head("POST", head).await).await;
    assert_eq!(reply.status, 413);
    assert_eq!(reply.body, "the body of a request may have 4194304 bytes");
    let head = "content-length: 104857600\r\nexpect: 100-continue\r\n\r\n";
    let reply = Reply::read(served.client.head("POST", head).await).await;
    assert_eq!(reply.status, 413);
    served.end().await;
}

#[tokio::test]
async fn a_body_that_grows_beyond_the_limit_is_refused_there() {
    let served = Served::with(Desk::new().registry(), |http| http.max_body_bytes(1_000));
    let head = "transfer-encoding: chunked\r\n\r\n";
    let mut stream = served.client.head("POST", head).await;
    for _ in 0..3 {
        let chunk = format!("190\r\n{}\r\n", "x".repeat(400));
        stream.write_all(chunk.as_bytes()).await.unwrap();
    }
    // No last chunk: the answer does not wait for it.
    assert_eq!(Reply::read(stream).await.status, 413);
    assert_eq!(status(&served.client).await, 200);
    served.end().await;
}

/// A client that sends its whole body before it reads anything, as most of them do.
#[tokio::test]
async fn a_client_that_sends_before_it_reads_reads_why_its_body_was_refused() {
    let served = Served::with(Desk::new().registry(), |http| http.max_body_bytes(1_000));
    // More than the buffers of both sockets hold.
    let body = vec![b'x'; 32 * 1024 * 1024];
    let length = format!("content-length: {}\r\n\r\n", body.len());
    let mut stream = served.client.head("POST", &length).await;
    patient(stream.write_all(&body)).await.unwrap();
    let reply = Reply::read(stream).await;
    assert_eq!(reply.status, 413);
    assert_eq!(reply.body, "the body of a request may have 1000 bytes");

    let mut stream = served
        .client
        .head("POST", "transfer-encoding: chunked\r\n\r\n")
        .await;
    let chunk = format!("100000\r\n{}\r\n", "x".repeat(0x10_0000));
    for _ in 0..32 {
        patient(stream.write_all(chunk.as_bytes())).await.unwrap();
    }
    stream.write_all(b"0\r\n\r\n").await.unwrap();
    assert_eq!(Reply::read(stream).await.status, 413);
    served.end().await;
}

#[tokio::test]
async fn a_body_without_an_end_is_not_read_for_ever() {
    let served = Served::with(Desk::new().registry(), |http| http.max_body_bytes(1_000));
    let stream = served
        .client
        .head("POST", "content-length: 1000000000000\r\n\r\n")
        .await;
    let (mut read, mut write) = stream.into_split();
    let sending = tokio::spawn(async move {
        let (chunk, mut sent) = (vec![b'x'; 1 << 20], 0_usize);
        while write.write_all(&chunk).await.is_ok() {
            sent += chunk.len();
        }
        sent
    });
    let mut seen = Vec::new();
    // The connection is reset while the client sends.
    let _ = patient(read.read_to_end(&mut seen)).await;
    assert!(seen.starts_with(b"HTTP/1.1 413 "));
    let sent = patient(sending).await.unwrap();
    assert!((60 << 20..200 << 20).contains(&sent), "{sent}");

    // A client that sends nothing more is not waited for.
    let head = "content-length: 1000000000000\r\n\r\n";
    let reply = Reply::read(served.client.head("POST", head).await).await;
    assert_eq!(reply.status, 413);
    served.end().await;
}

#[tokio::test]
async fn half_a_head_and_half_a_body_are_cut_and_a_long_call_is_not() {
    let desk = Desk::new();
    let served = Served::with(desk.registry(), |http| {
        http.request_timeout(Duration::from_millis(100))
    });
    let client = served.client.clone();
    let slow = tokio::spawn(async move { client.call(json!({"action": "wait", "n": 7})).await });
    desk.until_running(1).await;

    let mut stream = served.client.head("POST", "content-le").await;
    let mut rest = Vec::new();
    patient(stream.read_to_end(&mut rest)).await.unwrap();
    assert_eq!(rest, b"");

    let mut stream = served
        .client
        .head("POST", "content-length: 100\r\n\r\n")
        .await;
    stream.write_all(b"{\"jsonrpc\":").await.unwrap();
    assert_eq!(Reply::read(stream).await.status, 408);

    desk.gate.add_permits(1);
    assert_eq!(slow.await.unwrap(), "7");
    served.end().await;
}

#[tokio::test]
async fn a_body_that_drips_for_ever_is_cut() {
    let served = Served::with(Desk::new().registry(), |http| {
        http.request_timeout(Duration::from_millis(200))
    });
    let stream = served
        .client
        .head("POST", "content-length: 1000000\r\n\r\n")
        .await;
    let (read, mut write) = stream.into_split();
    let dripping = tokio::spawn(async move {
        while write.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        write
    });
    let mut read = read;
    let mut seen = Vec::new();
    // The last drops may find the connection closed, and reset it.
    let _ = patient(read.read_to_end(&mut seen)).await;
    drop(patient(dripping).await);
    served.end().await;
}

#[tokio::test]
async fn the_health_route_answers_ok_at_its_path() {
    let served = Served::new(Desk::new().registry());
    let health = served.client.at("/health").get().await;
    assert_eq!((health.status, health.body.as_str()), (200, "ok"));
    assert_eq!(served.client.at("/elsewhere").get().await.status, 404);
    served.end().await;

    let served = Served::with(Desk::new().registry(), |http| {
        http.path("tools/{here}").health_path("/:alive")
    });
    assert_eq!(served.client.at("/:alive").get().await.status, 200);
    assert_eq!(served.client.at("/health").get().await.status, 404);
    assert_eq!(status(&served.client.at("/tools/{here}")).await, 200);
    assert_eq!(status(&served.client.at("/tools/there")).await, 404);
    served.end().await;

    // The endpoint comes first.
    let served = Served::with(Desk::new().registry(), |http| {
        http.path("").health_path("/")
    });
    assert_eq!(status(&served.client.at("/")).await, 200);
    served.end().await;
}

#[tokio::test]
async fn a_busy_port_is_one_clear_line() {
    let served = Served::new(Desk::new().registry());
    let address = served.client.address;
    let second = Server::new(Desk::new().registry(), server_info!());
    let error = second.serve_http(address).await.unwrap_err();
    assert!(matches!(&error, ServeError::Bind { address: busy, .. } if *busy == address));
    assert_eq!(
        error.to_string(),
        format!("cannot listen on {address}: address in use")
    );
    served.end().await;
}
