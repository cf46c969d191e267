//! The requests for the keys of an issuer: discovery, rotation, and issuers that are down, slow or hostile.

mod renewal;

use std::time::{Duration, Instant};

use fusion_core::auth::{Issuer, ResourceServer};
use fusion_tests::{
    http::{Client, Served},
    issuer::{IssuerDocument, SigningKey, TestIssuer, key_set},
};
use serde_json::{Value, json};

use super::{RESOURCE, challenge, claims_with, invalid, server, whose, with_token};

fn unknown() -> String {
    invalid("the key of the token is not known")
}

fn served(issuer: Issuer) -> Served {
    Served::start(server(ResourceServer::new(RESOURCE).issuer(issuer)))
}

fn claims(issuer: &str) -> Value {
    claims_with(json!({"iss": issuer}))
}

/// The claims of a token that no other one equals, so that no cached token answers.
fn numbered(issuer: &str, number: usize) -> Value {
    claims_with(json!({"iss": issuer, "jti": number}))
}

async fn status(client: &Client, key: &SigningKey, issuer: &str) -> u16 {
    whose(&with_token(client, &key.token(&claims(issuer))))
        .await
        .status
}

/// Repeats a request until it has a status, because keys are renewed in the background.
async fn until(client: &Client, token: &str, status: u16) {
    let start = Instant::now();
    while whose(&with_token(client, token)).await.status != status {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "still not {status}"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn keys_are_requested_once_with_the_first_token() {
    let key = SigningKey::p256("a");
    let issuer = TestIssuer::with_keys(&[&key]).await;
    let served = served(Issuer::new(issuer.url()));
    assert_eq!(issuer.requests("/keys"), 0);
    for _ in 0..3 {
        assert_eq!(status(&served.client, &key, &issuer.url()).await, 200);
    }
    let paths = ["/keys", "/.well-known/oauth-authorization-server"];
    assert_eq!(paths.map(|path| issuer.requests(path)), [1, 1]);
    served.end().await;
}

#[tokio::test]
async fn the_three_places_of_metadata_are_tried_in_order() {
    let key = SigningKey::p256("a");
    let paths = [
        "/.well-known/oauth-authorization-server/tenant",
        "/.well-known/openid-configuration/tenant",
        "/tenant/.well-known/openid-configuration",
    ];
    for (place, path) in paths.iter().enumerate() {
        let issuer = TestIssuer::empty().await;
        issuer.serve_keys(&[&key]);
        let identifier = format!("{}/tenant", issuer.url());
        let keys = format!("{}/keys", issuer.url());
        let document = json!({"issuer": identifier, "jwks_uri": keys});
        issuer.serve(path, IssuerDocument::json(&document));
        let served = served(Issuer::new(&identifier));
        assert_eq!(
            status(&served.client, &key, &identifier).await,
            200,
            "{path}"
        );
        let tried = paths.map(|path| issuer.requests(path));
        let expected: Vec<_> = (0..3).map(|other| usize::from(other <= place)).collect();
        assert_eq!(tried.to_vec(), expected);
        served.end().await;
    }
}

#[tokio::test]
async fn the_metadata_of_another_issuer_is_not_used() {
    let key = SigningKey::p256("a");
    for changed in [
        json!({"issuer": "https://evil.example"}),
        json!({"issuer": null}),
        json!({"issuer": "@/"}),
        json!({"jwks_uri": "http://keys.example.com/keys"}),
        json!({"jwks_uri": "file:///etc/passwd"}),
        json!({"jwks_uri": 7}),
    ] {
        let issuer = TestIssuer::with_keys(&[&key]).await;
        let mut document =
            json!({"issuer": issuer.url(), "jwks_uri": format!("{}/keys", issuer.url())});
        for (name, value) in changed.as_object().unwrap() {
            let value = value
                .as_str()
                .map(|text| text.replace('@', &issuer.url()).into());
            document[name] = value.unwrap_or_else(|| changed[name].clone());
        }
        let path = "/.well-known/oauth-authorization-server";
        issuer.serve(path, IssuerDocument::json(&document));
        let served = served(Issuer::new(issuer.url()));
        let reply = whose(&with_token(
            &served.client,
            &key.token(&claims(&issuer.url())),
        ))
        .await;
        assert_eq!(challenge(&reply), (503, ""), "{changed}");
        assert_eq!(reply.header("retry-after"), Some("5"));
        assert_eq!(issuer.requests("/keys"), 0, "{changed}");
        served.end().await;
    }
}

#[tokio::test]
async fn a_flood_of_unknown_keys_is_one_request() {
    let key = SigningKey::p256("a");
    let issuer = TestIssuer::with_keys(&[&key]).await;
    let mut slow = IssuerDocument::json(&key_set(&[&key]));
    slow.delay = Duration::from_millis(200);
    issuer.serve("/keys", slow);
    let served = served(Issuer::new(issuer.url()).jwks_uri(format!("{}/keys", issuer.url())));
    let claims = claims(&issuer.url());
    let mut calls = tokio::task::JoinSet::new();
    for number in 0..100 {
        let header = json!({"alg": "ES256", "kid": format!("unknown {number}")});
        let client = with_token(&served.client, &key.token_with(&header, &claims));
        calls.spawn(async move { whose(&client).await.status });
    }
    assert_eq!(calls.join_all().await, [401; 100]);
    assert_eq!(issuer.requests("/keys"), 1);
    assert_eq!(status(&served.client, &key, &issuer.url()).await, 200);
    assert_eq!(issuer.requests("/keys"), 1);
    served.end().await;
}

#[tokio::test]
async fn a_client_that_leaves_does_not_end_the_request_of_others() {
    let key = SigningKey::p256("a");
    let issuer = TestIssuer::with_keys(&[&key]).await;
    let mut slow = IssuerDocument::json(&key_set(&[&key]));
    slow.delay = Duration::from_millis(300);
    issuer.serve("/keys", slow);
    let served = served(Issuer::new(issuer.url()));
    let client = with_token(&served.client, &key.token(&claims(&issuer.url())));
    let leaving = client.sent(b"{}").await;
    while issuer.requests("/keys") == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(leaving);
    assert_eq!(whose(&client).await.text(), "ada");
    assert_eq!(issuer.requests("/keys"), 1);
    served.end().await;
}

#[tokio::test]
async fn a_server_starts_while_its_issuer_is_down() {
    let key = SigningKey::p256("a");
    let issuer = TestIssuer::empty().await;
    let gap = Duration::from_millis(50);
    let served = served(Issuer::new(issuer.url()).refresh_gap(gap));
    let token = key.token(&claims(&issuer.url()));
    let reply = whose(&with_token(&served.client, &token)).await;
    assert_eq!(challenge(&reply), (503, ""));
    assert_eq!(
        reply.body,
        "the access token cannot be verified at the moment; try again later\n"
    );
    let path = "/.well-known/openid-configuration";
    let keys = format!("{}/keys", issuer.url());
    issuer.serve_keys(&[&key]);
    issuer.serve(
        path,
        IssuerDocument::json(&json!({"issuer": issuer.url(), "jwks_uri": keys})),
    );
    until(&served.client, &token, 200).await;
    served.end().await;
}

#[tokio::test]
async fn key_sets_that_cannot_be_used_open_nothing() {
    let key = SigningKey::p256("a");
    let json = IssuerDocument::json;
    let text = |body: &str| IssuerDocument {
        body: body.to_owned(),
        ..json(&Value::Null)
    };
    let mut huge = key_set(&[&key]);
    huge["padding"] = "x".repeat(256 * 1024).into();
    let elsewhere = TestIssuer::with_keys(&[&key]).await;
    let redirect = IssuerDocument {
        status: 302,
        headers: vec![("location", format!("{}/keys", elsewhere.url()))],
        ..text("")
    };
    let failed = IssuerDocument {
        status: 500,
        ..json(&key_set(&[&key]))
    };
    let symmetric = json!({"keys": [{"kty": "oct", "kid": "a", "k": "c2VjcmV0"}]});
    let encrypting = json!({"keys": [{"kty": "EC", "kid": "a", "use": "enc"}]});
    for (name, document, expected) in [
        ("garbage", text("<html>"), 503),
        ("empty", text(""), 503),
        ("no object", json(&json!([])), 503),
        ("no keys", json(&json!({"keys": {}})), 503),
        // The issuer says that it has no such key.
        ("an empty list", json(&json!({"keys": []})), 401),
        ("symmetric keys", json(&symmetric), 401),
        ("keys for encryption", json(&encrypting), 401),
        (
            "half a key",
            json(&json!({"keys": [{"kty": "EC", "crv": "P-256", "kid": "a", "x": "AA"}]})),
            401,
        ),
        ("huge", json(&huge), 503),
        ("a redirect", redirect, 503),
        ("a failure with keys", failed, 503),
    ] {
        let issuer = TestIssuer::with_keys(&[&key]).await;
        issuer.serve("/keys", document);
        let served = served(Issuer::new(issuer.url()));
        assert_eq!(
            status(&served.client, &key, &issuer.url()).await,
            expected,
            "{name}"
        );
        assert_eq!(issuer.requests("/keys"), 1, "{name}");
        served.end().await;
    }
    assert_eq!(elsewhere.requests("/keys"), 0);
}

#[tokio::test]
async fn a_broken_key_does_not_hide_the_others() {
    let key = SigningKey::p256("a");
    let issuer = TestIssuer::with_keys(&[&key]).await;
    let mut keys = key_set(&[&key]);
    let list = keys["keys"].as_array_mut().unwrap();
    list.insert(0, json!({"kty": "RSA", "kid": "broken"}));
    list.insert(
        0,
        json!({"kty": "AKP", "alg": "ML-DSA-44", "kid": "new", "pub": "AA"}),
    );
    list.insert(0, json!("no key"));
    issuer.serve("/keys", IssuerDocument::json(&keys));
    let served = served(Issuer::new(issuer.url()));
    assert_eq!(status(&served.client, &key, &issuer.url()).await, 200);
    served.end().await;
}

#[tokio::test]
async fn a_slow_issuer_has_a_limit() {
    let key = SigningKey::p256("a");
    let issuer = TestIssuer::with_keys(&[&key]).await;
    let mut slow = IssuerDocument::json(&key_set(&[&key]));
    slow.delay = Duration::from_secs(60);
    issuer.serve("/keys", slow);
    let served = served(Issuer::new(issuer.url()));
    let start = Instant::now();
    // Whoever waits shares the one request.
    let tokens = (0..10).map(|number| key.token(&numbered(&issuer.url(), number)));
    let waiting: Vec<_> = tokens
        .map(|token| {
            let client = with_token(&served.client, &token);
            tokio::spawn(async move { whose(&client).await.status })
        })
        .collect();
    for status in waiting {
        assert_eq!(status.await.unwrap(), 503);
    }
    assert_eq!(issuer.requests("/keys"), 1);
    assert!(
        start.elapsed() < Duration::from_secs(15),
        "{:?}",
        start.elapsed()
    );
    served.end().await;
}

#[tokio::test]
async fn each_issuer_has_its_own_keys() {
    let (a, b) = (SigningKey::p256("same"), SigningKey::p256("same"));
    let (first, second) = (
        TestIssuer::with_keys(&[&a]).await,
        TestIssuer::with_keys(&[&b]).await,
    );
    let resource = ResourceServer::new(RESOURCE)
        .issuer(first.url())
        .issuer(second.url());
    let served = Served::start(server(resource));
    for (key, issuer, expected) in [
        (&a, &first, 200),
        (&b, &second, 200),
        (&b, &first, 401),
        (&a, &second, 401),
    ] {
        assert_eq!(status(&served.client, key, &issuer.url()).await, expected);
    }
    served.end().await;
}
