//! Sessions of the legacy era: each request needs a token, and a session belongs to its caller.

use fusion_core::auth::{Issuer, ResourceServer};
use fusion_tests::{
    http::{Reply, Served},
    issuer::{SigningKey, key_set},
};
use serde_json::json;

use super::{ISSUER, RESOURCE, claims_with, server, with_token};

fn served(key: &SigningKey) -> Served {
    let issuer = Issuer::new(ISSUER).jwks(key_set(&[key]));
    let resource = ResourceServer::new(RESOURCE).issuer(issuer);
    Served::start(server(resource).legacy_sessions(true))
}

#[tokio::test]
async fn each_request_of_a_session_needs_a_token() {
    let key = SigningKey::p256("a");
    let served = served(&key);
    let ada = with_token(&served.client, &key.token(&claims_with(json!({}))));
    let begun = ada.initialize().await;
    let session = begun.header("mcp-session-id").unwrap();
    let reply = ada
        .header("mcp-session-id", session)
        .legacy(1, "tools/list", json!({}))
        .await;
    assert_eq!(reply.status, 200);
    let bare = served.client.header("mcp-session-id", session);
    assert_eq!(bare.legacy(1, "tools/list", json!({})).await.status, 401);
    assert_eq!(bare.get().await.status, 401);
    served.end().await;
}

#[tokio::test]
async fn a_session_belongs_to_the_caller_who_opened_it() {
    let key = SigningKey::p256("a");
    let served = served(&key);
    let of = |changes| with_token(&served.client, &key.token(&claims_with(changes)));
    let (ada, grace) = (of(json!({})), of(json!({"sub": "grace"})));
    let begun = ada.initialize().await;
    let session = begun.header("mcp-session-id").unwrap();
    let list = async |client: &fusion_tests::http::Client| {
        let client = client.header("mcp-session-id", session);
        client.legacy(1, "tools/list", json!({})).await.status
    };
    assert_eq!(list(&grace).await, 404);
    let stream = grace
        .header("mcp-session-id", session)
        .head("DELETE", "\r\n")
        .await;
    assert_eq!(Reply::read(stream).await.status, 404);
    // Another token of the same caller.
    assert_eq!(list(&of(json!({"jti": "another"}))).await, 200);
    assert_eq!(list(&ada).await, 200);
    served.end().await;
}
