//! Paths and methods that a server does not have, and the slash at the end of the one that it has.

use axum::{
    Router,
    extract::Request,
    middleware::{Next, from_fn},
};
use fusion_tests::{http::Served, wire::LEGACY};
use http::StatusCode;
use serde_json::json;

use super::{Desk, refusals::status};

#[tokio::test]
async fn the_endpoint_has_its_path_with_and_without_a_slash() {
    for path in ["/mcp", "/mcp/"] {
        let served = Served::with(Desk::new().registry(), |http| http.path(path));
        for path in ["/mcp", "/mcp/"] {
            assert_eq!(status(&served.client.at(path)).await, 200, "{path}");
        }
        assert_eq!(status(&served.client.at("/mcp//")).await, 404);
        served.end().await;
    }
    // Another route has precedence.
    let served = Served::with(Desk::new().registry(), |http| http.health_path("/mcp/"));
    assert_eq!(served.client.at("/mcp/").get().await.body, "ok");
    assert_eq!(status(&served.client).await, 200);
    served.end().await;
}

#[tokio::test]
async fn unknown_paths_are_told_to_anybody_and_a_fallback_of_the_author_stays() {
    async fn nobody() -> (StatusCode, &'static str) {
        (StatusCode::UNAUTHORIZED, "who are you?")
    }
    let locked = |router: Router| router.layer(from_fn(|_: Request, _: Next| nobody()));
    let served = Served::with(Desk::new().registry(), |http| http.map_router(locked));
    assert_eq!(status(&served.client).await, 401);
    for path in [
        "/",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/openid-configuration",
        "/register",
    ] {
        let there = served.client.at(path);
        for reply in [there.get().await, there.post(b"{}").await] {
            assert_eq!(reply.status, 404, "{path}");
            assert_eq!(reply.body, "not found; the MCP endpoint is /mcp\n");
            let plain = Some("text/plain; charset=utf-8");
            assert_eq!(reply.header("content-type"), plain);
        }
    }
    served.end().await;

    let theirs = |router: Router| router.fallback(async || (StatusCode::IM_A_TEAPOT, "theirs"));
    let served = Served::with(Desk::new().registry(), |http| http.map_router(theirs));
    let reply = served.client.at("/elsewhere").get().await;
    assert_eq!((reply.status, reply.body.as_str()), (418, "theirs"));
    served.end().await;
}

#[tokio::test]
async fn a_method_that_does_not_exist_is_named_in_a_sentence() {
    for sessions in [false, true] {
        let served = Served::with(Desk::new().registry(), |http| {
            http.legacy_sessions(sessions)
        });
        let mut legacy = served.client.clone();
        if sessions {
            let reply = legacy.initialize().await;
            legacy = legacy.header("mcp-session-id", reply.header("mcp-session-id").unwrap());
        }
        for method in ["prompts/list", "logging/setLevel", "desk/dust"] {
            let params = json!({"level": "info"});
            let reply = legacy.legacy(1, method, params.clone()).await;
            let error = json!({"code": -32601, "message": format!("Method not found: {method}")});
            assert_eq!(reply.message()["error"], error);
            let reply = served.client.modern(1, method, params).await;
            assert_eq!((reply.status, &reply.message()["error"]), (404, &error));
        }
        // A client's text starts no line, and hides no character.
        for (method, told) in [
            ("a\u{200b}b\u{e0001}", r"a\u{200b}b\u{e0001}"),
            ("a b\nc\u{feff}", r"a b\nc\u{feff}"),
        ] {
            let reply = legacy.legacy(1, method, json!({})).await;
            let error = json!({"code": -32601, "message": format!("Method not found: {told}")});
            assert_eq!(reply.message()["error"], error);
        }
        // Methods of the legacy era, whatever their parameters.
        for method in ["ping", "initialize"] {
            let reply = served.client.modern(1, method, json!({})).await;
            let error = json!({"code": -32601, "message": format!("Method not found: {method}")});
            assert_eq!((reply.status, &reply.message()["error"]), (404, &error));
        }
        served.end().await;
    }
}

/// The requests that the SDK refuses before it calls a handler that lacks the capability.
fn refused_by_the_sdk() -> [(&'static str, serde_json::Value); 6] {
    [
        ("tasks/get", json!({"taskId": "x"})),
        ("tasks/update", json!({"taskId": "x", "inputResponses": {}})),
        ("tasks/cancel", json!({"taskId": "x"})),
        ("subscriptions/listen", json!({"notifications": {}})),
        ("skills/list", json!({})),
        ("resources/directory/read", json!({"uri": "skill://x"})),
    ]
}

#[tokio::test]
async fn a_method_that_the_sdk_refuses_is_named_in_a_sentence_in_every_form_of_response() {
    for sessions in [false, true] {
        let served = Served::with(Desk::new().registry(), |http| {
            http.legacy_sessions(sessions)
        });
        let mut legacy = served.client.clone();
        if sessions {
            let reply = legacy.initialize().await;
            legacy = legacy.header("mcp-session-id", reply.header("mcp-session-id").unwrap());
        }
        for (method, params) in refused_by_the_sdk() {
            let error = json!({"code": -32601, "message": format!("Method not found: {method}")});
            let expected = json!({"jsonrpc": "2.0", "id": 1, "error": error});
            for accept in [
                "application/json, text/event-stream",
                "application/json",
                "text/event-stream",
            ] {
                let client = legacy.header("accept", accept);
                let reply = client.legacy(1, method, params.clone()).await;
                assert_eq!((reply.status, reply.message()), (200, expected.clone()));
            }
        }
        served.end().await;
    }
}

#[tokio::test]
async fn the_sentence_does_not_depend_on_the_size_of_the_request() {
    let served = Served::new(Desk::new().registry());
    let id = "\"\\\n ".repeat(50_000);
    let params = json!({"taskId": "x".repeat(100_000)});
    let body = json!({"jsonrpc": "2.0", "id": id, "method": "tasks/get", "params": params});
    let client = served.client.header("mcp-protocol-version", LEGACY);
    let reply = client.post(body.to_string().as_bytes()).await;
    let error = json!({"code": -32601, "message": "Method not found: tasks/get"});
    let expected = json!({"jsonrpc": "2.0", "id": id, "error": error});
    assert!(reply.message() == expected, "{:.200}", reply.body);
    served.end().await;
}
