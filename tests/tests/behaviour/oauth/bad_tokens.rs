//! Tokens that are not accepted: each with its status and its challenge, and without a call.

mod forged;
mod misplaced;

use std::{collections::BTreeSet, time::Duration};

use fusion_core::auth::{Issuer, ResourceServer};
use fusion_tests::{
    http::Served,
    issuer::{SigningKey, key_set, now},
};
use serde_json::{Value, json};

use self::{forged::forged, misplaced::misplaced};
use super::{
    ISSUER, RESOURCE, challenge, claims, claims_with, invalid, served, server, whose, with_token,
};

/// A token of a key of 1,024 bits, whose other parts are valid, and the key.
const SHORT_TOKEN: &str = "eyJhbGciOiJSUzI1NiIsImtpZCI6InNob3J0In0.eyJpc3MiOiJodHRwczovL2lkcC5leGFtcGxlLmNvbSIsImF1ZCI6Imh0dHBzOi8vYXBpLmV4YW1wbGUuY29tL21jcCIsInN1YiI6ImFkYSIsImV4cCI6NDEwMjQ0NDgwMH0.QE_ZTuYW39lamHMMOW8kr3U7h9DlM4Xyd19Yua4IdD8K5gLkwOlP0sz_6smLMwdY-AVCd3Igmt3Qi3vPAJ5RKt5OXhq-XIS5eCAYyHBrew9TjYYFyJVXFuhyNpMI22Ms18jfV8zdgdjPMydlhYLDcRBKN5ZxN5DgfLWU1X53h8g";
const SHORT_MODULUS: &str = "1Jjp-hhEP3C99hAGXjKziPs0782RDClqJtia46nwsOmNyLH5Or5_FvKaATl_1CqpIEz10WG0LnxoaGWwzr7kM8H9umkTkxUzcK-tvXBqWz55j7vVLG4T-yRe3Tizm01SILPkBGiz3hwoW9lD3my8DDPVog272BfwvshJTYpbuhc";

const LEEWAY: u64 = 30;

struct Keys {
    first: SigningKey,
    second: SigningKey,
    ed25519: SigningKey,
    rsa: SigningKey,
    stranger: SigningKey,
}

impl Keys {
    fn new() -> Self {
        Self {
            first: SigningKey::p256("first"),
            second: SigningKey::p256("second"),
            ed25519: SigningKey::ed25519("ed"),
            rsa: SigningKey::rsa("rsa"),
            stranger: SigningKey::p256("first"),
        }
    }

    fn served(&self) -> Served {
        served(&[&self.first, &self.second, &self.ed25519, &self.rsa])
    }
}

type BadTokens = Vec<(&'static str, String, &'static str)>;

#[tokio::test]
async fn each_bad_token_gets_its_challenge() {
    let keys = Keys::new();
    let served = keys.served();
    assert_eq!(
        whose(&with_token(&served.client, &keys.first.token(&claims())))
            .await
            .text(),
        "ada"
    );
    let mut names = BTreeSet::new();
    for (name, token, text) in forged(&keys).into_iter().chain(misplaced(&keys)) {
        assert!(names.insert(name), "{name} stands twice");
        // Twice, because a refusal must not leave an entry in the cache.
        for _ in 0..2 {
            let reply = whose(&with_token(&served.client, &token)).await;
            assert_eq!(challenge(&reply), (401, &*invalid(text)), "{name}");
            assert_eq!(reply.body, format!("{text}\n"), "{name}");
            assert_eq!(reply.header("cache-control"), Some("no-store"));
        }
    }
    assert!(names.len() >= 50, "{}", names.len());
    served.end().await;
}

#[tokio::test]
async fn tokens_at_the_edge_are_accepted() {
    let keys = Keys::new();
    let served = keys.served();
    let of = |changes: Value| keys.first.token(&claims_with(changes));
    let headers = |header: Value| keys.first.token_with(&header, &claims());
    for (name, token) in [
        (
            "expired within the leeway",
            of(json!({"exp": now() - LEEWAY + 5})),
        ),
        (
            "nbf within the leeway",
            of(json!({"nbf": now() + LEEWAY - 5})),
        ),
        (
            "exp with a fraction",
            of(json!({"exp": 4_102_444_800.5_f64})),
        ),
        ("exp far in the future", of(json!({"exp": 1e300}))),
        (
            "one aud of several",
            of(json!({"aud": ["https://other.example.com", RESOURCE]})),
        ),
        ("EdDSA", keys.ed25519.token(&claims())),
        ("RS256", keys.rsa.token(&claims())),
        ("no typ", headers(json!({"alg": "ES256", "kid": "first"}))),
        (
            "typ JWT",
            headers(json!({"alg": "ES256", "kid": "first", "typ": "JWT"})),
        ),
        (
            "typ with its media type",
            headers(json!({"alg": "ES256", "kid": "first", "typ": "application/at+JWT"})),
        ),
        (
            "no kid where one key fits",
            keys.ed25519.token_with(&json!({"alg": "EdDSA"}), &claims()),
        ),
        (
            "no kid where two keys fit",
            keys.second.token_with(&json!({"alg": "ES256"}), &claims()),
        ),
        (
            "an embedded key, which is ignored",
            headers(
                json!({"alg": "ES256", "kid": "first", "jwk": keys.stranger.jwk(), "jku": "https://evil.example"}),
            ),
        ),
    ] {
        let reply = whose(&with_token(&served.client, &token)).await;
        assert_eq!((name, reply.status), (name, 200));
        assert_eq!(reply.text(), "ada", "{name}");
    }
    served.end().await;
}

#[tokio::test]
async fn a_short_rsa_key_verifies_nothing() {
    let keys = json!({"keys": [{"kty": "RSA", "kid": "short", "n": SHORT_MODULUS, "e": "AQAB"}]});
    let issuer = Issuer::new(ISSUER).jwks(keys);
    let served = Served::start(server(ResourceServer::new(RESOURCE).issuer(issuer)));
    let reply = whose(&with_token(&served.client, SHORT_TOKEN)).await;
    let text = "the signature of the token is wrong";
    assert_eq!(challenge(&reply), (401, &*invalid(text)));
    served.end().await;
}

/// A token without a `kid` makes a server check its signature by several keys.
#[tokio::test]
async fn only_some_keys_are_tried_for_a_token_without_a_kid() {
    let keys: Vec<_> = (0..9)
        .map(|number| SigningKey::p256(&number.to_string()))
        .collect();
    for (count, status) in [(8, 200), (9, 401)] {
        let served = served(&keys[..count].iter().collect::<Vec<_>>());
        let token = keys[0].token_with(&json!({"alg": "ES256"}), &claims());
        let reply = whose(&with_token(&served.client, &token)).await;
        assert_eq!(reply.status, status, "{count}");
        served.end().await;
    }
}

#[tokio::test]
async fn the_leeway_is_ten_minutes_at_most() {
    let key = SigningKey::p256("a");
    let issuer = Issuer::new(ISSUER).jwks(key_set(&[&key]));
    let resource = ResourceServer::new(RESOURCE).issuer(issuer);
    let served = Served::start(server(resource.leeway(Duration::MAX)));
    for (claim, seconds, expected) in [
        ("exp", now() - 590, 200),
        ("exp", now() - 610, 401),
        ("nbf", now() + 590, 200),
        ("nbf", now() + 620, 401),
    ] {
        let token = key.token(&claims_with(json!({claim: seconds})));
        let reply = whose(&with_token(&served.client, &token)).await;
        assert_eq!(reply.status, expected, "{claim} {seconds}");
    }
    served.end().await;
}

#[tokio::test]
async fn a_key_verifies_only_its_own_algorithm() {
    let key = SigningKey::rsa("rsa");
    let mut keys = key_set(&[&key]);
    keys["keys"][0]["alg"] = "RS512".into();
    let issuer = Issuer::new(ISSUER).jwks(keys);
    let served = Served::start(server(ResourceServer::new(RESOURCE).issuer(issuer)));
    let reply = whose(&with_token(&served.client, &key.token(&claims()))).await;
    let text = "the algorithm of the token is not accepted";
    assert_eq!(challenge(&reply), (401, &*invalid(text)));
    served.end().await;
}
