//! The renewal of keys: rotation, removed and withdrawn keys, and an issuer that is down meanwhile.

use std::time::{Duration, Instant};

use fusion_core::auth::Issuer;
use fusion_tests::{
    http::Served,
    issuer::{IssuerDocument, SigningKey, TestIssuer, key_set},
};
use serde_json::{Value, json};

use super::{
    super::{challenge, claims_with, whose, with_token},
    claims, numbered, served, status, unknown, until,
};

#[tokio::test]
async fn an_unknown_key_is_requested_once_in_a_gap() {
    let (old, new) = (SigningKey::p256("old"), SigningKey::p256("new"));
    let issuer = TestIssuer::with_keys(&[&old]).await;
    let gap = Duration::from_millis(300);
    let served = served(Issuer::new(issuer.url()).refresh_gap(gap));
    assert_eq!(status(&served.client, &old, &issuer.url()).await, 200);
    let token = new.token(&claims(&issuer.url()));
    let reply = whose(&with_token(&served.client, &token)).await;
    assert_eq!(challenge(&reply), (401, &*unknown()));
    issuer.serve_keys(&[&old, &new]);
    tokio::time::sleep(gap).await;
    assert_eq!(status(&served.client, &new, &issuer.url()).await, 200);
    assert_eq!(issuer.requests("/keys"), 2);
    served.end().await;
}

#[tokio::test]
async fn known_keys_go_on_while_the_issuer_is_down() {
    let (known, unknown_key) = (SigningKey::p256("a"), SigningKey::p256("b"));
    let issuer = TestIssuer::with_keys(&[&known]).await;
    let gap = Duration::from_millis(10);
    let served = served(Issuer::new(issuer.url()).refresh_gap(gap));
    assert_eq!(status(&served.client, &known, &issuer.url()).await, 200);
    issuer.go_down();
    for _ in 0..3 {
        tokio::time::sleep(gap).await;
        let token = unknown_key.token(&claims(&issuer.url()));
        let reply = whose(&with_token(&served.client, &token)).await;
        assert_eq!(challenge(&reply), (401, &*unknown()));
        // Other claims, so that no cached token answers.
        let other = known.token(&claims_with(json!({"iss": issuer.url(), "sub": "grace"})));
        assert_eq!(
            whose(&with_token(&served.client, &other)).await.text(),
            "grace"
        );
    }
    served.end().await;
}

#[tokio::test]
async fn a_removed_key_ends_the_tokens_that_were_verified_by_it() {
    let (old, new) = (SigningKey::p256("old"), SigningKey::p256("new"));
    let issuer = TestIssuer::with_keys(&[&old]).await;
    let mut short = IssuerDocument::json(&key_set(&[&old]));
    short
        .headers
        .push(("cache-control", "public, max-age=1".to_owned()));
    issuer.serve("/keys", short);
    let gap = Duration::from_millis(10);
    let served = served(Issuer::new(issuer.url()).refresh_gap(gap));
    let token = old.token(&claims(&issuer.url()));
    assert_eq!(whose(&with_token(&served.client, &token)).await.status, 200);
    issuer.serve_keys(&[&new]);
    // The token is in the cache, and only its use leads to a request for keys.
    until(&served.client, &token, 401).await;
    assert!(issuer.requests("/keys") >= 2);
    assert_eq!(status(&served.client, &new, &issuer.url()).await, 200);
    served.end().await;
}

#[tokio::test]
async fn a_key_with_other_material_replaces_one_of_its_id() {
    let (old, new) = (SigningKey::p256("a"), SigningKey::p256("a"));
    let issuer = TestIssuer::with_keys(&[&old]).await;
    let served = served(Issuer::new(issuer.url()).refresh_gap(Duration::from_millis(10)));
    let token = old.token(&claims(&issuer.url()));
    assert_eq!(whose(&with_token(&served.client, &token)).await.status, 200);
    issuer.serve_keys(&[&new]);
    tokio::time::sleep(Duration::from_millis(20)).await;
    let other = SigningKey::p256("other");
    assert_eq!(status(&served.client, &other, &issuer.url()).await, 401);
    assert_eq!(whose(&with_token(&served.client, &token)).await.status, 401);
    assert_eq!(status(&served.client, &new, &issuer.url()).await, 200);
    served.end().await;
}

/// The time after which keys with a `max-age` of a second are old, and waited for.
const IDLE: Duration = Duration::from_millis(3_100);

/// Serves keys that may be cached for a second.
fn serve_briefly(issuer: &TestIssuer, keys: &Value) {
    let mut document = IssuerDocument::json(keys);
    let header = ("cache-control", "public, max-age=1".to_owned());
    document.headers.push(header);
    issuer.serve("/keys", document);
}

/// A server that knows the key of an issuer, which may be cached for a second.
async fn with_brief_key(key: &SigningKey) -> (TestIssuer, Served) {
    let issuer = TestIssuer::with_keys(&[]).await;
    serve_briefly(&issuer, &key_set(&[key]));
    let served = served(Issuer::new(issuer.url()).refresh_gap(Duration::from_millis(10)));
    assert_eq!(status(&served.client, key, &issuer.url()).await, 200);
    (issuer, served)
}

/// Sends a new token each time, until one is refused with a status.
async fn until_new(
    served: &Served,
    key: &SigningKey,
    issuer: &TestIssuer,
    expected: u16,
) -> String {
    let start = Instant::now();
    for number in 0.. {
        let token = key.token(&numbered(&issuer.url(), number));
        let reply = whose(&with_token(&served.client, &token)).await;
        if reply.status == expected {
            return challenge(&reply).1.to_owned();
        }
        assert_eq!(reply.status, 200);
        assert!(start.elapsed() < Duration::from_secs(20), "still 200");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    unreachable!()
}

#[tokio::test]
async fn a_removed_key_ends_tokens_of_which_each_is_new() {
    let (old, new) = (SigningKey::p256("old"), SigningKey::p256("new"));
    let (issuer, served) = with_brief_key(&old).await;
    issuer.serve_keys(&[&new]);
    assert_eq!(until_new(&served, &old, &issuer, 401).await, unknown());
    assert_eq!(status(&served.client, &new, &issuer.url()).await, 200);
    served.end().await;
}

#[tokio::test]
async fn after_an_idle_time_a_token_of_a_removed_key_is_not_accepted_once_more() {
    let (old, new) = (SigningKey::p256("old"), SigningKey::p256("new"));
    for is_cached in [true, false] {
        let (issuer, served) = with_brief_key(&old).await;
        let cached = old.token(&numbered(&issuer.url(), 1));
        let client = with_token(&served.client, &cached);
        assert_eq!(whose(&client).await.status, 200);
        issuer.serve_keys(&[&new]);
        tokio::time::sleep(IDLE).await;
        let other = with_token(&served.client, &old.token(&numbered(&issuer.url(), 2)));
        let first = if is_cached { &client } else { &other };
        assert_eq!(
            challenge(&whose(first).await),
            (401, &*unknown()),
            "{is_cached}"
        );
        served.end().await;
    }
}

#[tokio::test]
async fn an_issuer_that_is_down_does_not_end_old_keys() {
    let key = SigningKey::p256("a");
    let (issuer, served) = with_brief_key(&key).await;
    let cached = key.token(&numbered(&issuer.url(), 0));
    let client = with_token(&served.client, &cached);
    assert_eq!(whose(&client).await.status, 200);
    issuer.go_down();
    tokio::time::sleep(IDLE).await;
    for number in 1..4 {
        let token = key.token(&numbered(&issuer.url(), number));
        let reply = whose(&with_token(&served.client, &token)).await;
        assert_eq!(reply.status, 200, "{number}");
        assert_eq!(whose(&client).await.status, 200, "{number}");
        tokio::time::sleep(Duration::from_millis(1_100)).await;
    }
    served.end().await;
}

#[tokio::test]
async fn an_issuer_that_withdraws_all_keys_ends_all_tokens() {
    let symmetric = json!({"keys": [{"kty": "oct", "kid": "a", "k": "c2VjcmV0"}]});
    for withdrawn in [json!({"keys": []}), symmetric] {
        let key = SigningKey::p256("a");
        let (issuer, served) = with_brief_key(&key).await;
        let cached = key.token(&numbered(&issuer.url(), 0));
        assert_eq!(
            whose(&with_token(&served.client, &cached)).await.status,
            200
        );
        serve_briefly(&issuer, &withdrawn);
        assert_eq!(until_new(&served, &key, &issuer, 401).await, unknown());
        let reply = whose(&with_token(&served.client, &cached)).await;
        assert_eq!(challenge(&reply), (401, &*unknown()), "{withdrawn}");
        // The issuer has taken it back.
        serve_briefly(&issuer, &key_set(&[&key]));
        until(&served.client, &cached, 200).await;
        served.end().await;
    }
}

/// A rotation of keys that have no ids, or whose tokens name none.
#[tokio::test]
async fn a_token_without_a_kid_leads_to_a_request_if_no_known_key_signed_it() {
    let (old, new) = (SigningKey::p256("old"), SigningKey::p256("new"));
    let issuer = TestIssuer::with_keys(&[&old]).await;
    let gap = Duration::from_millis(10);
    let served = served(Issuer::new(issuer.url()).refresh_gap(gap));
    assert_eq!(status(&served.client, &old, &issuer.url()).await, 200);
    issuer.serve_keys(&[&new]);
    tokio::time::sleep(gap * 2).await;
    let token = new.token_with(&json!({"alg": "ES256"}), &claims(&issuer.url()));
    assert_eq!(whose(&with_token(&served.client, &token)).await.status, 200);
    served.end().await;
}
