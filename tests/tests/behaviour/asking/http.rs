//! Questions to clients over HTTP.

use std::time::Duration;

use fusion_core::{Server, server::ServeError, server_info};
use fusion_tests::{
    http::{Client, Reply, Served},
    wire::{LEGACY, MODERN, modern, patient, request},
};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    net::{TcpListener, TcpStream},
};

use super::*;

fn registry(shop: &Shop) -> Registry {
    shop.builder().principal(|_| None).build().unwrap()
}

async fn modern_call(client: &Client, mut params: Value) -> Reply {
    let client = client
        .header("mcp-protocol-version", MODERN)
        .header("mcp-method", "tools/call")
        .header("mcp-name", "shop");
    params["name"] = json!("shop");
    params["arguments"] = json!({"action": "close", "issue": 7});
    let mut call = modern(1, "tools/call", params);
    call["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({"elicitation": {}});
    client.post(call.to_string().as_bytes()).await
}

/// Takes the id of the question and the state out of a result.
fn question(reply: &Reply) -> (String, Value) {
    let result = reply.message()["result"].clone();
    assert_eq!(result["resultType"], "input_required", "{reply:?}");
    let id = result["inputRequests"]
        .as_object()
        .unwrap()
        .keys()
        .next()
        .unwrap();
    (id.clone(), result["requestState"].clone())
}

#[tokio::test]
async fn a_modern_client_answers_by_another_request() {
    for lane in [true, false] {
        let shop = Shop::default();
        let served = Served::with(registry(&shop), |http| http.lane(lane));
        let asked = modern_call(&served.client, json!({})).await;
        let (id, state) = question(&asked);
        let answers = json!({id: accept(&json!({"reason": "done"}))});
        let more = json!({"requestState": state, "inputResponses": answers});
        let reply = modern_call(&served.client, more).await;
        assert_eq!(reply.text(), "closed 7: done None");
        assert_eq!(shop.counts(), [2, 0, 1, 2]);
        served.end().await;
    }
}

#[tokio::test]
async fn the_authorization_of_the_caller_is_a_part_of_the_state() {
    let shop = Shop::default();
    // A router checks nothing when it is made.
    let registry = shop.builder().build().unwrap();
    let router = Server::new(registry, server_info!()).http().router();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::to(listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let ada = client.header("authorization", "Bearer ada");
    let (id, state) = question(&modern_call(&ada, json!({})).await);
    let answers = json!({id: accept(&json!({"reason": "done"}))});
    let more = json!({"requestState": state, "inputResponses": answers});
    let eve = client.header("authorization", "Bearer eve");
    let refused = modern_call(&eve, more.clone()).await;
    let error = &refused.message()["error"];
    assert_eq!(
        (&error["code"], &error["data"]["code"]),
        (&json!(-32602), &json!("invalid_state"))
    );
    // Without any name, each caller could answer for another one.
    let unnamed = modern_call(&client, json!({})).await;
    assert!(
        unnamed
            .text()
            .starts_with("[shop/close] internal error (reference ")
    );
    assert_eq!(modern_call(&ada, more).await.text(), "closed 7: done None");
}

#[tokio::test]
async fn a_server_whose_callers_have_no_names_does_not_start() {
    let registry = Shop::default().registry();
    let server = Server::new(registry, server_info!()).http();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let error = server.serve_listener(listener, async {}).await.unwrap_err();
    assert!(matches!(error, ServeError::NoPrincipal { .. }));
    assert_eq!(
        error.to_string(),
        "`shop/close` asks its user, and nothing names the callers, so that another one could answer: set `principal` of the registry's builder, to `|_| None` for a server without callers"
    );
}

#[tokio::test]
async fn a_legacy_client_without_a_session_cannot_be_asked() {
    for lane in [true, false] {
        let served = Served::with(registry(&Shop::default()), |http| http.lane(lane));
        let params = json!({"name": "shop", "arguments": {"action": "close", "issue": 7}});
        let reply = served.client.legacy(1, "tools/call", params).await;
        assert_eq!(
            reply.text(),
            "[shop/close] this asks the user, and the client has no session in which it could be asked in the middle of a call\nHint: Connect with a client that shows questions to its user, or ask the user to do this another way."
        );
        served.end().await;
    }
}

/// Returns the next message of a stream of events.
async fn next_event(stream: &mut BufReader<TcpStream>) -> Value {
    loop {
        let mut line = String::new();
        let read = patient(stream.read_line(&mut line)).await.unwrap();
        assert!(read > 0, "the stream ended");
        if let Some(data) = line.strip_prefix("data:").map(str::trim)
            && !data.is_empty()
        {
            return serde_json::from_str(data).unwrap();
        }
    }
}

/// Opens a session, and makes a call that asks. Returns the client, the stream of the call, and the question.
async fn asked_in_session(served: &Served) -> (Client, BufReader<TcpStream>, Value) {
    let params = json!({
        "protocolVersion": LEGACY,
        "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "raw", "version": "1"}
    });
    let hello = request(0, "initialize", params).to_string();
    let hello = served.client.post(hello.as_bytes()).await;
    let client = served
        .client
        .header("mcp-session-id", hello.header("mcp-session-id").unwrap())
        .header("mcp-protocol-version", LEGACY);
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    client.post(ready.to_string().as_bytes()).await;
    let params = json!({"name": "shop", "arguments": {"action": "close", "issue": 7}});
    let call = request(1, "tools/call", params).to_string();
    let mut stream = BufReader::new(client.sent(call.as_bytes()).await);
    let asked = next_event(&mut stream).await;
    (client, stream, asked)
}

/// Waits until the handler of a call was dropped, for a time that is shorter than any limit of the server.
async fn dropped(shop: &Shop) {
    for _ in 0..200 {
        if shop.counts()[3] == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(shop.counts(), [1, 0, 0, 1]);
}

async fn cancel(client: &Client) {
    let params = json!({"requestId": 1});
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
    client.post(cancel.to_string().as_bytes()).await;
}

#[tokio::test]
async fn a_legacy_client_with_a_session_is_asked_on_the_stream_of_its_call() {
    let shop = Shop::default();
    let served = Served::with(registry(&shop), |http| http.legacy_sessions(true));
    let (client, mut stream, asked) = asked_in_session(&served).await;
    assert_eq!(asked["method"], "elicitation/create", "{asked}");
    let reply =
        json!({"jsonrpc": "2.0", "id": asked["id"], "result": accept(&json!({"reason": "done"}))});
    assert_eq!(client.post(reply.to_string().as_bytes()).await.status, 202);
    let answer = next_event(&mut stream).await;
    assert_eq!(
        answer["result"]["content"][0]["text"],
        "closed 7: done None"
    );
    assert_eq!(shop.counts(), [1, 0, 1, 1]);
    served.end().await;
}

#[tokio::test]
async fn a_client_that_cancels_in_mid_question_gets_nothing_done() {
    let shop = Shop::default();
    let served = Served::with(registry(&shop), |http| http.legacy_sessions(true));
    let (client, _stream, _) = asked_in_session(&served).await;
    cancel(&client).await;
    dropped(&shop).await;
    served.end().await;
}

#[tokio::test]
async fn a_client_that_ends_its_session_in_mid_question_is_waited_for_no_longer() {
    let shop = Shop::default();
    let served = Served::with(registry(&shop), |http| http.legacy_sessions(true));
    let (client, _stream, _) = asked_in_session(&served).await;
    Reply::read(client.head("DELETE", "\r\n").await).await;
    dropped(&shop).await;
    served.end().await;
}

#[tokio::test]
async fn a_client_that_left_in_mid_question_keeps_no_session_for_longer_than_an_idle_one() {
    let shop = Shop::default();
    let timeout = Duration::from_millis(200);
    let served = Served::with(registry(&shop), |http| {
        http.legacy_sessions(true).legacy_session_timeout(timeout)
    });
    let (_client, stream, _) = asked_in_session(&served).await;
    // A client that is there may think for longer.
    tokio::time::sleep(timeout * 3).await;
    assert_eq!(shop.counts(), [1, 0, 0, 0]);
    drop(stream);
    dropped(&shop).await;
    served.end().await;
}

/// Reads the id of the event whose data was read last.
async fn event_id(stream: &mut BufReader<TcpStream>) -> String {
    let mut line = String::new();
    patient(stream.read_line(&mut line)).await.unwrap();
    let id = line.strip_prefix("id:").unwrap_or_else(|| panic!("{line}"));
    id.trim().to_owned()
}

#[tokio::test]
async fn a_client_that_resumes_in_mid_question_is_not_asked_twice() {
    let shop = Shop::default();
    let served = Served::with(registry(&shop), |http| http.legacy_sessions(true));
    let (client, mut stream, asked) = asked_in_session(&served).await;
    let id = event_id(&mut stream).await;
    drop(stream);
    let resumed = client.header("last-event-id", &id);
    let mut stream = BufReader::new(resumed.head("GET", "\r\n").await);
    let reply =
        json!({"jsonrpc": "2.0", "id": asked["id"], "result": accept(&json!({"reason": "done"}))});
    client.post(reply.to_string().as_bytes()).await;
    let answer = next_event(&mut stream).await;
    assert_eq!(
        answer["result"]["content"][0]["text"], "closed 7: done None",
        "{answer}"
    );
    served.end().await;
}

#[tokio::test]
async fn a_client_that_resumes_a_cancelled_call_is_not_asked_again() {
    let shop = Shop::default();
    let served = Served::with(registry(&shop), |http| http.legacy_sessions(true));
    let (client, mut stream, _) = asked_in_session(&served).await;
    let id = event_id(&mut stream).await;
    cancel(&client).await;
    dropped(&shop).await;
    let (_, name) = id.split_once('/').unwrap();
    for last in [format!("0/{name}"), id.clone()] {
        let resumed = client.header("last-event-id", &last).get().await;
        assert_eq!(resumed.messages(), [] as [Value; 0], "{resumed:?}");
    }
    served.end().await;
}
