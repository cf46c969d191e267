//! A server over a byte stream: many calls at once, shutdown, cancellation, progress, invalid
//! input.

mod first_request;
mod in_flight;
mod malformed;
mod stop;

use std::{collections::HashSet, time::Duration};

use fusion_core::{Server, server::ListChanges, server_info};
use fusion_tests::{
    desk::Desk,
    wire::{Wire, modern, request},
};
use serde_json::{Value, json};

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default()
}

#[tokio::test]
async fn two_hundred_calls_in_flight_are_all_answered_and_none_is_mixed_up() {
    let desk = Desk::new();
    let mut wire = Wire::legacy(desk.registry()).await;
    wire.call(1_000, "desk", json!({"action": "wait", "n": 7}))
        .await;
    for id in 1..=200 {
        wire.call(id, "desk", json!({"action": "echo", "n": id * 3}))
            .await;
    }
    let mut open: HashSet<u64> = (1..=200).collect();
    while !open.is_empty() {
        let answer = wire.receive().await;
        let id = answer["id"].as_u64().unwrap();
        assert!(open.remove(&id), "{answer}");
        assert_eq!(text(&answer), (id * 3).to_string());
    }
    // All of them while the slow one still waits.
    desk.until_running(1).await;
    desk.gate.add_permits(1);
    let last = wire.receive().await;
    assert_eq!((&last["id"], text(&last)), (&json!(1_000), "7"));
}

#[tokio::test]
async fn a_stop_with_calls_in_flight_answers_all_of_them() {
    let desk = Desk::new();
    let mut wire = Wire::legacy(desk.registry()).await;
    for id in 1..=20 {
        wire.call(id, "desk", json!({"action": "wait", "n": id}))
            .await;
    }
    desk.until_running(20).await;
    wire.stop();
    tokio::time::sleep(Duration::from_millis(20)).await;
    desk.gate.add_permits(20);
    let (rest, ended) = wire.end().await;
    let ids: HashSet<_> = rest
        .iter()
        .map(|answer| answer["id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids, (1..=20).collect());
    assert!(
        rest.iter()
            .all(|answer| answer["result"]["isError"] != true)
    );
    ended.unwrap();
}

#[tokio::test]
async fn the_end_of_the_input_with_calls_in_flight_answers_all_of_them() {
    let desk = Desk::new();
    let mut wire = Wire::legacy(desk.registry()).await;
    for id in 1..=20 {
        wire.call(id, "desk", json!({"action": "wait", "n": id}))
            .await;
    }
    wire.close().await;
    desk.until_running(20).await;
    desk.gate.add_permits(20);
    let (rest, ended) = wire.end().await;
    assert_eq!(rest.len(), 20);
    ended.unwrap();
}

#[tokio::test]
async fn a_call_that_outlasts_the_grace_is_cancelled_and_the_server_ends() {
    let desk = Desk::new();
    let mut wire = Wire::open_with(desk.registry(), Duration::from_millis(50));
    wire.shake_hands().await;
    wire.call(1, "desk", json!({"action": "wait", "n": 1}))
        .await;
    desk.until_running(1).await;
    wire.stop();
    let (_, ended) = wire.end().await;
    ended.unwrap();
    desk.until_running(0).await;
}

#[tokio::test]
async fn a_cancelled_call_is_dropped_unanswered_and_the_server_goes_on() {
    let desk = Desk::new();
    let mut wire = Wire::legacy(desk.registry()).await;
    wire.call(1, "desk", json!({"action": "wait", "n": 1}))
        .await;
    desk.until_running(1).await;
    let params = json!({"requestId": 1, "reason": "enough"});
    wire.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        .await;
    desk.until_running(0).await;
    let answer = wire
        .answer(2, "desk", json!({"action": "echo", "n": 5}))
        .await;
    assert_eq!(text(&answer), "5");
    wire.close().await;
    let (rest, ended) = wire.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}

#[tokio::test]
async fn progress_reaches_a_client_that_sent_a_token_and_no_other() {
    let desk = Desk::new();
    let mut wire = Wire::legacy(desk.registry()).await;
    let arguments = json!({"action": "work", "steps": 3});
    let quiet = wire.answer(1, "desk", arguments.clone()).await;
    assert_eq!(text(&quiet), "done");

    let params = json!({"name": "desk", "arguments": arguments, "_meta": {"progressToken": "t"}});
    wire.send(&request(2, "tools/call", params)).await;
    let mut seen = Vec::new();
    let answer = loop {
        let message = wire.receive().await;
        if message["id"] == 2 {
            break message;
        }
        assert_eq!(message["method"], "notifications/progress");
        seen.push(message["params"].clone());
    };
    assert_eq!(text(&answer), "done");
    let expected: Vec<_> = (1..=3)
        .map(|n| {
            let message = format!("step {n}");
            json!({"progressToken": "t", "progress": f64::from(n), "total": 3.0, "message": message})
        })
        .collect();
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn a_panic_is_answered_without_its_text_and_the_server_goes_on() {
    let desk = Desk::new();
    let mut wire = Wire::legacy(desk.registry()).await;
    let answer = wire.answer(1, "desk", json!({"action": "boom"})).await;
    assert_eq!(answer["result"]["isError"], true);
    let said = text(&answer);
    let reference = said
        .strip_prefix("[desk/boom] internal error (reference ")
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or_else(|| panic!("{said}"));
    assert_eq!(reference.len(), 6);
    let data = json!({"code": "internal", "reference": reference});
    assert_eq!(answer["result"]["_meta"]["dev.fusion/error"], data);
    let next = wire
        .answer(2, "desk", json!({"action": "echo", "n": 1}))
        .await;
    assert_eq!(text(&next), "1");
}

#[tokio::test]
async fn both_eras_list_the_tool_and_only_the_modern_one_reads_cache_hints() {
    let desk = Desk::new();
    let mut legacy = Wire::legacy(desk.registry()).await;
    let list = legacy.ask(1, "tools/list", json!({})).await["result"].clone();
    assert_eq!(list["tools"].as_array().unwrap().len(), 1);
    assert_eq!(list.get("ttlMs"), None);

    let mut wire = Wire::open(desk.registry());
    wire.send(&modern(1, "tools/list", json!({}))).await;
    let answer = wire.receive().await["result"].clone();
    assert_eq!(answer["tools"], list["tools"]);
    assert_eq!(answer["ttlMs"], 3_600_000);
    assert_eq!(answer["cacheScope"], "public");
    wire.send(&modern(2, "server/discover", json!({}))).await;
    let discovered = wire.receive().await["result"].clone();
    assert_eq!(discovered["cacheScope"], "public");
    assert_eq!(discovered["capabilities"], json!({"tools": {}}));
}

#[tokio::test]
async fn an_unknown_tool_and_an_unknown_cursor_are_protocol_errors() {
    let mut wire = Wire::legacy(Desk::new().registry()).await;
    let answer = wire.answer(1, "dsk", json!({"action": "echo"})).await;
    assert_eq!(
        answer["error"],
        json!({"code": -32602, "message": "unknown tool `dsk`"})
    );
    let answer = wire.ask(2, "tools/list", json!({"cursor": "x"})).await;
    assert_eq!(answer["error"]["code"], -32602);
}

#[tokio::test]
async fn arguments_that_are_absent_null_or_no_object_are_answered() {
    let mut wire = Wire::legacy(Desk::new().registry()).await;
    let available = "Available: echo, wait, work, cancellable, boom, measure, who";
    let required = format!("Error: action is required. {available}");
    for (id, params, said) in [
        (1, json!({"name": "desk"}), required.clone()),
        (
            2,
            json!({"name": "desk", "arguments": null}),
            required.clone(),
        ),
        (3, json!({"name": "desk", "arguments": {}}), required),
        (
            4,
            json!({"name": "desk", "arguments": [1]}),
            "Error: arguments: expected object, got array".to_owned(),
        ),
        (
            5,
            json!({"name": "desk", "arguments": "x"}),
            "Error: arguments: expected object, got string".to_owned(),
        ),
        (
            6,
            json!({"name": "desk", "arguments": {"action": 5}}),
            format!("Error: action: expected string, got 5. {available}"),
        ),
        (
            7,
            json!({"name": "desk", "arguments": {"action": "ecko"}}),
            format!("Error: Unknown action \"ecko\". Did you mean \"echo\"? {available}"),
        ),
    ] {
        let answer = wire.ask(id, "tools/call", params).await;
        assert_eq!(text(&answer), said);
        assert_eq!(answer["result"]["isError"], true);
    }
}

#[tokio::test]
async fn hostile_input_is_answered_or_dropped_and_the_server_lives() {
    let mut wire = Wire::legacy(Desk::new().registry()).await;
    // A thousand levels: deeper than any argument, so it is no message at all.
    let deep = format!("{}1{}", "[".repeat(1_000), "]".repeat(1_000));
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"desk","arguments":{{"action":"echo","n":{deep}}}}}}}"#
    );
    wire.send_bytes(format!("{line}\n").as_bytes()).await;
    wire.send_bytes(b"this is not JSON\n").await;
    wire.send_bytes(b"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"\xff\xfe\"}}\n")
        .await;
    wire.send_bytes(b"[]\n{}\n\n").await;
    let ten_megabytes = "x".repeat(10 * 1024 * 1024);
    let arguments = json!({"action": "measure", "text": ten_megabytes});
    let answer = wire.answer(3, "desk", arguments).await;
    assert_eq!(text(&answer), (10 * 1024 * 1024).to_string());
    // A name of ten megabytes is not echoed.
    let answer = wire
        .answer(4, "desk", json!({"action": ten_megabytes}))
        .await;
    assert!(text(&answer).len() < 300, "{}", text(&answer).len());
    // Half a line, and the end.
    wire.send_bytes(br#"{"jsonrpc":"2.0","id":5,"#).await;
    wire.close().await;
    let (rest, ended) = wire.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}

#[tokio::test]
async fn a_client_that_leaves_before_a_word_is_no_error() {
    let mut wire = Wire::open(Desk::new().registry());
    wire.close().await;
    let (rest, ended) = wire.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}

#[tokio::test]
async fn a_word_before_the_first_request_is_dropped() {
    for stray in [
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
        json!({"jsonrpc": "2.0", "id": 9, "result": {}}),
    ] {
        let mut wire = Wire::open(Desk::new().registry());
        wire.send(&stray).await;
        wire.shake_hands().await;
        let answer = wire
            .answer(1, "desk", json!({"action": "echo", "n": 4}))
            .await;
        assert_eq!(text(&answer), "4");
    }
}

#[tokio::test]
async fn clients_of_both_eras_are_told_that_the_list_has_changed() {
    let changes = ListChanges::new();
    let server = || Server::new(Desk::new().registry(), server_info!()).list_changes(&changes);
    let mut legacy = Wire::serve(server());
    legacy.shake_hands().await;
    // Answered after the notification that it is ready.
    legacy
        .answer(1, "desk", json!({"action": "echo", "n": 1}))
        .await;

    let mut stateless = Wire::serve(server());
    let wanted = json!({"notifications": {"toolsListChanged": true}});
    stateless
        .send(&modern(7, "subscriptions/listen", wanted))
        .await;
    let acknowledged = stateless.receive().await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );

    // The task of a client that has just subscribed may not listen yet.
    tokio::time::sleep(Duration::from_millis(50)).await;
    changes.announce();
    let method = "notifications/tools/list_changed";
    assert_eq!(legacy.receive().await["method"], method);
    let told = stateless.receive().await;
    assert_eq!(told["method"], method);
    let subscription = &told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
    assert_eq!(subscription, 7);

    // A stream on which a client listens does not hold up the end.
    stateless.stop();
    let (_, ended) = stateless.end().await;
    ended.unwrap();
    legacy.close().await;
    let (rest, ended) = legacy.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}
