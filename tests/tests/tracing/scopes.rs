//! The log where nothing knows the scopes of a caller.

use std::{future::Future, sync::Arc};

use axum::Router;
use fusion_core::{
    Registry, Server,
    auth::{Issuer, ResourceServer},
    server_info, tool_group,
};
use fusion_tests::{
    full::Full,
    http::Client,
    issuer::{SigningKey, key_set},
    wire::Wire,
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use serde_json::json;
use tokio::net::TcpListener;
use tracing_subscriber::filter::LevelFilter;

use super::calls::captured_log_at;

struct Gate;

#[tool_group(name = "gate")]
impl Gate {
    /// Look at the gate.
    #[action(read_only)]
    fn look(&self) {}

    /// Open the gate.
    #[action(scope("gate:open"))]
    fn open(&self) {}
}

async fn open_gate(mut wire: Wire) {
    wire.shake_hands().await;
    wire.answer(1, "gate", json!({"action": "open"})).await;
    wire.close().await;
}

fn unknown() -> Registry {
    Registry::builder().tool(Gate).build().unwrap()
}

/// Returns the warnings and errors about scopes.
async fn log_of<T>(running: impl Future<Output = T>) -> Vec<String> {
    let mut lines = captured_log_at(LevelFilter::WARN, running).await;
    lines.retain(|line| line.contains("scope"));
    lines
}

#[tokio::test]
async fn a_byte_stream_whose_caller_nobody_knows_is_an_error_once() {
    let lines = log_of(async {
        let known = Registry::builder().scopes(|_| "gate:open").tool(Gate);
        open_gate(Wire::serve(Server::new(
            known.build().unwrap(),
            server_info!(),
        )))
        .await;
        let registry = unknown();
        let server = || Server::new(registry.clone(), server_info!());
        open_gate(Wire::serve(server().trust_caller())).await;
        open_gate(Wire::serve(server())).await;
        open_gate(Wire::serve(server())).await;
    });
    assert_eq!(
        lines.await,
        [
            "ERROR fusion_core::wire::unknown_scopes: nothing knows which scopes a caller over this byte stream was granted, so that items with scopes are unavailable: set `scopes` of the registry's builder, or `trust_caller` of the server if the caller is the user who started this process item=\"gate/open\""
        ]
    );
}

#[tokio::test]
async fn a_mount_whose_caller_nobody_knows_is_an_error_once() {
    let lines = log_of(async {
        let trusting = unknown().mount().trust_caller();
        open_gate(Wire::handler(trusting.attach(Full::default()))).await;
        let mount = unknown().mount();
        for _ in 0..2 {
            open_gate(Wire::handler(mount.attach(Full::default()))).await;
        }
    });
    assert_eq!(
        lines.await,
        [
            "ERROR fusion_core::wire::unknown_scopes: nothing knows which scopes a caller of this mount was granted, so that items with scopes are unavailable: set `scopes` of the registry's builder, or `trust_caller` of the mount if it is served over a stream whose other end is the user who started this process item=\"gate/open\""
        ]
    );
}

#[tokio::test]
async fn a_trusting_mount_over_http_is_an_error_once() {
    let lines = log_of(async {
        let mount = unknown().mount().trust_caller();
        let service = StreamableHttpService::new(
            move || Ok(mount.attach(Full::default())),
            Arc::new(LocalSessionManager::default()),
            StreamableHttpServerConfig::default().with_legacy_session_mode(false),
        );
        let router = Router::new().nest_service("/mcp", service);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = Client::to(listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        for _ in 0..2 {
            let list = client.modern(1, "tools/list", json!({})).await;
            assert_eq!(list.status, 200);
        }
    });
    let lines = lines.await;
    let [line] = &*lines else {
        panic!("{lines:?}");
    };
    assert!(
        line.ends_with(
            "nothing knows which scopes a caller over HTTP was granted, so that items with scopes are unavailable: set `scopes` of the registry's builder; `trust_caller` has no effect over HTTP item=\"gate/open\""
        ),
        "{line}"
    );
}

/// Returns what is logged about the settings of a resource server whose endpoint is `/mcp`.
async fn log_of_settings(resource: &str, scopes: &[&str], is_nested: bool) -> Vec<String> {
    let keys = key_set(&[&SigningKey::p256("a")]);
    let issuer = Issuer::new("https://idp.example.com").jwks(keys);
    let resource = ResourceServer::new(resource).issuer(issuer);
    let resource = resource.scopes(scopes.iter().copied());
    let http = Server::new(unknown(), server_info!())
        .http()
        .oauth(resource);
    captured_log_at(LevelFilter::WARN, async {
        if is_nested {
            drop(http.router());
        } else {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            http.serve_listener(listener, async {}).await.unwrap();
        }
    })
    .await
}

#[tokio::test]
async fn settings_with_which_clients_do_not_get_far_are_warnings() {
    const PLACE: &str = "WARN fusion_core::wire::http::oauth::doubtful_settings: ";
    let path = |resource: &str| {
        format!(
            "{PLACE}clients send requests to the path of the resource, and the endpoint has another one: a proxy has to rewrite it resource=\"{resource}\" endpoint=\"/mcp\""
        )
    };
    let (own, slash) = (
        "https://api.example.com/mcp",
        "https://api.example.com/mcp/",
    );
    let (nested, other) = (
        "https://api.example.com/api/mcp",
        "https://api.example.com/api",
    );
    for resource in [own, slash] {
        assert_eq!(log_of_settings(resource, &[], false).await, [""; 0]);
    }
    assert_eq!(log_of_settings(nested, &[], true).await, [""; 0]);
    assert_eq!(log_of_settings(nested, &[], false).await, [path(nested)]);
    assert_eq!(log_of_settings(other, &[], true).await, [path(other)]);
    let scopes = ["gate:open", "openid", "gate:opne"];
    assert_eq!(
        log_of_settings(own, &scopes, false).await,
        [format!(
            "{PLACE}clients request a scope that no action, prompt or resource of this server needs scope=\"gate:opne\" nearest=\"gate:open\""
        )]
    );
}
