//! Both eras over one endpoint, with and without sessions.

use fusion_tests::{http::Served, wire::LEGACY};
use serde_json::{Value, json};

use super::Desk;

#[tokio::test]
async fn both_eras_list_and_call_over_one_endpoint() {
    let served = Served::new(Desk::new().registry());
    let client = &served.client;
    let echo = json!({"name": "desk", "arguments": {"action": "echo", "n": 5}});

    let hello = client.initialize().await;
    assert_eq!((hello.status, hello.header("mcp-session-id")), (200, None));
    assert_eq!(hello.message()["result"]["protocolVersion"], LEGACY);
    let listed = client.legacy(1, "tools/list", json!({})).await.message();
    let answer = client.legacy(2, "tools/call", echo.clone()).await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(
        (answer.message()["id"].as_u64(), answer.text()),
        (Some(2), "5".to_owned())
    );

    let found = client
        .modern(1, "server/discover", json!({}))
        .await
        .message();
    assert_eq!(found["result"]["capabilities"], json!({"tools": {}}));
    let modern = client.modern(2, "tools/list", json!({})).await.message();
    assert_eq!(modern["result"]["tools"], listed["result"]["tools"]);
    let answer = client.modern(3, "tools/call", echo).await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(
        (answer.message()["id"].as_u64(), answer.text()),
        (Some(3), "5".to_owned())
    );
    served.end().await;
}

#[tokio::test]
async fn progress_makes_a_stream_of_the_answer_in_both_eras() {
    let served = Served::new(Desk::new().registry());
    let params = json!({
        "name": "desk",
        "arguments": {"action": "work", "steps": 3},
        "_meta": {"progressToken": "t"}
    });
    for answer in [
        served.client.legacy(1, "tools/call", params.clone()).await,
        served.client.modern(1, "tools/call", params).await,
    ] {
        assert_eq!(answer.header("content-type"), Some("text/event-stream"));
        let messages = answer.messages();
        let steps: Vec<_> = messages
            .iter()
            .filter(|message| message["method"] == "notifications/progress")
            .map(|message| message["params"].clone())
            .collect();
        let step = |n: u32| {
            let message = format!("step {n}");
            json!({"progressToken": "t", "progress": f64::from(n), "total": 3.0, "message": message})
        };
        assert_eq!(steps, [step(1), step(2), step(3)]);
        assert_eq!((messages.len(), answer.text()), (4, "done".to_owned()));
    }
    served.end().await;
}

#[tokio::test]
async fn a_client_is_known_where_it_says_its_name_and_nobody_otherwise() {
    let served = Served::with(Desk::new().registry(), |http| http.legacy_sessions(true));
    let who = json!({"name": "desk", "arguments": {"action": "who"}});
    let answer = served.client.modern(1, "tools/call", who.clone()).await;
    assert_eq!(answer.text(), r#"Modern Some("wire")"#);

    let hello = served.client.initialize().await;
    let session = hello.header("mcp-session-id").unwrap();
    let client = served.client.header("mcp-session-id", session);
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(client.post(ready.to_string().as_bytes()).await.status, 202);
    let answer = client.legacy(1, "tools/call", who).await;
    assert_eq!(answer.text(), r#"Legacy Some("raw")"#);
    served.end().await;

    let served = Served::new(Desk::new().registry());
    served.client.initialize().await;
    let said = served.client.call(json!({"action": "who"})).await;
    assert_eq!(said, "Legacy None");
    served.end().await;
}

#[tokio::test]
async fn two_replicas_serve_one_client_in_turn() {
    let replicas = [
        Served::new(Desk::new().registry()),
        Served::new(Desk::new().registry()),
    ];
    let clients = replicas.each_ref().map(|served| &served.client);
    assert_eq!(clients[0].initialize().await.status, 200);
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(
        clients[1].post(ready.to_string().as_bytes()).await.status,
        202
    );
    let mut lists: Vec<Value> = Vec::new();
    for (n, client) in clients.iter().cycle().take(6).enumerate() {
        assert_eq!(
            client.call(json!({"action": "echo", "n": n})).await,
            n.to_string()
        );
        lists.push(client.legacy(9, "tools/list", json!({})).await.message());
    }
    lists.dedup();
    assert_eq!(lists.len(), 1);
    for served in replicas {
        served.end().await;
    }
}

#[tokio::test]
async fn without_sessions_nobody_listens_by_get() {
    let served = Served::new(Desk::new().registry());
    let reply = served.client.get().await;
    assert_eq!((reply.status, reply.header("allow")), (405, Some("POST")));
    served.end().await;
}

#[tokio::test]
async fn bodies_that_are_no_message_are_refused_and_the_server_lives() {
    let served = Served::new(Desk::new().registry());
    let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
    for body in [
        &b""[..],
        b"no JSON",
        b"\xff\xfe",
        b"[]",
        b"{}",
        deep.as_bytes(),
    ] {
        let reply = served.client.post(body).await;
        assert!((400..500).contains(&reply.status), "{reply:?}");
    }
    assert_eq!(
        served.client.call(json!({"action": "echo", "n": 1})).await,
        "1"
    );
    served.end().await;
}
