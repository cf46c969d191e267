//! Servers and mounts of a registry with scopes, with and without a function that knows those of a caller.

use fusion_core::{Filter, Server, server::ServeError, server_info};
use fusion_tests::{
    full::Full,
    http::Served,
    wire::{Wire, modern, request},
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
    let client = fusion_tests::http::Client::to(listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let reply = client.modern(1, "tools/call", open()).await;
    assert_eq!(
        reply.text(),
        "Error: Unknown action \"open\". Available: look"
    );
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
async fn over_a_byte_stream_nothing_is_enforced_without_the_function() {
    let opened = ["opened with k", "opened with k"];
    for lane in [true, false] {
        let texts = texts_over_a_byte_stream(|| {
            Wire::serve(Server::new(unknown(), server_info!()).lane(lane))
        });
        assert_eq!(texts.await, opened);
        let hidden = "Error: Unknown action \"open\". Available: look";
        let known = builder().tool(Vault).build().unwrap();
        let texts = texts_over_a_byte_stream(|| {
            Wire::serve(Server::new(known.clone(), server_info!()).lane(lane))
        });
        assert_eq!(
            texts.await,
            [hidden, hidden],
            "the function decides everywhere"
        );
    }
    let texts =
        texts_over_a_byte_stream(|| Wire::handler(unknown().mount().attach(Full::default())));
    assert_eq!(texts.await, opened);
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
