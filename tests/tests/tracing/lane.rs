//! The span of a request that is answered without the SDK.

use fusion_core::{Registry, Server, ToolError, server_info, tool_group};
use fusion_tests::{
    http::Served,
    wire::{Wire, is_lane_off},
};
use serde_json::json;
use tracing_subscriber::filter::LevelFilter;

use super::calls::captured_log_at;

struct Desk;

#[tool_group(name = "desk")]
impl Desk {
    #[action(read_only)]
    fn rest() -> Result<(), ToolError> {
        Err(ToolError::internal("no chair"))
    }
}

/// Calls over HTTP, and returns the spans of the event that the action caused.
async fn spans(lane: bool, id: &str) -> Vec<String> {
    let registry = Registry::builder().tool(Desk).build().unwrap();
    let http = Server::new(registry, server_info!()).lane(lane).http();
    let lines = captured_log_at(LevelFilter::DEBUG, async {
        let served = Served::start(http);
        let params = json!({"name": "desk", "arguments": {"action": "rest"}});
        let body = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        let reply = served.client.post(body.to_string().as_bytes()).await;
        assert_eq!(reply.status, 200);
        served.end().await;
    });
    let lines = lines.await;
    let events = lines.iter().filter(|line| line.contains("no chair"));
    let spans = events.filter_map(|line| Some(line.split_once(": fusion_core")?.0.to_owned()));
    spans.collect()
}

/// Calls over a byte stream, and returns the spans of the events that the action caused.
async fn spans_of_stream(lane: bool) -> Vec<String> {
    let registry = Registry::builder().tool(Desk).build().unwrap();
    let server = Server::new(registry, server_info!()).lane(lane);
    let lines = captured_log_at(LevelFilter::DEBUG, async {
        let mut wire = Wire::serve(server);
        wire.shake_hands().await;
        wire.ask(1, "ping", json!({})).await;
        // The second call is polled where it was read.
        for id in [2, 3] {
            wire.answer(id, "desk", json!({"action": "rest"})).await;
        }
        wire.close().await;
        wire.end().await.1.unwrap();
    });
    let lines = lines.await;
    let events = lines.iter().filter(|line| line.contains("no chair"));
    let spans = events.filter_map(|line| Some(line.split_once(": fusion_core")?.0.to_owned()));
    spans.collect()
}

#[tokio::test]
async fn a_call_in_the_lane_of_a_byte_stream_has_the_same_span() {
    let own = |id: u8| {
        let fields = format!("mcp.method.name=\"tools/call\" jsonrpc.request.id=\"{id}\"");
        format!("ERROR request{{{fields}}}")
    };
    let sdk = vec!["ERROR serve_inner".to_owned(); 2];
    let lane = if is_lane_off() {
        sdk.clone()
    } else {
        vec![own(2), own(3)]
    };
    assert_eq!(spans_of_stream(true).await, lane);
    assert_eq!(spans_of_stream(false).await, sdk);
}

#[tokio::test]
async fn a_call_in_the_lane_has_a_span_of_its_own_with_its_id() {
    let fields = "mcp.method.name=\"tools/call\" jsonrpc.request.id=\"1\\\\n2\"";
    let own = format!("ERROR request{{{fields}}}");
    let sdk = "ERROR serve_inner".to_owned();
    let lane = if is_lane_off() { sdk.clone() } else { own };
    assert_eq!(spans(true, "1\n2").await, [lane]);
    assert_eq!(spans(false, "1\n2").await, [sdk]);
}
