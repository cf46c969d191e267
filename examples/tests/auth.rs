//! One endpoint, two callers, and strangers at the door.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::unused_async,
    clippy::unused_self,
    clippy::unwrap_used
)]

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
};

use serde_json::json;
use tokio::{net::TcpListener, runtime::Runtime};

/// Asks whose desk it is; the whole answer, head and body.
fn ask(address: SocketAddr, authorization: &str) -> String {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "desk",
        "arguments": {"action": "whose"},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {}
        }
    }})
    .to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{authorization}\
         Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: desk\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_token_decides_who_calls_and_strangers_get_401() {
    let runtime = Runtime::new().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let server = fusion_examples::auth::server().unwrap();
    runtime.spawn(server.serve_listener(listener, std::future::pending()));

    for name in ["ada", "grace"] {
        let answer = ask(address, &format!("Authorization: Bearer {name}-token\r\n"));
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert!(
            answer.contains(&format!("This is the desk of {name}.")),
            "{answer}"
        );
    }
    for stranger in [
        "",
        "Authorization: Bearer nobody\r\n",
        "Authorization: ada-token\r\n",
    ] {
        let answer = ask(address, stranger);
        assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
        assert!(!answer.contains("desk"), "{answer}");
    }
}
