//! Messages before a connection is initialized.

use fusion_core::{Server, server::ListChanges, server_info};
use fusion_tests::{
    desk::Desk,
    wire::{LEGACY, Wire, modern, request},
};
use serde_json::{Value, json};

/// Messages of a previous connection.
fn late_messages() -> [Value; 4] {
    let cancelled = json!({"requestId": 5});
    let error = json!({"code": -32603, "message": "late"});
    [
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled}),
        json!({"jsonrpc": "2.0", "id": 5, "result": {}}),
        json!({"jsonrpc": "2.0", "id": 5, "error": error}),
    ]
}

/// Sends a message twice, each time with late messages after it, and then shakes hands. Returns the
/// answer to the message.
async fn first(message: &Value) -> Value {
    let mut wire = Wire::open(Desk::new().registry());
    let mut answers = Vec::new();
    for _ in 0..2 {
        wire.send(message).await;
        answers.push(wire.receive().await);
        for late in late_messages() {
            wire.send(&late).await;
        }
    }
    wire.shake_hands().await;
    let echo = wire
        .answer(2, "desk", json!({"action": "echo", "n": 2}))
        .await;
    assert_eq!(echo["result"]["content"][0]["text"], "2", "{echo}");
    wire.close().await;
    let (rest, ended) = wire.end().await;
    ended.unwrap();
    assert_eq!(rest, Vec::<Value>::new());
    assert_eq!(answers[0], answers[1]);
    answers.remove(0)
}

#[tokio::test]
async fn a_ping_and_a_discovery_are_answered_and_initialize_nothing() {
    for message in [
        request(1, "ping", json!({})),
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}),
    ] {
        let pong = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
        assert_eq!(first(&message).await, pong);
    }
    // The modern era has no `ping`.
    let error = first(&modern(1, "ping", json!({}))).await["error"].take();
    assert_eq!(
        error,
        json!({"code": -32601, "message": "Method not found: ping"})
    );
    let discovered = first(&modern(1, "server/discover", json!({}))).await;
    assert_eq!(discovered["result"]["capabilities"], json!({"tools": {}}));
}

#[tokio::test]
async fn a_request_before_the_handshake_is_told_what_is_missing() {
    let text = "the connection is not initialized: send `initialize` first, or the protocol's `_meta` with each request, of which this one lacks ";
    let version = "io.modelcontextprotocol/protocolVersion";
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    let meta = json!({"_meta": {version: "2026-07-28"}});
    let call = json!({"name": "desk", "arguments": {"action": "echo", "n": 1}});
    for (message, missing) in [
        (
            request(1, "tools/list", json!({})),
            format!("{version}, {capabilities}"),
        ),
        (
            request(1, "tools/call", call),
            format!("{version}, {capabilities}"),
        ),
        (
            request(1, "no/method", json!({})),
            format!("{version}, {capabilities}"),
        ),
        (request(1, "tools/list", meta), capabilities.to_owned()),
    ] {
        let error = json!({"code": -32602, "message": format!("{text}{missing}")});
        let expected = json!({"jsonrpc": "2.0", "id": 1, "error": error});
        assert_eq!(first(&message).await, expected);
    }
    // The SDK's own answer: another version of the protocol.
    let mut other = modern(1, "tools/list", json!({}));
    other["params"]["_meta"][version] = json!("2099-01-01");
    assert_eq!(first(&other).await["error"]["code"], -32022);
}

#[tokio::test]
async fn malformed_parameters_are_named_before_the_handshake() {
    let info = json!({"name": "wire", "version": 1});
    for (message, text) in [
        (
            request(1, "initialize", json!({})),
            "params.protocolVersion: required, but missing; params.capabilities: required, but missing; params.clientInfo: required, but missing",
        ),
        (
            request(
                1,
                "initialize",
                json!({"protocolVersion": LEGACY, "capabilities": {"roots": 5}, "clientInfo": info}),
            ),
            "params.capabilities: invalid type: integer `5`, expected struct RootsCapabilities; params.clientInfo.version: expected string, got 1",
        ),
        (
            json!({"jsonrpc": "2.0", "id": 1, "method": "initialize"}),
            "params: required, but missing",
        ),
        (
            json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover"}),
            "params: required, but missing",
        ),
    ] {
        let error = json!({"code": -32602, "message": text});
        let expected = json!({"jsonrpc": "2.0", "id": 1, "error": error});
        assert_eq!(first(&message).await, expected);
    }
}

#[tokio::test]
async fn a_malformed_initialize_is_told_its_wrong_parameters_on_an_open_connection() {
    let expected = json!({
        "code": -32602,
        "message": "params.capabilities: required, but missing; params.clientInfo: required, but missing"
    });
    let mut legacy = Wire::legacy(Desk::new().registry()).await;
    let mut stateless = Wire::open(Desk::new().registry());
    stateless.send(&modern(1, "tools/list", json!({}))).await;
    stateless.receive().await;
    for wire in [&mut legacy, &mut stateless] {
        let answer = wire
            .ask(7, "initialize", json!({"protocolVersion": LEGACY}))
            .await;
        assert_eq!(answer["error"], expected);
    }
}

#[tokio::test]
async fn a_client_that_never_initializes_ends_without_an_error() {
    let mut wire = Wire::open(Desk::new().registry());
    for late in late_messages() {
        wire.send(&late).await;
    }
    wire.send(&request(1, "tools/list", json!({}))).await;
    assert_eq!(wire.receive().await["id"], 1);
    for late in late_messages() {
        wire.send(&late).await;
    }
    wire.close().await;
    let (rest, ended) = wire.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}

#[tokio::test]
async fn a_first_request_of_the_modern_era_can_be_cancelled() {
    let desk = Desk::new();
    let mut wire = Wire::open(desk.registry());
    let call = json!({"name": "desk", "arguments": {"action": "wait", "n": 1}});
    wire.send(&modern(1, "tools/call", call)).await;
    desk.until_running(1).await;
    let params = json!({"requestId": 1});
    wire.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        .await;
    desk.until_running(0).await;
}

/// A client that falls back to `initialize` after any error must find a server that has not begun yet.
#[tokio::test]
async fn a_refused_request_of_the_modern_era_initializes_nothing() {
    for (message, code, text) in [
        (
            modern(1, "no/method", json!({})),
            -32601,
            "Method not found: no/method",
        ),
        (
            modern(1, "prompts/list", json!({})),
            -32601,
            "Method not found: prompts/list",
        ),
        (
            modern(1, "tasks/get", json!({"taskId": "1"})),
            -32601,
            "Method not found: tasks/get",
        ),
        (
            modern(1, "tools/call", json!({"name": 5})),
            -32602,
            "params.name: expected string, got 5",
        ),
        (
            modern(1, "tools/list", json!({"cursor": 5})),
            -32602,
            "params.cursor: expected string, got 5",
        ),
    ] {
        let error = json!({"code": code, "message": text});
        let expected = json!({"jsonrpc": "2.0", "id": 1, "error": error});
        assert_eq!(first(&message).await, expected);
    }
}

#[tokio::test]
async fn initialize_after_an_answered_request_of_the_modern_era_is_refused_with_the_reason() {
    for lane in [true, false] {
        let server = Server::new(Desk::new().registry(), server_info!()).lane(lane);
        let mut wire = Wire::serve(server);
        let list = json!({});
        wire.send(&modern(1, "tools/list", list.clone())).await;
        assert_eq!(wire.receive().await["result"]["tools"][0]["name"], "desk");
        let info = json!({"name": "wire", "version": "1"});
        let params = json!({"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": info});
        let answer = wire.ask(2, "initialize", params).await;
        let text = "Invalid Request: this connection is in use without `initialize`, since a request with the protocol's `_meta` was answered: go on to send `_meta` with each request, or open another connection";
        assert_eq!(answer["error"], json!({"code": -32600, "message": text}));
        wire.send(&modern(3, "tools/list", list)).await;
        assert_eq!(wire.receive().await["result"]["tools"][0]["name"], "desk");
    }
}

#[tokio::test]
async fn a_client_that_repeats_that_it_is_ready_is_notified_once() {
    let changes = ListChanges::new();
    let server = Server::new(Desk::new().registry(), server_info!()).list_changes(&changes);
    let mut wire = Wire::serve(server);
    wire.shake_hands().await;
    for _ in 0..100 {
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        wire.send(&ready).await;
    }
    wire.ask(1, "ping", json!({})).await;
    changes.announce();
    assert_eq!(
        wire.receive().await["method"],
        "notifications/tools/list_changed"
    );
    wire.close().await;
    let (rest, ended) = wire.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}
