//! Bodies that are no message, and the kinds of bodies and responses.

use fusion_tests::{
    http::{Client, Reply, Served},
    wire::{LEGACY, request},
};
use serde_json::{Value, json};

use super::Desk;

const BOTH: &str = "application/json, text/event-stream";

async fn error(client: &Client, body: &[u8]) -> (u16, i64, Value) {
    let reply = client
        .header("mcp-protocol-version", LEGACY)
        .post(body)
        .await;
    assert_eq!(
        reply.header("content-type"),
        Some("application/json"),
        "{reply:?}"
    );
    let message = reply.message();
    let code = message["error"]["code"].as_i64().unwrap();
    (reply.status, code, message["id"].clone())
}

#[tokio::test]
async fn broken_json_is_a_parse_error_with_the_id_where_it_can_be_read() {
    let served = Served::new(Desk::new().registry());
    let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
    for (body, id) in [
        (String::new(), Value::Null),
        ("no JSON".to_owned(), Value::Null),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"x""#.to_owned(),
            json!(1),
        ),
        (
            format!(r#"{{"method":"x","params":{deep},"id":"a"}}"#),
            json!("a"),
        ),
        (
            r#"{"method":"x","params":1e400,"id":7}"#.to_owned(),
            json!(7),
        ),
        (
            r#"{"method":"x","params":"\ud800","id":7}"#.to_owned(),
            json!(7),
        ),
        (r#"{"method":"x","id":1e400}"#.to_owned(), Value::Null),
    ] {
        let refused = error(&served.client, body.as_bytes()).await;
        assert_eq!(refused, (400, -32700, id), "{body:.100}");
    }
    let refused = error(&served.client, b"{\"id\":1,\"method\":\"\xff\"}").await;
    assert_eq!(refused, (400, -32700, json!(1)));
    served.end().await;
}

#[tokio::test]
async fn json_that_is_no_request_is_an_invalid_request() {
    let served = Served::new(Desk::new().registry());
    for (body, id) in [
        ("[]", Value::Null),
        ("{}", Value::Null),
        ("5", Value::Null),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, Value::Null),
        (r#"{"id":1,"method":"tools/list"}"#, json!(1)),
        (r#"{"jsonrpc":"2.0","id":1}"#, json!(1)),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#,
            Value::Null,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#,
            json!(1.5),
        ),
    ] {
        let refused = error(&served.client, body.as_bytes()).await;
        assert_eq!(refused, (400, -32600, id), "{body}");
    }
    let ready = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(served.client.post(ready.as_bytes()).await.status, 202);
    served.end().await;
}

#[tokio::test]
async fn bodies_of_other_types_are_unsupported() {
    let served = Served::new(Desk::new().registry());
    let body = request(1, "tools/list", json!({})).to_string();
    for (kind, status) in [
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("application/jsonp", 415),
        ("", 415),
        ("application/json; charset=utf-8", 200),
        ("Application/JSON", 200),
    ] {
        let client = served.client.header("content-type", kind);
        assert_eq!(client.post(body.as_bytes()).await.status, status, "{kind}");
        let broken = if status == 415 { 415 } else { 400 };
        assert_eq!(client.post(b"{").await.status, broken, "{kind}");
    }
    served.end().await;
}

fn work(steps: u32) -> Value {
    let arguments = json!({"action": "work", "steps": steps});
    json!({"name": "desk", "arguments": arguments, "_meta": {"progressToken": "t"}})
}

async fn answer(client: &Client, params: Value) -> (u16, Option<String>, Option<Value>) {
    let reply: Reply = client.legacy(1, "tools/call", params).await;
    let kind = reply.header("content-type").map(str::to_owned);
    let message = (reply.status == 200).then(|| reply.message());
    (reply.status, kind, message)
}

#[tokio::test]
async fn a_client_that_accepts_json_gets_json() {
    let served = Served::new(Desk::new().registry());
    let expected = answer(&served.client.header("accept", BOTH), work(0)).await;
    let json = Some("application/json".to_owned());
    assert_eq!((expected.0, &expected.1), (200, &json));
    for accept in [
        "*/*",
        "application/*",
        "application/json",
        "text/html, */*;q=0.1",
    ] {
        let client = served.client.header("accept", accept);
        assert_eq!(answer(&client, work(0)).await, expected, "{accept}");
    }
    assert_eq!(
        answer(&served.client.without("accept"), work(0)).await,
        expected
    );
    // Progress needs a stream, and the call does not need progress.
    for accept in [
        "application/*",
        "application/json",
        "*/*, text/event-stream;q=0",
    ] {
        let client = served.client.header("accept", accept);
        assert_eq!(answer(&client, work(3)).await, expected, "{accept}");
    }
    let stream = Some("text/event-stream".to_owned());
    for client in [
        served.client.header("accept", "*/*"),
        served.client.without("accept"),
    ] {
        let (status, kind, last) = answer(&client, work(3)).await;
        assert_eq!((status, kind, &last), (200, stream.clone(), &expected.2));
    }
    // One that accepts streams only gets a stream of one message.
    let client = served.client.header("accept", "text/event-stream");
    assert_eq!(answer(&client, work(0)).await, (200, stream, expected.2));
    served.end().await;
}

#[tokio::test]
async fn a_stream_that_is_needed_and_refused_is_not_acceptable() {
    let served = Served::new(Desk::new().registry());
    let listen = json!({"notifications": {"toolsListChanged": true}});
    let client = served.client.header("accept", "application/json");
    let reply = client.modern(1, "subscriptions/listen", listen).await;
    let text = "the response is a stream: the client must accept text/event-stream";
    assert_eq!((reply.status, reply.body.as_str()), (406, text));
    for accept in ["text/html", "*/*;q=0"] {
        let client = served.client.header("accept", accept);
        assert_eq!(client.legacy(1, "tools/list", json!({})).await.status, 406);
    }
    served.end().await;
}

#[tokio::test]
async fn a_client_in_a_session_may_accept_json_alone() {
    let served = Served::with(Desk::new().registry(), |http| http.legacy_sessions(true));
    let client = served.client.header("accept", "application/json");
    let hello = client.initialize().await;
    assert_eq!(hello.header("content-type"), Some("application/json"));
    let client = client.header("mcp-session-id", hello.header("mcp-session-id").unwrap());
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(client.post(ready.to_string().as_bytes()).await.status, 202);
    let (status, kind, message) = answer(&client, work(3)).await;
    assert_eq!((status, kind.as_deref()), (200, Some("application/json")));
    assert_eq!(message.unwrap()["result"]["content"][0]["text"], "done");
    assert_eq!(client.get().await.status, 406);
    served.end().await;
}

#[tokio::test]
async fn a_malformed_initialize_is_told_its_wrong_parameters_with_and_without_sessions() {
    for sessions in [false, true] {
        let served = Served::with(Desk::new().registry(), |http| {
            http.legacy_sessions(sessions)
        });
        for (params, text) in [
            (
                json!({}),
                "params.protocolVersion: required, but missing; params.capabilities: required, but missing; params.clientInfo: required, but missing",
            ),
            (
                json!({"protocolVersion": 5, "capabilities": [], "clientInfo": {"name": "x"}}),
                "params.protocolVersion: expected string, got 5; params.capabilities: expected object, got array; params.clientInfo.version: required, but missing",
            ),
            (Value::Null, "params: required, but missing"),
        ] {
            let body = request(7, "initialize", params).to_string();
            for accept in [BOTH, "application/json"] {
                let client = served.client.header("accept", accept);
                let reply = client.post(body.as_bytes()).await;
                assert_eq!(reply.header("content-type"), Some("application/json"));
                let error = json!({"code": -32602, "message": text});
                let expected = json!({"jsonrpc": "2.0", "id": 7, "error": error});
                assert_eq!((reply.status, reply.message()), (200, expected));
                assert_eq!(reply.header("mcp-session-id"), None);
            }
        }
        served.end().await;
    }
}

#[tokio::test]
async fn a_list_with_malformed_parameters_is_refused() {
    for sessions in [false, true] {
        let served = Served::with(Desk::new().registry(), |http| {
            http.legacy_sessions(sessions)
        });
        let mut client = served.client.clone();
        if sessions {
            let hello = client.initialize().await;
            client = client.header("mcp-session-id", hello.header("mcp-session-id").unwrap());
        }
        let params = json!({"cursor": 5});
        let error = json!({"code": -32602, "message": "params.cursor: expected string, got 5"});
        let expected = json!({"jsonrpc": "2.0", "id": 7, "error": error});
        for accept in [BOTH, "application/json"] {
            let client = client.header("accept", accept);
            let reply = client.legacy(7, "tools/list", params.clone()).await;
            assert_eq!((reply.status, reply.message()), (200, expected.clone()));
        }
        let reply = served.client.modern(7, "tools/list", params).await;
        assert_eq!((reply.status, reply.message()), (200, expected));
        served.end().await;
    }
}

#[tokio::test]
async fn parameters_that_are_no_object_are_named() {
    let served = Served::new(Desk::new().registry());
    for (params, text) in [
        (json!([1]), "params: expected object, got array"),
        (json!({"_meta": 5}), "params._meta: expected object, got 5"),
    ] {
        let reply = served.client.legacy(7, "tools/list", params).await;
        let error = json!({"code": -32602, "message": text});
        let expected = json!({"jsonrpc": "2.0", "id": 7, "error": error});
        assert_eq!((reply.status, reply.message()), (400, expected));
    }
    served.end().await;
}
