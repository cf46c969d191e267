//! Lines that are no message: each request gets an answer, and nothing else does.

use fusion_core::{Server, server_info};
use fusion_tests::{
    desk::Desk,
    notes::{Notes, registry},
    wire::{Wire, modern, request},
};
use serde_json::{Value, json};

fn call(id: &str, n: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"desk","arguments":{{"action":"echo","n":{n}}}}}}}"#
    )
}

async fn send(wire: &mut Wire, line: &str) {
    wire.send_bytes(format!("{line}\n").as_bytes()).await;
}

/// Sends a line and returns the code and the id of the error that answers it.
async fn refused(wire: &mut Wire, line: &str) -> (i64, Value) {
    send(wire, line).await;
    let answer = wire.receive().await;
    let code = answer["error"]["code"].as_i64();
    (
        code.unwrap_or_else(|| panic!("{answer}")),
        answer["id"].clone(),
    )
}

#[tokio::test]
async fn a_request_that_no_parser_reads_is_answered_with_its_id() {
    let mut wire = Wire::legacy(Desk::new().registry()).await;
    let deep = format!("{}1{}", "[".repeat(126), "]".repeat(126));
    for n in [deep.as_str(), "1e400", r#""\ud800""#, "1x"] {
        assert_eq!(refused(&mut wire, &call("7", n)).await, (-32700, json!(7)));
        let text = refused(&mut wire, &call(r#""seven""#, n)).await;
        assert_eq!(text, (-32700, json!("seven")));
    }
    let bytes = br#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":""#;
    wire.send_bytes(&[&bytes[..], b"\xff\xfe\"}}\n"].concat())
        .await;
    assert_eq!(wire.receive().await["id"], 8);
    for id in ["1e400", r#""\ud800""#] {
        assert_eq!(
            refused(&mut wire, &call(id, "1")).await,
            (-32700, Value::Null)
        );
    }
    let answer = wire
        .answer(9, "desk", json!({"action": "echo", "n": 9}))
        .await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
}

#[tokio::test]
async fn a_line_over_the_limit_is_answered_with_its_id_wherever_it_stands() {
    let server = Server::new(Desk::new().registry(), server_info!()).max_line_bytes(1_000);
    let mut wire = Wire::serve(server);
    wire.shake_hands().await;
    let text = "x".repeat(100_000);
    for line in [
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": text}).to_string(),
        format!(r#"{{"method":"tools/call","params":"{text}","jsonrpc":"2.0","id":1}}"#),
    ] {
        send(&mut wire, &line).await;
        let error =
            json!({"code": -32700, "message": "Parse error: a message may have 1000 bytes"});
        let expected = json!({"jsonrpc": "2.0", "id": 1, "error": error});
        assert_eq!(wire.receive().await, expected);
    }
    let answer = wire
        .answer(2, "desk", json!({"action": "echo", "n": 2}))
        .await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
}

#[tokio::test]
async fn the_default_limit_is_sixteen_mebibytes() {
    let mut wire = Wire::legacy(Desk::new().registry()).await;
    let text = "x".repeat(16 * 1024 * 1024);
    wire.call(1, "desk", json!({"action": "measure", "text": text}))
        .await;
    assert_eq!(wire.receive().await["error"]["code"], -32700);
    let text = &text[..16 * 1024 * 1024 - 200];
    let answer = wire
        .answer(2, "desk", json!({"action": "measure", "text": text}))
        .await;
    let length = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert_eq!(length, text.len().to_string());
}

#[tokio::test]
async fn a_request_with_an_id_of_no_use_is_not_taken_for_a_notification() {
    let mut wire = Wire::legacy(Desk::new().registry()).await;
    for (id, expected) in [
        ("null", Value::Null),
        ("1.5", json!(1.5)),
        ("18446744073709551615", json!(u64::MAX)),
        ("[1]", Value::Null),
    ] {
        assert_eq!(refused(&mut wire, &call(id, "1")).await, (-32600, expected));
    }
    // A superfluous id does not make a request of a notification.
    let ready = json!({"jsonrpc": "2.0", "id": null, "method": "notifications/initialized"});
    wire.send(&ready).await;
    let answer = wire
        .answer(2, "desk", json!({"action": "echo", "n": 2}))
        .await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
}

#[tokio::test]
async fn garbage_broken_notifications_and_broken_responses_are_not_answered() {
    let mut wire = Wire::legacy(Desk::new().registry()).await;
    for line in [
        "this is not JSON",
        "",
        "   ",
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1e400}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"n":1e400}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":"\ud800"}}"#,
    ] {
        send(&mut wire, line).await;
    }
    wire.call(1, "desk", json!({"action": "echo", "n": 1}))
        .await;
    assert_eq!(wire.receive().await["result"]["isError"], false);
    wire.close().await;
    let (rest, ended) = wire.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}

#[tokio::test]
async fn a_request_without_a_line_ending_is_answered_at_the_end_of_the_input() {
    let mut wire = Wire::legacy(Desk::new().registry()).await;
    let echo = json!({"name": "desk", "arguments": {"action": "echo", "n": 3}});
    let line = request(3, "tools/call", echo).to_string();
    wire.send_bytes(line.as_bytes()).await;
    wire.close().await;
    let (rest, ended) = wire.end().await;
    assert_eq!(rest[0]["result"]["content"][0]["text"], "3");
    ended.unwrap();
}

#[tokio::test]
async fn a_second_request_with_the_id_of_one_in_flight_is_refused_and_the_first_answered() {
    let desk = Desk::new();
    let mut wire = Wire::legacy(desk.registry()).await;
    wire.call(5, "desk", json!({"action": "wait", "n": 1}))
        .await;
    desk.until_running(1).await;
    wire.call(5, "desk", json!({"action": "echo", "n": 2}))
        .await;
    let message = "Invalid Request: a request with the id 5 is in flight";
    let error = json!({"code": -32600, "message": message});
    let refused = wire.receive().await;
    assert_eq!(refused, json!({"jsonrpc": "2.0", "id": 5, "error": error}));
    desk.gate.add_permits(1);
    let first = wire.receive().await;
    assert_eq!(first["result"]["content"][0]["text"], "1", "{first}");
    // The id is free again.
    for n in 0..100 {
        let answer = wire
            .answer(5, "desk", json!({"action": "echo", "n": n}))
            .await;
        assert_eq!(answer["result"]["content"][0]["text"], n.to_string());
    }
}

#[tokio::test]
async fn a_broken_line_with_a_readable_id_is_answered_with_it() {
    let mut wire = Wire::legacy(Desk::new().registry()).await;
    let line = r#"{"jsonrpc":"2.0","id":"z2","x":"#;
    assert_eq!(refused(&mut wire, line).await, (-32700, json!("z2")));
}

#[tokio::test]
async fn a_list_with_malformed_parameters_is_refused_in_both_eras() {
    let server = || Server::new(registry(&Notes::default()), server_info!());
    let mut legacy = Wire::serve(server());
    legacy.shake_hands().await;
    let mut stateless = Wire::serve(server());
    for method in [
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
    ] {
        for (cursor, got) in [
            (json!(5), "5"),
            (json!({}), "object"),
            (json!(true), "true"),
        ] {
            let text = format!("params.cursor: expected string, got {got}");
            let error = json!({"code": -32602, "message": text});
            let params = json!({"cursor": cursor});
            let answer = legacy.ask(1, method, params.clone()).await;
            assert_eq!(answer["error"], error, "{method}");
            stateless.send(&modern(1, method, params)).await;
            assert_eq!(stateless.receive().await["error"], error, "{method}");
        }
        for params in [json!({}), json!({"cursor": null}), Value::Null] {
            let answer = legacy.ask(1, method, params).await;
            assert!(answer["result"].is_object(), "{answer}");
        }
    }
}
