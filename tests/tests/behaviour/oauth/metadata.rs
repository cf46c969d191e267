//! The metadata of RFC 9728, which needs no token.

use axum::Router;
use fusion_core::{
    Server,
    auth::{Issuer, ResourceServer},
    server::ServeError,
    server_info,
};
use fusion_tests::{
    http::{Reply, Served},
    issuer::{SigningKey, key_set},
};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{ISSUER, METADATA, RESOURCE, challenge, registry, server, whose};

fn resource() -> ResourceServer {
    let keys = key_set(&[&SigningKey::ed25519("ed")]);
    ResourceServer::new(RESOURCE)
        .issuer(Issuer::new(ISSUER).jwks(keys))
        .issuer("https://other.example.com/tenant/")
        .scopes(["desk:read", "desk:write"])
        .name("The desk")
        .documentation("https://api.example.com/docs")
}

fn document() -> Value {
    json!({
        "resource": RESOURCE,
        "authorization_servers": [ISSUER, "https://other.example.com/tenant/"],
        "scopes_supported": ["desk:read", "desk:write"],
        "bearer_methods_supported": ["header"],
        "resource_name": "The desk",
        "resource_documentation": "https://api.example.com/docs",
    })
}

#[tokio::test]
async fn both_well_known_paths_have_the_metadata_without_a_token() {
    let served = Served::start(server(resource()));
    for path in [
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
    ] {
        let reply = served.client.at(path).get().await;
        assert_eq!(
            (reply.status, reply.header("content-type")),
            (200, Some("application/json"))
        );
        assert_eq!(reply.message(), document());
        assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
    }
    assert_eq!(served.client.at("/health").get().await.body, "ok");
    let other = served
        .client
        .at("/.well-known/oauth-protected-resource/other")
        .get()
        .await;
    assert_eq!(other.status, 404);
    served.end().await;
}

#[tokio::test]
async fn a_browser_may_read_the_metadata() {
    let served = Served::start(server(resource()));
    let client = served
        .client
        .at("/.well-known/oauth-protected-resource/mcp");
    let client = client.header("origin", "https://chat.example.com");
    let preflight = Reply::read(client.head("OPTIONS", "\r\n").await).await;
    assert_eq!(preflight.status, 204);
    let allowed = ["origin", "methods", "headers"].map(|name| {
        preflight
            .header(&format!("access-control-allow-{name}"))
            .map(str::to_owned)
    });
    assert_eq!(
        allowed,
        ["*", "GET, OPTIONS", "*"].map(|value| Some(value.to_owned()))
    );
    assert_eq!(client.get().await.status, 200);
    let posted = Reply::read(client.head("POST", "content-length: 0\r\n\r\n").await).await;
    assert_eq!(
        (posted.status, posted.header("allow")),
        (405, Some("GET, OPTIONS"))
    );
    served.end().await;
}

#[tokio::test]
async fn a_challenge_names_the_scopes_that_a_client_requests_first() {
    let served = Served::start(server(resource()));
    let reply = whose(&served.client).await;
    let named = format!("Bearer scope=\"desk:read desk:write\", resource_metadata=\"{METADATA}\"");
    assert_eq!(challenge(&reply), (401, &*named));
    served.end().await;
}

#[tokio::test]
async fn a_nested_server_has_its_metadata_at_the_root() {
    let resource = ResourceServer::new("https://api.example.com/api/mcp").issuer(ISSUER);
    let tools = server(resource);
    let well_known = tools.well_known();
    let app = Router::new().nest("/api", tools.router()).merge(well_known);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = fusion_tests::http::Client::to(listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await });
    let reply = client.at("/api/mcp").post(b"{}").await;
    let path = "/.well-known/oauth-protected-resource/api/mcp";
    assert_eq!(
        challenge(&reply),
        (
            401,
            &*format!("Bearer resource_metadata=\"https://api.example.com{path}\"")
        )
    );
    let metadata = client
        .at("/.well-known/oauth-protected-resource/api/mcp")
        .get()
        .await;
    assert_eq!(
        metadata.message()["resource"],
        "https://api.example.com/api/mcp"
    );
}

#[tokio::test]
async fn settings_that_cannot_be_used_open_nothing() {
    let bad = || server(ResourceServer::new(RESOURCE));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let served = bad().serve_listener(listener, std::future::pending()).await;
    assert!(matches!(served, Err(ServeError::OAuth(_))), "{served:?}");

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = fusion_tests::http::Client::to(listener.local_addr().unwrap());
    let app = bad().router();
    tokio::spawn(async move { axum::serve(listener, app).await });
    let reply = whose(&client).await;
    assert_eq!(reply.status, 500);
    assert_eq!(
        reply.body,
        "the authorization of this server is not set up; its log has the reason\n"
    );
}

#[tokio::test]
async fn claims_that_nobody_verifies_are_no_reason_to_start() {
    let http = Server::new(registry(), server_info!()).http();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let served = http.serve_listener(listener, std::future::pending()).await;
    assert_eq!(
        served.map_err(|error| error.to_string()),
        Err("`desk/whose` reads `Ext<Claims>`, and nothing verifies access tokens: set `oauth` of the HTTP server, or provide the claims yourself".to_owned())
    );
}
