//! Claims in handlers, and the caller that they name.

use fusion_core::{
    Exposition, Filter, Registry, Server,
    auth::{Claims, Issuer, ResourceServer},
    server_info,
};
use fusion_tests::{
    http::Served,
    issuer::{SigningKey, key_set},
    wire::Wire,
};
use serde_json::json;

use super::{
    Desk, ISSUER, RESOURCE, call, claims, claims_with, registry, served, whose, with_token,
};

#[tokio::test]
async fn handlers_have_the_claims_and_no_token() {
    let key = SigningKey::p256("a");
    let served = served(&[&key]);
    let client = with_token(&served.client, &key.token(&claims()));
    assert_eq!(whose(&client).await.text(), "ada");
    // A second time, with a token from the cache.
    for _ in 0..2 {
        let headers = call(&client, "headers").await.text();
        assert!(headers.contains("mcp-method"), "{headers}");
        assert!(!headers.contains("authorization"), "{headers}");
    }
    served.end().await;
}

#[tokio::test]
async fn claims_reach_handlers_on_the_way_of_the_sdk() {
    let key = SigningKey::p256("a");
    let served = served(&[&key]);
    let client = with_token(&served.client, &key.token(&claims()));
    // A progress token leads to the SDK.
    let params = json!({
        "name": "desk", "arguments": {"action": "whose"}, "_meta": {"progressToken": 1},
    });
    assert_eq!(client.legacy(1, "tools/call", params).await.text(), "ada");
    let list = client.modern(1, "tools/list", json!({})).await.message();
    assert_eq!(list["result"]["tools"][0]["name"], "desk");
    served.end().await;
}

#[tokio::test]
async fn access_follows_the_claims() {
    let key = SigningKey::p256("a");
    let issuer = Issuer::new(ISSUER).jwks(key_set(&[&key]));
    let http = Server::new(registry(), server_info!())
        .exposition(Exposition::Flat)
        .unwrap()
        .access(|claims: &Claims| match claims.subject() {
            Some("ada") => Filter::all(),
            _ => Filter::nothing(),
        })
        .unwrap()
        .http()
        .oauth(ResourceServer::new(RESOURCE).issuer(issuer));
    let served = Served::start(http);
    for (subject, count) in [("ada", 2), ("grace", 0)] {
        let token = key.token(&claims_with(json!({"sub": subject})));
        let list = with_token(&served.client, &token)
            .modern(1, "tools/list", json!({}))
            .await;
        let tools = list.message()["result"]["tools"]
            .as_array()
            .map_or(9, Vec::len);
        assert_eq!(tools, count, "{subject}");
    }
    served.end().await;
}

#[tokio::test]
async fn a_request_over_stdio_has_no_claims_and_says_so() {
    let registry = Registry::builder().tool(Desk).build().unwrap();
    let mut wire = Wire::legacy(registry).await;
    let params = json!({"name": "desk", "arguments": {"action": "whose"}});
    let reply = wire.ask(1, "tools/call", params).await;
    assert_eq!(
        reply["result"]["content"][0]["text"],
        "[desk/whose] this needs the access token of a caller, and requests on this connection have none"
    );
    assert_eq!(
        reply["result"]["_meta"]["dev.fusion/error"]["code"],
        "no_token"
    );
}
