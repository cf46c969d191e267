//! Access tokens in the log: no part of one, at any level, whether it is accepted or not.

use fusion_core::{
    Ext, Registry, Server,
    auth::{BearerToken, Claims, ResourceServer},
    server_info, tool_group,
};
use fusion_tests::{
    http::{Client, Served},
    issuer::{SigningKey, TestIssuer, now},
};
use serde_json::{Value, json};
use tracing_subscriber::filter::LevelFilter;

use super::calls::captured_log_at;

const RESOURCE: &str = "https://api.example.com/mcp";

struct Desk;

/// Work at one's own desk.
#[tool_group(name = "desk")]
impl Desk {
    /// Tell whose desk this is.
    #[action(read_only)]
    fn whose(claims: &Ext<Claims>) -> String {
        // Claims and tokens are logged by mistake, mostly.
        tracing::info!(claims = ?*claims, "whose");
        claims.subject().unwrap_or("nobody").to_owned()
    }
}

async fn introspect(token: BearerToken) -> Result<Option<Claims>, String> {
    tracing::info!(?token, "introspect");
    Err(format!(
        "https://idp.example.com/introspect?token={}: timed out",
        token.as_str()
    ))
}

async fn call(client: &Client, token: &str) -> u16 {
    let client = client.header("authorization", format!("Bearer {token}"));
    let params = json!({"name": "desk", "arguments": {"action": "whose"}});
    let legacy = client.legacy(1, "tools/call", params.clone()).await.status;
    let with_progress = json!({
        "name": "desk", "arguments": {"action": "whose"}, "_meta": {"progressToken": 1},
    });
    assert_eq!(
        client.legacy(1, "tools/call", with_progress).await.status,
        legacy
    );
    assert_eq!(client.modern(1, "tools/call", params).await.status, legacy);
    legacy
}

#[tokio::test]
async fn no_part_of_a_token_is_in_the_log() {
    let (key, stranger) = (
        SigningKey::p256("known-key-id"),
        SigningKey::p256("unknown-key-id"),
    );
    let issuer = TestIssuer::with_keys(&[&key]).await;
    let claims = |changes: Value| {
        let mut claims = json!({
            "iss": issuer.url(), "aud": RESOURCE, "sub": "ada", "exp": now() + 600,
            "email": "hunter2@example.com",
        });
        for (name, value) in changes.as_object().into_iter().flatten() {
            claims[name] = value.clone();
        }
        claims
    };
    let good = key.token(&claims(json!({})));
    let tokens = [
        (good.clone(), 200),
        (key.token(&claims(json!({"exp": 1}))), 401),
        (
            key.token(&claims(json!({"aud": "https://secret-audience.example"}))),
            401,
        ),
        (
            key.token(&claims(json!({"iss": "https://secret-issuer.example"}))),
            401,
        ),
        (stranger.token(&claims(json!({}))), 401),
        (good[..good.len() - 6].to_owned(), 401),
        ("opaque-secret-token".to_owned(), 503),
        ("x".repeat(20_000), 401),
    ];
    let resource = ResourceServer::new(RESOURCE)
        .issuer(issuer.url())
        .introspect(introspect);
    let lines = captured_log_at(LevelFilter::TRACE, async {
        let registry = Registry::builder().tool(Desk).build().unwrap();
        let served = Served::start(Server::new(registry, server_info!()).http().oauth(resource));
        for (token, status) in &tokens {
            assert_eq!(call(&served.client, token).await, *status);
        }
        served.end().await;
    })
    .await;
    let log = lines.join("\n");
    // The test reads what it should: requests, refusals and claims are there.
    for expected in [
        "refused a request",
        "whose",
        "introspect",
        "read the keys of an issuer",
    ] {
        assert!(log.contains(expected), "{expected}: {log}");
    }
    for secret in ["secret-audience", "secret-issuer", "key-id", "xxxxxxxx"] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
    for (token, _) in &tokens {
        for part in token.split('.').filter(|part| part.len() > 8) {
            assert!(!log.contains(part), "{part}: {log}");
            let start: String = part.chars().take(24).collect();
            assert!(
                start.starts_with("eyJ") || !log.contains(&start),
                "{start}: {log}"
            );
        }
    }
    assert!(!log.contains("eyJ"), "{log}");
}
