//! The metadata of RFC 9728, which needs no token.

use axum::Router;
use fusion_core::{
    HttpServer,
    auth::{Issuer, ResourceServer},
};
use fusion_tests::{
    http::{Client, Reply, Served},
    issuer::{SigningKey, key_set},
};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{ISSUER, METADATA, RESOURCE, challenge, claims_with, server, whose, with_token};

fn resource() -> ResourceServer {
    let keys = key_set(&[&SigningKey::ed25519("ed")]);
    ResourceServer::new(RESOURCE)
        .issuer(Issuer::new(ISSUER).jwks(keys))
        .issuer("https://other.example.com/tenant/")
        .scopes(["desk:read", "desk:write"])
        .name("The desk")
        .documentation("https://api.example.com/docs")
}

async fn client_of(app: Router) -> Client {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::to(listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await });
    client
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
async fn all_well_known_paths_have_the_metadata_without_a_token() {
    let served = Served::start(server(resource()));
    for path in [
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/",
        "/.well-known/oauth-protected-resource/mcp",
        // As `/mcp/` is the endpoint, too.
        "/.well-known/oauth-protected-resource/mcp/",
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
        ["*", "GET, HEAD, OPTIONS", "*"].map(|value| Some(value.to_owned()))
    );
    assert_eq!(client.get().await.status, 200);
    let posted = Reply::read(client.head("POST", "content-length: 0\r\n\r\n").await).await;
    assert_eq!(
        (posted.status, posted.header("allow")),
        (405, Some("GET, HEAD, OPTIONS"))
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
async fn a_nested_server_has_its_metadata_below_the_root() {
    let resource = ResourceServer::new("https://api.example.com/api/mcp").issuer(ISSUER);
    let tools = server(resource);
    let well_known = tools.well_known();
    let app = Router::new().nest("/api", tools.router()).merge(well_known);
    let client = client_of(app).await;
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

/// Two servers below the same host, as the guide `authorization` has them.
fn two(sales: HttpServer, staff: HttpServer) -> Router {
    let documents = sales.well_known().merge(staff.well_known());
    Router::new()
        .nest("/sales", sales.router())
        .nest("/staff", staff.router())
        .merge(documents)
}

#[tokio::test]
async fn two_servers_of_one_application_have_their_own_metadata_and_audiences() {
    let key = SigningKey::ed25519("ed");
    let resource = |name: &str| format!("https://api.example.com/{name}/mcp");
    let of = |name: &str| {
        let issuer = Issuer::new(ISSUER).jwks(key_set(&[&key]));
        server(ResourceServer::new(resource(name)).issuer(issuer))
    };
    let client = client_of(two(of("sales"), of("staff"))).await;
    for (name, other, path, metadata) in [
        (
            "sales",
            "staff",
            "/sales/mcp",
            "/.well-known/oauth-protected-resource/sales/mcp",
        ),
        (
            "staff",
            "sales",
            "/staff/mcp",
            "/.well-known/oauth-protected-resource/staff/mcp",
        ),
    ] {
        let refused = whose(&client.at(path)).await;
        let named = format!("Bearer resource_metadata=\"https://api.example.com{metadata}\"");
        assert_eq!(challenge(&refused), (401, &*named));
        let document = client.at(metadata).get().await.message();
        assert_eq!(document["resource"], resource(name));
        let token = key.token(&claims_with(json!({"aud": resource(name)})));
        assert_eq!(
            whose(&with_token(&client.at(path), &token)).await.text(),
            "ada"
        );
        let foreign = key.token(&claims_with(json!({"aud": resource(other)})));
        assert_eq!(
            whose(&with_token(&client.at(path), &foreign)).await.status,
            401
        );
    }
    let root = client
        .at("/.well-known/oauth-protected-resource")
        .get()
        .await;
    assert_eq!(root.status, 404);
}
