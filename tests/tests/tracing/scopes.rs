//! The warning of a byte stream that does not enforce scopes.

use fusion_core::{Registry, Server, server_info, tool_group};
use fusion_tests::{full::Full, wire::Wire};
use serde_json::json;
use tracing_subscriber::filter::LevelFilter;

use super::calls::captured_log_at;

struct Gate;

#[tool_group(name = "gate")]
impl Gate {
    /// Look at the gate.
    #[action(read_only)]
    fn look(&self) {}

    /// Open the gate.
    #[action(scope("gate:open"))]
    fn open(&self) {}
}

async fn open_gate(mut wire: Wire) {
    wire.shake_hands().await;
    wire.answer(1, "gate", json!({"action": "open"})).await;
    wire.close().await;
}

#[tokio::test]
async fn a_byte_stream_that_does_not_enforce_scopes_warns_once() {
    let registry = || Registry::builder().tool(Gate);
    let lines = captured_log_at(LevelFilter::WARN, async {
        let known = registry().scopes(|_| "gate:open").build().unwrap();
        open_gate(Wire::serve(Server::new(known, server_info!()))).await;
        let unknown = registry().build().unwrap();
        let server = Server::new(unknown.clone(), server_info!());
        open_gate(Wire::serve(server.clone())).await;
        open_gate(Wire::serve(server)).await;
        open_gate(Wire::handler(unknown.mount().attach(Full::default()))).await;
    });
    let lines = lines.await;
    let warnings: Vec<_> = lines
        .iter()
        .filter(|line| line.contains("scopes"))
        .collect();
    let [warning] = *warnings else {
        panic!("{lines:?}");
    };
    assert!(
        warning.ends_with(
            "items need scopes, which are not enforced over this byte stream, because `scopes` of the \
             registry's builder is not set item=\"gate/open\""
        ),
        "{warning}"
    );
}
