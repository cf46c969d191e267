//! Requests that name their host in two ways, of which a proxy and the server may believe different
//! ones.

use std::fmt::Write as _;

use fusion_tests::{
    http::{Reply, Served},
    wire::{LEGACY, request},
};
use serde_json::json;
use tokio::{io::AsyncWriteExt, net::TcpStream};

use super::Desk;

/// Sends a request with a target and `Host` lines as they are.
async fn status(served: &Served, target: &str, hosts: &[&str]) -> u16 {
    let body = request(1, "tools/list", json!({})).to_string();
    let mut head = format!("POST {target} HTTP/1.1\r\n");
    for host in hosts {
        let _ = write!(head, "host: {host}\r\n");
    }
    head.push_str("accept: */*\r\ncontent-type: application/json\r\nconnection: close\r\n");
    let _ = write!(head, "mcp-protocol-version: {LEGACY}\r\n");
    let _ = write!(head, "content-length: {}\r\n\r\n{body}", body.len());
    let mut stream = TcpStream::connect(served.client.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    Reply::read(stream).await.status
}

#[tokio::test]
async fn a_request_with_two_hosts_is_refused() {
    let served = Served::new(Desk::new().registry());
    for (target, hosts, expected) in [
        ("/mcp", &["localhost"][..], 200),
        ("/mcp", &["localhost", "localhost"], 400),
        ("/mcp", &["localhost", "evil.example"], 400),
        ("/mcp", &["evil.example", "localhost"], 400),
        ("/mcp", &["localhost, evil.example"], 400),
        ("/mcp", &[], 400),
        ("/mcp", &["evil.example"], 403),
    ] {
        assert_eq!(status(&served, target, hosts).await, expected, "{hosts:?}");
    }
    served.end().await;
}

#[tokio::test]
async fn an_absolute_target_must_be_on_its_host() {
    let served = Served::new(Desk::new().registry());
    for (target, hosts, expected) in [
        ("http://localhost/mcp", &["localhost"][..], 200),
        ("http://LOCALHOST:80/mcp", &["localhost"], 200),
        ("http://localhost:8000/mcp", &["localhost:8000"], 200),
        ("http://localhost:8000/mcp", &["localhost"], 400),
        ("http://evil.example/mcp", &["localhost"], 400),
        ("http://localhost/mcp", &["evil.example"], 400),
        ("http://evil.example/mcp", &["evil.example"], 403),
        ("http://evil.example/mcp", &[], 403),
    ] {
        let found = status(&served, target, hosts).await;
        assert_eq!(found, expected, "{target} {hosts:?}");
    }
    served.end().await;
}

#[tokio::test]
async fn user_information_in_a_host_is_refused() {
    let served = Served::new(Desk::new().registry());
    for (target, host) in [
        ("/mcp", "evil@localhost"),
        ("/mcp", "evil.example:80@localhost"),
        ("/mcp", "@localhost"),
        ("http://evil@localhost/mcp", "localhost"),
        ("http://evil@localhost/mcp", "evil@localhost"),
    ] {
        let found = status(&served, target, &[host]).await;
        assert_eq!(found, 400, "{target} {host}");
    }
    served.end().await;
}
