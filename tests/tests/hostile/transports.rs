//! Hostile input to both transports: what is no message, too long, too deep, or never ends.

use fusion_core::{Server, server_info};
use fusion_tests::{desk::Desk, http::Served, wire::Wire};
use serde_json::{Value, json};
use tokio::{io::AsyncWriteExt, net::TcpStream};

/// Bytes below every limit of a line and a body. What took time by their square would take hours, and
/// the client waits for half a minute.
const LENGTH: usize = 4_000_000;

/// Lines that no parser accepts, of about `length` bytes, each with the id 7.
fn broken(length: usize) -> Vec<String> {
    let half = length / 2;
    let ahead = r#"{"jsonrpc":"2.0","method":"tools/call","#;
    vec![
        format!(
            r#"{ahead}"params":{}{},"id":7}}"#,
            "[".repeat(half),
            "]".repeat(half)
        ),
        format!(
            r#"{ahead}"params":"{}\ud800","id":7}}"#,
            "\\\"".repeat(half)
        ),
        format!(r#"{ahead}"params":[{}1e999],"id":7}}"#, "1,".repeat(half)),
        format!(r#"{ahead}"id":7,{}"#, r#""k":1,"#.repeat(length / 6)),
        format!(r#"{ahead}"id":7,{}"#, r#""\u0069d","#.repeat(length / 10)),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_no_message_does_not_cost_the_square_of_its_length() {
    let mut wire = Wire::legacy(Desk::new().registry()).await;
    for line in broken(LENGTH) {
        wire.send_bytes(format!("{line}\n").as_bytes()).await;
        let answer = wire.receive().await;
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&json!(7), &json!(-32700))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_without_an_end_is_not_kept() {
    let server = Server::new(Desk::new().registry(), server_info!()).max_line_bytes(10_000);
    let mut wire = Wire::serve(server);
    wire.shake_hands().await;
    wire.send_bytes(br#"{"method":"x","id":7,"params":""#).await;
    let part = vec![b'x'; 1_000_000];
    for _ in 0..64 {
        wire.send_bytes(&part).await;
    }
    wire.send_bytes(b"\"}\n").await;
    assert_eq!(wire.receive().await["id"], 7);
    let answer = wire
        .answer(8, "desk", json!({"action": "echo", "n": 8}))
        .await;
    assert_eq!(answer["result"]["isError"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_broken_lines_are_each_answered_once() {
    let mut wire = Wire::legacy(Desk::new().registry()).await;
    let mut ids = Vec::new();
    for batch in 0..100_u64 {
        let mut lines = String::new();
        for id in batch * 100..(batch + 1) * 100 {
            // Each third is nothing that anybody waits for.
            let line = match id % 3 {
                0 => format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"x","params":1e999}}"#),
                1 => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":1e999}}"#),
                _ => "{".to_owned(),
            };
            lines.push_str(&line);
            lines.push('\n');
        }
        wire.send_bytes(lines.as_bytes()).await;
        for _ in 0..lines.matches("\"method\"").count() {
            ids.push(wire.receive().await["id"].as_u64().unwrap());
        }
    }
    assert_eq!(
        ids,
        (0..10_000).filter(|id| id % 3 == 0).collect::<Vec<_>>()
    );
    wire.close().await;
    let (rest, ended) = wire.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_messages_before_the_handshake_do_not_end_the_connection() {
    let mut wire = Wire::serve(Server::new(Desk::new().registry(), server_info!()));
    for id in 0..10_000 {
        let message = match id % 5 {
            0 => json!({"jsonrpc": "2.0", "id": id, "method": "initialize", "params": {}}),
            1 => json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"}),
            2 => json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
            3 => json!({"jsonrpc": "2.0", "id": id, "result": {}}),
            _ => json!({"jsonrpc": "2.0", "id": id, "error": {"code": 1, "message": "x"}}),
        };
        wire.send(&message).await;
        if id % 5 < 2 {
            let answer = wire.receive().await;
            assert_eq!(
                (&answer["id"], &answer["error"]["code"]),
                (&json!(id), &json!(-32602))
            );
        }
    }
    wire.shake_hands().await;
    wire.close().await;
    let (rest, ended) = wire.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_no_message_does_not_cost_the_square_of_its_length() {
    let served = Served::new(Desk::new().registry());
    for body in broken(LENGTH) {
        let reply = served.client.post(body.as_bytes()).await;
        assert_eq!((reply.status, &reply.message()["id"]), (400, &json!(7)));
    }
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_thousand_handshakes_leave_as_many_sessions_as_the_limit() {
    let served = Served::with(Desk::new().registry(), |http| {
        http.legacy_sessions(true).max_legacy_sessions(50)
    });
    let mut sessions = Vec::new();
    for _ in 0..3_000 {
        let hello = served.client.initialize().await;
        sessions.push(hello.header("mcp-session-id").unwrap().to_owned());
    }
    let mut alive = 0;
    for session in &sessions {
        let client = served.client.header("mcp-session-id", session);
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        match client.post(ready.to_string().as_bytes()).await.status {
            202 => alive += 1,
            404 => {}
            other => panic!("{other}"),
        }
    }
    assert_eq!(alive, 50);
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_send_garbage_do_not_disturb_others() {
    let served = Served::new(Desk::new().registry());
    let garbage: [&[u8]; 6] = [
        b"\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        b"POST /mcp HTTP/9.9\r\nhost: localhost\r\n\r\n",
        b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nxxxxx",
        b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ];
    let mut open = Vec::new();
    for n in 0..300 {
        let mut stream = TcpStream::connect(served.client.address).await.unwrap();
        // The server may close it at once.
        let _ = stream.write_all(garbage[n % garbage.len()]).await;
        open.push(stream);
    }
    for n in 0..20 {
        let said = served.client.call(json!({"action": "echo", "n": n})).await;
        assert_eq!(said, n.to_string());
    }
    served.end().await;
}
