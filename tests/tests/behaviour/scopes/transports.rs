//! Servers and mounts of a registry with scopes, with and without a function that knows those of a caller.

use std::sync::Arc;

use axum::Router;
use fusion_core::{Filter, Mount, Server, server::ServeError, server_info};
use fusion_tests::{
    full::Full,
    http::{Client, Served},
    wire::{Wire, modern, request},
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::*;

fn unknown() -> Registry {
    Registry::builder().tool(Vault).build().unwrap()
}

fn open() -> Value {
    json!({"name": "vault", "arguments": {"action": "open", "key": "k"}})
}

async fn start(server: Server) -> Result<(), ServeError> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    server.http().serve_listener(listener, async {}).await
}

#[tokio::test]
async fn over_http_a_server_that_does_not_know_scopes_does_not_start() {
    let error = start(Server::new(unknown(), server_info!()))
        .await
        .unwrap_err();
    assert!(matches!(&error, ServeError::UnknownScopes { item } if item == "vault/open"));
    assert_eq!(
        error.to_string(),
        "`vault/open` needs a scope, and nothing knows which scopes a caller over HTTP was granted: set `scopes` of the registry's builder"
    );
    let known = builder().tool(Vault).build().unwrap();
    start(Server::new(known, server_info!())).await.unwrap();
    // Without its items with scopes, it needs no function.
    let server = Server::new(unknown(), server_info!());
    let server = server.filter(&Filter::only(["vault/look"])).unwrap();
    start(server).await.unwrap();
    let server = Server::new(unknown(), server_info!());
    let server = server.filter(&Filter::only(["vault/gold"])).unwrap();
    let error = start(server).await.unwrap_err();
    assert!(matches!(&error, ServeError::UnknownScopes { item } if item == "vault/gold"));
}

#[tokio::test]
async fn a_router_that_does_not_know_scopes_grants_nothing() {
    let router = Server::new(unknown(), server_info!()).http().router();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::to(listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let reply = client.modern(1, "tools/call", open()).await;
    assert_eq!(
        reply.text(),
        "Error: Unknown action \"open\". Available: look"
    );
}

/// Returns the texts of a call of `open` in both eras, by a caller with scopes, to the SDK's service over a handler
/// with `mount`.
async fn texts_of_a_mount_over_http(mount: Mount, sessions: bool) -> [String; 2] {
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(sessions);
    let service = StreamableHttpService::new(
        move || Ok(mount.attach(Full::default())),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let router = Router::new().nest_service("/mcp", service);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::to(listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let mut client = client.header("x-scopes", "vault:open vault:audit");
    let modern = client.modern(1, "tools/call", open()).await;
    if sessions {
        let opened = client.initialize().await;
        client = client.header("mcp-session-id", opened.header("mcp-session-id").unwrap());
    }
    let legacy = client.legacy(2, "tools/call", open()).await;
    [modern.text(), legacy.text()]
}

#[tokio::test]
async fn a_mount_over_http_grants_what_the_function_says_and_nothing_without_it() {
    for sessions in [false, true] {
        let hidden = "Error: Unknown action \"open\". Available: look";
        let texts = texts_of_a_mount_over_http(unknown().mount(), sessions).await;
        assert_eq!(texts, [hidden, hidden], "sessions: {sessions}");
        let known = builder().tool(Vault).build().unwrap();
        let texts = texts_of_a_mount_over_http(known.mount(), sessions).await;
        let opened = "opened with k";
        assert_eq!(texts, [opened, opened], "sessions: {sessions}");
    }
}

/// Calls `open` over a byte stream, in both eras.
async fn texts_over_a_byte_stream(wire: impl Fn() -> Wire) -> [String; 2] {
    let text = |message: Value| {
        let text = message["result"]["content"][0]["text"].as_str();
        text.unwrap_or_else(|| panic!("{message}")).to_owned()
    };
    let mut legacy = wire();
    legacy.shake_hands().await;
    legacy.send(&request(7, "tools/call", open())).await;
    let first = text(legacy.receive().await);
    let mut later = wire();
    later.send(&modern(7, "tools/call", open())).await;
    [first, text(later.receive().await)]
}

#[tokio::test]
async fn over_a_byte_stream_nothing_is_granted_unless_the_author_trusts_the_caller() {
    let opened = ["opened with k", "opened with k"];
    let hidden = "Error: Unknown action \"open\". Available: look";
    for lane in [true, false] {
        let server = |registry| Server::new(registry, server_info!()).lane(lane);
        let texts = texts_over_a_byte_stream(|| Wire::serve(server(unknown())));
        assert_eq!(texts.await, [hidden, hidden]);
        let texts = texts_over_a_byte_stream(|| Wire::serve(server(unknown()).trust_caller()));
        assert_eq!(texts.await, opened);
        let known = builder().tool(Vault).build().unwrap();
        let texts = texts_over_a_byte_stream(|| Wire::serve(server(known.clone()).trust_caller()));
        assert_eq!(
            texts.await,
            [hidden, hidden],
            "the function decides everywhere"
        );
    }
    let attached = |mount: Mount| Wire::handler(mount.attach(Full::default()));
    let texts = texts_over_a_byte_stream(|| attached(unknown().mount()));
    assert_eq!(texts.await, [hidden, hidden]);
    let texts = texts_over_a_byte_stream(|| attached(unknown().mount().trust_caller()));
    assert_eq!(texts.await, opened);
    let known = builder().tool(Vault).build().unwrap();
    let texts = texts_over_a_byte_stream(|| attached(known.mount().trust_caller()));
    assert_eq!(texts.await, [hidden, hidden]);
}

#[tokio::test]
async fn a_trusted_caller_is_none_over_http() {
    let server = Server::new(unknown(), server_info!()).trust_caller();
    let error = start(server).await.unwrap_err();
    assert!(matches!(error, ServeError::UnknownScopes { .. }), "{error}");
    let hidden = "Error: Unknown action \"open\". Available: look";
    for sessions in [false, true] {
        let mount = unknown().mount().trust_caller();
        let texts = texts_of_a_mount_over_http(mount, sessions).await;
        assert_eq!(texts, [hidden, hidden], "sessions: {sessions}");
    }
}

#[tokio::test]
async fn over_http_callers_have_their_scopes_in_the_lane_and_out_of_it() {
    for lane in [true, false] {
        let registry = builder().tool(Vault).build().unwrap();
        let served = Served::with(registry, |http| http.lane(lane));
        for (scopes, text) in [
            ("vault:open vault:audit", "opened with k"),
            (
                "vault:open",
                "Error: Unknown action \"open\". Available: look",
            ),
        ] {
            let client = served.client.header("x-scopes", scopes);
            for reply in [
                client.legacy(1, "tools/call", open()).await,
                client.modern(1, "tools/call", open()).await,
            ] {
                assert_eq!(reply.text(), text, "lane: {lane}");
            }
        }
        served.end().await;
    }
}
