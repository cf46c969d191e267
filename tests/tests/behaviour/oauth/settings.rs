//! Settings that cannot be used, and what a `main` prints about them.

use std::error::Error;

use fusion_core::{
    HttpServer, Registry, Server,
    auth::{Claims, GrantedScopes, Issuer, ResourceServer, Scopes},
    server::ServeError,
    server_info, tool_group,
};
use fusion_tests::{
    http::{Client, Served},
    issuer::{SigningKey, key_set},
};
use serde_json::json;
use tokio::net::TcpListener;

use super::{
    Desk, ISSUER, METADATA, RESOURCE, call, challenge, claims_with, registry, server, whose,
    with_token,
};

/// Returns the error of a server that does not start.
async fn error_of(http: HttpServer) -> ServeError {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let served = http.serve_listener(listener, std::future::pending()).await;
    served.unwrap_err()
}

#[tokio::test]
async fn settings_that_cannot_be_used_open_nothing() {
    let bad = || server(ResourceServer::new(RESOURCE));
    let error = error_of(bad()).await;
    assert!(matches!(error, ServeError::OAuth(_)), "{error}");

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::to(listener.local_addr().unwrap());
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
    assert_eq!(
        error_of(http).await.to_string(),
        "`desk/whose` reads `Ext<Claims>`, and nothing verifies access tokens: set `oauth` of the HTTP server, or provide the claims yourself"
    );
}

#[tokio::test]
async fn a_main_prints_the_way_out() {
    let http = Server::new(registry(), server_info!()).http();
    for error in [
        error_of(http).await,
        error_of(server(ResourceServer::new(RESOURCE))).await,
    ] {
        let text = error.to_string();
        let error: Box<dyn Error> = error.into();
        assert_eq!(format!("Error: {error:?}"), format!("Error: {text}"));
    }
}

struct Shelf;

/// Keep books.
#[tool_group(name = "shelf", scope("desk:use", "books:read"))]
impl Shelf {
    /// Read a book.
    #[action(read_only)]
    fn read() -> &'static str {
        "Once upon a time"
    }
}

fn with_scopes(
    of_builder: bool,
    set: impl FnOnce(ResourceServer) -> ResourceServer,
    key: &SigningKey,
) -> HttpServer {
    let mut builder = Registry::builder().tool(Desk).tool(Shelf);
    builder = builder.missing_scopes("shelf", Scopes::StepUp);
    if of_builder {
        builder = builder.scopes(|_| GrantedScopes::all());
    }
    let issuer = Issuer::new(ISSUER).jwks(key_set(&[key]));
    let resource = set(ResourceServer::new(RESOURCE).issuer(issuer));
    let registry = builder.build().unwrap();
    Server::new(registry, server_info!()).http().oauth(resource)
}

#[tokio::test]
async fn scopes_of_the_builder_do_not_stand_in_for_those_of_the_token() {
    let key = SigningKey::p256("a");
    let http = || with_scopes(true, |resource| resource, &key);
    assert_eq!(
        error_of(http()).await.to_string(),
        "`scopes` of the registry's builder would decide what a caller may do, and the access token would not: remove it, or read other claims than `scope` by `granted_scopes` of the resource server"
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::to(listener.local_addr().unwrap());
    let app = http().router();
    tokio::spawn(async move { axum::serve(listener, app).await });
    let token = key.token(&claims_with(json!({})));
    assert_eq!(whose(&with_token(&client, &token)).await.status, 500);
}

#[tokio::test]
async fn other_claims_may_grant_scopes() {
    let key = SigningKey::p256("a");
    let of_permissions = |claims: &Claims| claims.get::<Vec<String>>("permissions");
    let http = with_scopes(
        false,
        |resource| resource.granted_scopes(of_permissions),
        &key,
    );
    let served = Served::start(http);
    let read = async |claims| {
        let client = with_token(&served.client, &key.token(&claims_with(claims)));
        let params = json!({"name": "shelf", "arguments": {"action": "read"}});
        client.modern(1, "tools/call", params).await
    };
    let both = json!({"permissions": ["books:read", "desk:use"], "scope": null});
    assert_eq!(read(both).await.text(), "Once upon a time");
    // The scopes of the token count for nothing, and stand in the challenge once.
    let refused = read(json!({"permissions": ["desk:use"], "scope": "books:read desk:use"})).await;
    let expected = format!(
        "Bearer error=\"insufficient_scope\", error_description=\"the access token lacks a scope that this call needs\", scope=\"books:read desk:use\", resource_metadata=\"{METADATA}\""
    );
    assert_eq!(challenge(&refused), (403, &*expected));
    let client = with_token(
        &served.client,
        &key.token(&claims_with(json!({"permissions": 7}))),
    );
    assert_eq!(call(&client, "whose").await.text(), "ada");
    served.end().await;
}
