//! Sessions of clients of the legacy era that come to another replica.

use std::net::SocketAddr;

use fusion_core::shared::{Redis, Shared};
use fusion_tests::board::Replica;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use crate::server::RedisServer;

/// Serves a board with sessions in Redis.
async fn serve(redis: Redis) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = Replica::new(Shared::new())
        .server()
        .http()
        .legacy_sessions(true)
        .legacy_session_store(redis);
    tokio::spawn(server.serve_listener(listener, std::future::pending()));
    address
}

/// Sends a request, and returns the status, the id of the session and the body.
async fn send(
    address: SocketAddr,
    method: &str,
    session: Option<&str>,
    body: &Value,
) -> (u16, Option<String>, String) {
    let body = body.to_string();
    let session = session.map_or_else(String::new, |id| format!("mcp-session-id: {id}\r\n"));
    let request = format!(
        "{method} /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: 2025-11-25\r\n\
         connection: close\r\n{session}content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let id = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("mcp-session-id")
            .then(|| value.to_owned())
    });
    (status, id, body.to_owned())
}

fn call(id: u32) -> Value {
    let params = json!({"name": "board", "arguments": {"action": "write", "note": 7}});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

#[tokio::test]
async fn a_session_is_opened_again_by_another_replica() {
    let server = RedisServer::start().await;
    let one = serve(server.replica().await).await;
    let other = serve(server.replica().await).await;
    let initialize = json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "clientInfo": {"name": "test", "version": "1"},
            "capabilities": {},
        },
    });
    let (status, id, _) = send(one, "POST", None, &initialize).await;
    assert_eq!(status, 200);
    let id = id.unwrap();
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(send(one, "POST", Some(&id), &initialized).await.0, 202);
    for (number, address) in [one, other, one, other].into_iter().enumerate() {
        let number = u32::try_from(number).unwrap() + 1;
        let (status, _, body) = send(address, "POST", Some(&id), &call(number)).await;
        assert_eq!(status, 200, "{body}");
        assert!(body.contains("wrote 7"), "{body}");
    }
    let unknown = "00000000-0000-0000-0000-000000000000";
    assert_eq!(send(other, "POST", Some(unknown), &call(5)).await.0, 404);
    // What others write there is no session.
    let key = format!("fusion:1:session:={unknown}");
    for begin in ["no session", &"x".repeat(70_000)] {
        server.command(&["SET", &key, begin]).await;
        let (status, _, body) = send(other, "POST", Some(unknown), &call(6)).await;
        assert_eq!(status, 500, "{body}");
    }
    assert!((200..300).contains(&send(other, "DELETE", Some(&id), &json!({})).await.0));
    let third = serve(server.replica().await).await;
    assert_eq!(send(third, "POST", Some(&id), &call(7)).await.0, 404);
}
