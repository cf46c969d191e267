//! Tokens that are no JWTs, which a function of the author verifies.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use fusion_core::auth::{BearerToken, Claims, Issuer, ResourceServer};
use fusion_tests::{
    http::Served,
    issuer::{SigningKey, key_set, now},
};
use serde_json::{Value, json};

use super::{ISSUER, RESOURCE, challenge, claims_with, invalid, server, whose, with_token};

/// Answers as an introspection endpoint, and counts.
async fn introspect(token: BearerToken, calls: Arc<AtomicUsize>) -> Result<Option<Claims>, String> {
    calls.fetch_add(1, Ordering::SeqCst);
    assert_eq!(format!("{token:?}"), "BearerToken(…)");
    let changes = match token.as_str() {
        "good" => json!({}),
        "elsewhere" => json!({"aud": "https://other.example.com"}),
        "anywhere" => json!({"aud": null, "exp": null}),
        "expired" => json!({"exp": now() - 100}),
        "active" => json!({"active": true}),
        "revoked" => json!({"active": false}),
        "unclear" => json!({"active": "true"}),
        "failing" => return Err(format!("no answer about {}", token.as_str())),
        _ => return Ok(None),
    };
    match claims_with(changes) {
        Value::Object(members) => Ok(Some(Claims::new(members))),
        other => Err(other.to_string()),
    }
}

fn served(key: &SigningKey) -> (Served, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&calls);
    let resource = ResourceServer::new(RESOURCE)
        .issuer(Issuer::new(ISSUER).jwks(key_set(&[key])))
        .introspect(move |token| introspect(token, Arc::clone(&counter)));
    (Served::start(server(resource)), calls)
}

#[tokio::test]
async fn the_function_decides_and_its_claims_are_checked() {
    let key = SigningKey::p256("a");
    let (served, calls) = served(&key);
    for token in ["good", "anywhere", "active"] {
        assert_eq!(
            whose(&with_token(&served.client, token)).await.text(),
            "ada"
        );
    }
    for (token, text) in [
        ("unknown", "the token is not valid"),
        ("elsewhere", "the token is for another resource"),
        ("expired", "the token has expired"),
        ("revoked", "the token is not active"),
        ("unclear", "the token is not active"),
    ] {
        let reply = whose(&with_token(&served.client, token)).await;
        assert_eq!(challenge(&reply), (401, &*invalid(text)), "{token}");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 8);
    served.end().await;
}

#[tokio::test]
async fn a_valid_answer_is_kept_and_no_other() {
    let key = SigningKey::p256("a");
    let (served, calls) = served(&key);
    for (token, status, expected) in [("good", 200, 1), ("unknown", 401, 4), ("failing", 503, 7)] {
        for _ in 0..3 {
            let reply = whose(&with_token(&served.client, token)).await;
            assert_eq!(reply.status, status, "{token}");
            assert!(!reply.body.contains("failing"), "{}", reply.body);
        }
        assert_eq!(calls.load(Ordering::SeqCst), expected, "{token}");
    }
    served.end().await;
}

#[tokio::test]
async fn a_jwt_is_verified_by_its_keys_and_never_by_the_function() {
    let key = SigningKey::p256("a");
    let (served, calls) = served(&key);
    let good = key.token(&claims_with(json!({})));
    assert_eq!(
        whose(&with_token(&served.client, &good)).await.text(),
        "ada"
    );
    let expired = key.token(&claims_with(json!({"exp": now() - 100})));
    let foreign = key.token(&claims_with(json!({"iss": "https://evil.example"})));
    for token in [expired, foreign, good[..good.len() - 4].to_owned()] {
        assert_eq!(whose(&with_token(&served.client, &token)).await.status, 401);
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0);
    served.end().await;
}
