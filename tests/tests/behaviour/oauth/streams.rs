//! Streams that outlive the token with which they were opened.

use std::time::{Duration, Instant};

use fusion_core::{
    Server,
    auth::{Issuer, ResourceServer},
    server::ListChanges,
    server_info,
};
use fusion_tests::{
    http::{Client, Reply, Served},
    issuer::{SigningKey, key_set, now},
};
use serde_json::json;

use super::{ISSUER, RESOURCE, claims_with, registry, with_token};

/// The seconds for which the token of a stream is valid.
const SECONDS: u64 = 2;

fn served(key: &SigningKey) -> (Served, Client) {
    let issuer = Issuer::new(ISSUER).jwks(key_set(&[key]));
    let resource = ResourceServer::new(RESOURCE)
        .issuer(issuer)
        .leeway(Duration::ZERO);
    let http = Server::new(registry(), server_info!())
        .list_changes(&ListChanges::new())
        .http();
    let served = Served::start(http.oauth(resource).legacy_sessions(true));
    let token = key.token(&claims_with(json!({"exp": now() + SECONDS})));
    let client = with_token(&served.client, &token);
    (served, client)
}

#[tokio::test]
async fn a_subscription_ends_with_its_token() {
    let key = SigningKey::p256("a");
    let (served, client) = served(&key);
    let start = Instant::now();
    let params = json!({"notifications": {"toolsListChanged": true}});
    let reply = client.modern(1, "subscriptions/listen", params).await;
    assert_eq!(reply.status, 200);
    let first = &reply.messages()[0];
    assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    assert!(
        start.elapsed() >= Duration::from_secs(SECONDS - 1),
        "{reply:?}"
    );
    served.end().await;
}

#[tokio::test]
async fn the_stream_of_a_session_ends_with_its_token() {
    let key = SigningKey::p256("a");
    let (served, client) = served(&key);
    let start = Instant::now();
    let begun = client.initialize().await;
    let client = client.header("mcp-session-id", begun.header("mcp-session-id").unwrap());
    let client = client.header("accept", "text/event-stream");
    let reply: Reply = client.get().await;
    assert_eq!(reply.status, 200);
    assert!(
        start.elapsed() >= Duration::from_secs(SECONDS - 1),
        "{reply:?}"
    );
    served.end().await;
}
