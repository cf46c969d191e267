//! Sessions of clients of the legacy era that come to another replica.

use std::net::SocketAddr;

use fusion_core::shared::{Redis, Shared};
use fusion_tests::board::Replica;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use crate::{log::logged, server::RedisServer};

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

/// Begins a session, and returns its id.
async fn begin(address: SocketAddr) -> String {
    let initialize = json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "clientInfo": {"name": "test", "version": "1"},
            "capabilities": {},
        },
    });
    let (status, id, _) = send(address, "POST", None, &initialize).await;
    assert_eq!(status, 200);
    let id = id.unwrap();
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(send(address, "POST", Some(&id), &initialized).await.0, 202);
    id
}

/// Checks that two replicas use a session in turns, and that a third one does not know it once it has ended.
pub async fn opened_again([one, other, third]: [Redis; 3]) {
    let (one, other) = (serve(one).await, serve(other).await);
    let id = begin(one).await;
    for (number, address) in [one, other, one, other].into_iter().enumerate() {
        let number = u32::try_from(number).unwrap() + 1;
        let (status, _, body) = send(address, "POST", Some(&id), &call(number)).await;
        assert_eq!(status, 200, "{body}");
        assert!(body.contains("wrote 7"), "{body}");
    }
    assert!((200..300).contains(&send(other, "DELETE", Some(&id), &json!({})).await.0));
    let third = serve(third).await;
    assert_eq!(send(third, "POST", Some(&id), &call(7)).await.0, 404);
    // The first replica knows it until it forgets it by itself.
    assert_eq!(send(one, "POST", Some(&id), &call(8)).await.0, 200);
}

#[tokio::test]
async fn a_session_is_opened_again_by_another_replica() {
    let server = RedisServer::start().await;
    let (one, other, third) = tokio::join!(server.replica(), server.replica(), server.replica());
    opened_again([one, other, third]).await;
}

/// The client initializes anew, as after the end of a session.
#[tokio::test]
async fn garbage_under_the_key_of_a_session_is_no_session() {
    logged(|log| async move {
        let server = RedisServer::start().await;
        let replica = serve(server.replica().await).await;
        let unknown = "00000000-0000-0000-0000-000000000000";
        assert_eq!(send(replica, "POST", Some(unknown), &call(1)).await.0, 404);
        let key = format!("fusion:1:session:={unknown}");
        let large = "x".repeat(70_000);
        let commands: [&[&str]; 4] = [
            &["SET", &key, "no session"],
            &["SET", &key, "{\"initialize_params\":7}"],
            &["SET", &key, &large],
            &["HSET", &key, "a", "b"],
        ];
        for (number, command) in commands.into_iter().enumerate() {
            server.command(&["DEL", &key]).await;
            server.command(command).await;
            let (status, _, body) = send(replica, "POST", Some(unknown), &call(2)).await;
            assert_eq!(status, 404, "{body}");
            assert_eq!(log.lines("is no session").len(), number + 1);
        }
        begin(replica).await;
    })
    .await;
}

#[tokio::test]
async fn a_session_that_cannot_be_loaded_shows_nothing_of_redis() {
    logged(|log| async move {
        let mut server = RedisServer::start().await;
        let one = serve(server.replica().await).await;
        let other = serve(server.replica().await).await;
        let id = begin(one).await;
        server.kill();
        for number in 0..5 {
            let (status, _, body) = send(other, "POST", Some(&id), &call(number)).await;
            assert_eq!(
                (status, &*body),
                (
                    500,
                    "Encounter an error when restore session: sessions cannot be read at the moment"
                )
            );
        }
        // A session that the replica has needs no Redis.
        assert_eq!(send(one, "POST", Some(&id), &call(9)).await.0, 200);
        assert_eq!(log.lines("WARN").len(), 1, "{:?}", log.lines(""));
        server.run();
        assert!(server.answers().await);
        let begin = std::time::Instant::now();
        while send(other, "POST", Some(&id), &call(10)).await.0 != 404 {
            assert!(begin.elapsed() < std::time::Duration::from_secs(10));
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        assert_eq!(
            log.lines("sessions can be read and kept again").len(),
            1,
            "{:?}",
            log.lines("")
        );
    })
    .await;
}
