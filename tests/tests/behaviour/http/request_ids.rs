//! Ids of requests with line breaks and control characters: the SDK does not see them, and clients and actions
//! do.

use fusion_core::{Ctx, Progress, Registry, Server, server::ListChanges, server_info, tool_group};
use fusion_tests::{
    http::{Client, Reply, Served},
    wire::{LEGACY, MODERN, modern, patient, request},
};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};

const ID: &str = "1\n2\u{1b}[31m\u{202e}\"";

struct Mirror;

/// Look.
#[tool_group(name = "mirror")]
impl Mirror {
    /// Return the id of the request.
    #[action(read_only)]
    fn id(ctx: &Ctx) -> String {
        ctx.id().unwrap_or_default().to_owned()
    }

    /// Return the id after some progress.
    #[action(read_only)]
    async fn slow(ctx: &Ctx, progress: &Progress) -> String {
        for step in 0..3 {
            progress.report(f64::from(step), None).await;
        }
        ctx.id().unwrap_or_default().to_owned()
    }
}

fn registry() -> Registry {
    Registry::builder().tool(Mirror).build().unwrap()
}

fn call(action: &str) -> Value {
    let params = json!({
        "name": "mirror",
        "arguments": {"action": action},
        "_meta": {"progressToken": ID}
    });
    request(0, "tools/call", params)
}

async fn sent(client: &Client, mut message: Value) -> Reply {
    message["id"] = json!(ID);
    client.post(message.to_string().as_bytes()).await
}

#[tokio::test]
async fn responses_and_actions_have_the_id_of_the_client_in_every_form() {
    for sessions in [false, true] {
        let served = Served::with(registry(), |http| http.legacy_sessions(sessions));
        let mut client = served.client.header("mcp-protocol-version", LEGACY);
        if sessions {
            let params = json!({"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}});
            let hello = sent(&client, request(0, "initialize", params)).await;
            assert_eq!(hello.message()["id"], ID);
            client = client.header("mcp-session-id", hello.header("mcp-session-id").unwrap());
        }
        for accept in [
            "application/json, text/event-stream",
            "application/json",
            "text/event-stream",
        ] {
            let client = client.header("accept", accept);
            for action in ["id", "slow"] {
                let reply = sent(&client, call(action)).await;
                let (message, text) = (reply.message(), reply.text());
                assert_eq!(
                    (&message["id"], text.as_str()),
                    (&json!(ID), ID),
                    "{reply:?}"
                );
                if action == "slow" && accept != "application/json" {
                    let messages = reply.messages();
                    assert_eq!(messages.len(), 4, "{reply:?}");
                    assert_eq!(messages[0]["params"]["progressToken"], ID);
                }
            }
            let reply = sent(&client, request(0, "tasks/get", json!({"taskId": "x"}))).await;
            let error = json!({"code": -32601, "message": "Method not found: tasks/get"});
            let expected = json!({"jsonrpc": "2.0", "id": ID, "error": error});
            assert_eq!(reply.message(), expected);
        }
        served.end().await;
    }
}

#[tokio::test]
async fn refusals_have_the_id_of_the_client() {
    let served = Served::new(registry());
    let client = served
        .client
        .header("mcp-protocol-version", MODERN)
        .header("mcp-method", "tools/list");
    // The header names another method.
    let reply = sent(&client, modern(0, "prompts/list", json!({}))).await;
    assert_eq!((reply.status, &reply.message()["id"]), (400, &json!(ID)));
    // Such a body is no message.
    let client = served.client.header("mcp-protocol-version", LEGACY);
    let body = json!({"jsonrpc": "1.0", "method": "tools/list"});
    let reply = sent(&client, body).await;
    assert_eq!((reply.status, &reply.message()["id"]), (400, &json!(ID)));
    served.end().await;
}

#[tokio::test]
async fn a_stream_of_notifications_has_the_id_of_the_client() {
    let changes = ListChanges::new();
    let http = Server::new(registry(), server_info!())
        .list_changes(&changes)
        .http();
    let mut served = Served::start(http);
    let params = json!({"notifications": {"toolsListChanged": true}});
    let mut body = modern(0, "subscriptions/listen", params);
    body["id"] = json!(ID);
    let client = served.client.header("mcp-protocol-version", MODERN);
    let client = client.header("mcp-method", "subscriptions/listen");
    let mut stream = BufReader::new(client.sent(body.to_string().as_bytes()).await);
    for method in [
        "notifications/subscriptions/acknowledged",
        "notifications/tools/list_changed",
    ] {
        let message: Value = loop {
            let mut line = String::new();
            patient(stream.read_line(&mut line)).await.unwrap();
            assert_ne!(line, "", "the stream ended");
            if let Some(data) = line.strip_prefix("data: {") {
                break serde_json::from_str(&format!("{{{data}")).unwrap();
            }
        };
        assert_eq!(message["method"], method);
        let meta = &message["params"]["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/subscriptionId"], ID);
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        changes.announce();
    }
    served.stop();
    served.end().await;
}

#[tokio::test]
async fn a_call_in_a_session_is_cancelled_by_the_id_of_the_client() {
    let desk = fusion_tests::desk::Desk::new();
    let served = Served::with(desk.registry(), |http| http.legacy_sessions(true));
    let (client, stream) = super::shutdown::listening(&served).await;
    let client = client.header("mcp-protocol-version", LEGACY);
    let params = json!({"name": "desk", "arguments": {"action": "wait", "n": 1}});
    let mut wait = request(0, "tools/call", params);
    wait["id"] = json!(ID);
    let waiting = client.sent(wait.to_string().as_bytes()).await;
    patient(desk.until_running(1)).await;
    // The same id again is refused.
    let refused = sent(&client, wait).await;
    assert_eq!(refused.message()["error"]["code"], -32600);
    let params = json!({"requestId": ID});
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
    assert_eq!(client.post(cancel.to_string().as_bytes()).await.status, 202);
    patient(desk.until_running(0)).await;
    drop((waiting, stream));
    served.end().await;
}
