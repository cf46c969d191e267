//! Ids of requests in the log: no client begins a line of its own.

use fusion_core::{Registry, tool_group};
use fusion_tests::{
    http::Served,
    wire::{LEGACY, Wire},
};
use serde_json::json;
use tracing_subscriber::EnvFilter;

use super::calls::captured_log_with;

struct Desk;

/// Do nothing.
#[tool_group(name = "desk")]
impl Desk {
    /// Do nothing.
    #[action(read_only)]
    fn rest() {}
}

const EVIL: &str = "1\nERROR forged: the sky falls\u{1b}[2J\u{202e}";

fn registry() -> Registry {
    Registry::builder().tool(Desk).build().unwrap()
}

/// Requests that the SDK answers with an error, which it logs with the id.
fn requests() -> Vec<serde_json::Value> {
    let unknown = json!({"name": "nothing", "arguments": {}});
    [("tools/call", unknown), ("no/method", json!({})), ("tasks/get", json!({"taskId": "x"}))]
        .map(|(method, params)| json!({"jsonrpc": "2.0", "id": EVIL, "method": method, "params": params}))
        .into()
}

fn check(lines: &[String]) {
    for line in lines {
        assert!(!line.starts_with("ERROR forged"), "{lines:#?}");
        assert!(!line.contains(['\u{1b}', '\u{202e}']), "{lines:#?}");
    }
}

#[tokio::test]
async fn an_id_forges_no_line_over_a_byte_stream() {
    let mut wire = Wire::legacy(registry()).await;
    let lines = captured_log_with(EnvFilter::new("trace"), async {
        for request in requests() {
            wire.send(&request).await;
            let answer = wire.receive().await;
            assert_eq!(answer["id"], EVIL);
            let params = json!({"requestId": EVIL, "reason": EVIL});
            wire.send(
                &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}),
            )
            .await;
        }
        wire.ask(2, "ping", json!({})).await;
    })
    .await;
    assert!(
        lines.iter().any(|line| line.contains("response error")),
        "{lines:#?}"
    );
    check(&lines);
}

async fn served_log(sessions: bool) -> Vec<String> {
    captured_log_with(EnvFilter::new("trace"), async {
        let served = Served::with(registry(), |http| http.legacy_sessions(sessions));
        let mut client = served.client.header("mcp-protocol-version", LEGACY);
        if sessions {
            let hello = client.initialize().await;
            client = client.header("mcp-session-id", hello.header("mcp-session-id").unwrap());
        }
        for request in requests() {
            let reply = client.post(request.to_string().as_bytes()).await;
            assert_eq!(reply.message()["id"], EVIL);
        }
        served.end().await;
    })
    .await
}

#[tokio::test]
async fn an_id_forges_no_line_in_a_session() {
    let lines = served_log(true).await;
    assert!(
        lines.iter().any(|line| line.contains("response error")),
        "{lines:#?}"
    );
    check(&lines);
}

#[tokio::test]
async fn an_id_forges_no_line_over_http() {
    let lines = served_log(false).await;
    assert!(
        lines.iter().any(|line| line.contains("response error")),
        "{lines:#?}"
    );
    check(&lines);
}
