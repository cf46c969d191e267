//! The limit of calls in flight, and ids that are used again.

use std::{collections::BTreeSet, time::Duration};

use fusion_core::{Ctx, Registry, Server, server::ListChanges, server_info, tool_group};
use fusion_tests::{
    desk::Desk,
    wire::{Wire, modern, patient, request},
};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::text;

fn cancel(id: &Value) -> Value {
    let params = json!({"requestId": id});
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
}

async fn wait(wire: &mut Wire, ids: impl Iterator<Item = u64>) {
    for id in ids {
        wire.call(id, "desk", json!({"action": "wait", "n": id}))
            .await;
    }
}

/// Reads as many answers, and returns their ids.
async fn ids(wire: &mut Wire, count: usize) -> BTreeSet<u64> {
    let mut ids = BTreeSet::new();
    for _ in 0..count {
        let answer = wire.receive().await;
        let id = answer["id"].as_u64().unwrap();
        assert_eq!(text(&answer), id.to_string());
        assert!(ids.insert(id), "{answer}");
    }
    ids
}

#[tokio::test]
async fn further_calls_wait_and_pings_and_cancellations_do_not() {
    let desk = Desk::new();
    let mut wire = Wire::legacy(desk.registry()).await;
    wait(&mut wire, 1..=140).await;
    patient(desk.until_running(128)).await;
    let pong = wire.ask(1_000, "ping", json!({})).await;
    assert_eq!(pong["result"], json!({}));
    assert!(
        tokio::time::timeout(Duration::from_millis(100), desk.until_running(129))
            .await
            .is_err()
    );
    // One that runs makes room for the next, and one that waits is forgotten.
    wire.send(&cancel(&json!(140))).await;
    wire.send(&cancel(&json!(1))).await;
    wire.ask(1_001, "ping", json!({})).await;
    sleep(Duration::from_millis(50)).await;
    patient(desk.until_running(128)).await;
    desk.gate.add_permits(200);
    assert_eq!(ids(&mut wire, 138).await, (2..140).collect());
    wire.close().await;
    let (rest, ended) = wire.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}

#[tokio::test]
async fn calls_that_wait_are_answered_after_a_stop_and_at_the_end_of_the_input() {
    for stop in [true, false] {
        let desk = Desk::new();
        let mut wire = Wire::legacy(desk.registry()).await;
        wait(&mut wire, 1..=140).await;
        wire.ask(1_000, "ping", json!({})).await;
        if stop {
            wire.stop();
        } else {
            wire.close().await;
        }
        patient(desk.until_running(128)).await;
        desk.gate.add_permits(200);
        assert_eq!(ids(&mut wire, 140).await, (1..=140).collect());
        let (rest, ended) = wire.end().await;
        assert_eq!(rest, Vec::<Value>::new());
        ended.unwrap();
    }
}

#[tokio::test]
async fn the_limit_is_a_setting_and_holds_for_subscriptions_beside_calls() {
    let desk = Desk::new();
    let changes = ListChanges::new();
    let server = Server::new(desk.registry(), server_info!())
        .list_changes(&changes)
        .max_calls_in_flight(0);
    let mut wire = Wire::serve(server);
    let listen = json!({"notifications": {"toolsListChanged": true}});
    wire.send(&modern(1, "subscriptions/listen", listen.clone()))
        .await;
    let acknowledged = wire.receive().await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    wire.send(&modern(2, "subscriptions/listen", listen)).await;
    let message = "Invalid Request: the client has 1 subscriptions, as many as it may have";
    let error = json!({"code": -32600, "message": message});
    let expected = json!({"jsonrpc": "2.0", "id": 2, "error": error});
    assert_eq!(wire.receive().await, expected);

    for n in 3..=4 {
        let params = json!({"name": "desk", "arguments": {"action": "wait", "n": n}});
        wire.send(&modern(n, "tools/call", params)).await;
    }
    patient(desk.until_running(1)).await;
    sleep(Duration::from_millis(100)).await;
    patient(desk.until_running(1)).await;
    desk.gate.add_permits(2);
    assert_eq!(ids(&mut wire, 2).await, [3, 4].into());
}

#[tokio::test]
async fn a_call_that_waits_has_its_id_in_use() {
    let desk = Desk::new();
    let mut wire = Wire::legacy(desk.registry()).await;
    wait(&mut wire, (1..=130).chain([130])).await;
    let refused = wire.receive().await;
    assert_eq!(
        (&refused["id"], &refused["error"]["code"]),
        (&json!(130), &json!(-32600))
    );
    // After its cancellation the id is free.
    wire.send(&cancel(&json!(130))).await;
    wait(&mut wire, [130].into_iter()).await;
    desk.gate.add_permits(200);
    assert_eq!(ids(&mut wire, 130).await, (1..=130).collect());
}

#[tokio::test]
async fn an_id_may_be_used_again_right_after_its_cancellation() {
    let desk = Desk::new();
    let mut wire = Wire::legacy(desk.registry()).await;
    for id in [
        json!(5),
        json!("five"),
        json!(-9_223_372_036_854_775_807_i64),
    ] {
        let call = |action: &str, n: u64| {
            let arguments = json!({"action": action, "n": n});
            let mut call = request(
                0,
                "tools/call",
                json!({"name": "desk", "arguments": arguments}),
            );
            call["id"] = id.clone();
            call
        };
        for n in 0..20 {
            wire.send(&call("wait", 1)).await;
            patient(desk.until_running(1)).await;
            let lines = format!("{}\n{}\n", cancel(&id), call("echo", n));
            wire.send_bytes(lines.as_bytes()).await;
            let answer = wire.receive().await;
            assert_eq!(
                (&answer["id"], text(&answer)),
                (&id, n.to_string().as_str())
            );
            patient(desk.until_running(0)).await;
        }
        // A second cancellation reaches the second call.
        wire.send(&call("wait", 1)).await;
        patient(desk.until_running(1)).await;
        wire.send(&cancel(&id)).await;
        patient(desk.until_running(0)).await;
    }
    wire.close().await;
    let (rest, ended) = wire.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}

#[tokio::test]
async fn a_stream_may_be_opened_again_under_its_id() {
    let changes = ListChanges::new();
    let server = Server::new(Desk::new().registry(), server_info!()).list_changes(&changes);
    let mut wire = Wire::serve(server);
    let mut listen = modern(
        0,
        "subscriptions/listen",
        json!({"notifications": {"toolsListChanged": true}}),
    );
    let id = json!("the\nstream");
    listen["id"] = id.clone();
    let subscription = |message: &Value| {
        message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"].clone()
    };
    for _ in 0..3 {
        wire.send(&listen).await;
        let acknowledged = wire.receive().await;
        assert_eq!(
            acknowledged["method"],
            "notifications/subscriptions/acknowledged"
        );
        assert_eq!(subscription(&acknowledged), id);
        sleep(Duration::from_millis(50)).await;
        changes.announce();
        let told = wire.receive().await;
        assert_eq!(told["method"], "notifications/tools/list_changed", "{told}");
        assert_eq!(subscription(&told), id);
        wire.send(&cancel(&id)).await;
    }
    wire.send(&listen).await;
    assert_eq!(subscription(&wire.receive().await), id);
    wire.stop();
    let (rest, ended) = wire.end().await;
    for message in rest {
        assert_eq!(message["id"], id, "{message}");
        assert_eq!(
            message["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"],
            id
        );
    }
    ended.unwrap();
}

struct Mirror;

/// Look.
#[tool_group(name = "mirror")]
impl Mirror {
    /// Return the id of the request.
    #[action(read_only)]
    fn id(ctx: &Ctx) -> String {
        ctx.id().unwrap_or_default().to_owned()
    }
}

#[tokio::test]
async fn an_action_sees_the_id_that_the_client_sent() {
    let mut wire = Wire::legacy(Registry::builder().tool(Mirror).build().unwrap()).await;
    for id in ["7", "a\nb", "a\u{1b}[31mb", "\u{202e}", "a\nb"] {
        let params = json!({"name": "mirror", "arguments": {"action": "id"}});
        let mut call = request(0, "tools/call", params);
        call["id"] = json!(id);
        wire.send(&cancel(&json!(id))).await;
        wire.send(&call).await;
        let answer = wire.receive().await;
        assert_eq!((&answer["id"], text(&answer)), (&json!(id), id));
    }
}
