//! Tokens that are not accepted: each with its status and its challenge, and without a call.

use std::collections::BTreeSet;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use fusion_core::auth::{Issuer, ResourceServer};
use fusion_tests::{
    http::{Client, Reply, Served},
    issuer::{SigningKey, key_set, now},
    wire::patient,
};
use serde_json::{Value, json};
use tokio::{io::AsyncWriteExt, net::TcpStream};

use super::{
    ISSUER, METADATA, RESOURCE, challenge, claims, claims_with, served, server, whose, with_token,
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

fn invalid(text: &str) -> String {
    format!(
        "Bearer error=\"invalid_token\", error_description=\"{text}\", resource_metadata=\"{METADATA}\""
    )
}

fn malformed(text: &str) -> String {
    format!(
        "Bearer error=\"invalid_request\", error_description=\"{text}\", resource_metadata=\"{METADATA}\""
    )
}

/// Signs the parts with HMAC, for which `secret` is known to everybody.
fn hmac(header: &Value, secret: &[u8]) -> String {
    let (header, claims) = (
        BASE64.encode(header.to_string()),
        BASE64.encode(claims().to_string()),
    );
    let signed = format!("{header}.{claims}");
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
    let signature = ring::hmac::sign(&key, signed.as_bytes());
    format!("{signed}.{}", BASE64.encode(signature.as_ref()))
}

fn unsigned(algorithm: &str) -> String {
    let header = json!({"alg": algorithm, "typ": "JWT"}).to_string();
    format!(
        "{}.{}.",
        BASE64.encode(header),
        BASE64.encode(claims().to_string())
    )
}

const ALGORITHM: &str = "the algorithm of the token is not accepted";
const SIGNATURE: &str = "the signature of the token is wrong";
const UNKNOWN: &str = "the key of the token is not known";
const MALFORMED: &str = "the token is malformed";

type BadTokens = Vec<(&'static str, String, &'static str)>;

/// Tokens whose headers or signatures are wrong.
fn forged(keys: &Keys) -> BadTokens {
    [
        wrong_algorithms(keys),
        wrong_headers(keys),
        wrong_shapes(keys),
    ]
    .concat()
}

fn wrong_algorithms(keys: &Keys) -> BadTokens {
    let public = BASE64
        .decode(keys.rsa.jwk()["n"].as_str().unwrap())
        .unwrap();
    let first = |header: Value| keys.first.token_with(&header, &claims());
    vec![
        ("alg none", unsigned("none"), ALGORITHM),
        ("alg None", unsigned("None"), ALGORITHM),
        ("alg nOnE", unsigned("nOnE"), ALGORITHM),
        (
            "HS256 with the public key",
            hmac(&json!({"alg": "HS256", "kid": "rsa"}), &public),
            ALGORITHM,
        ),
        (
            "HS256 with the public key, called RS256",
            hmac(&json!({"alg": "RS256", "kid": "rsa"}), &public),
            SIGNATURE,
        ),
        (
            "HS256 with the kid",
            hmac(&json!({"alg": "HS256", "kid": "first"}), b"first"),
            ALGORITHM,
        ),
        (
            "another algorithm of the same kind of key",
            keys.rsa
                .token_with(&json!({"alg": "RS512", "kid": "rsa"}), &claims()),
            SIGNATURE,
        ),
        (
            "an algorithm of another kind of key",
            first(json!({"alg": "RS256", "kid": "first"})),
            ALGORITHM,
        ),
    ]
}

fn wrong_headers(keys: &Keys) -> BadTokens {
    const KIND: &str = "the token is no access token";
    const CRITICAL: &str = "the token has a critical extension that this server does not know";
    let first = |header: Value| keys.first.token_with(&header, &claims());
    let stranger = keys.stranger.token_with(
        &json!({"alg": "ES256", "kid": "stranger", "jwk": keys.stranger.jwk(), "jku": "https://evil.example/keys"}),
        &claims(),
    );
    vec![
        ("no alg", first(json!({"kid": "first"})), MALFORMED),
        (
            "alg no text",
            first(json!({"alg": ["ES256"], "kid": "first"})),
            MALFORMED,
        ),
        (
            "unknown kid",
            first(json!({"alg": "ES256", "kid": "third"})),
            UNKNOWN,
        ),
        (
            "no kid where two keys fit",
            first(json!({"alg": "ES256"})),
            UNKNOWN,
        ),
        (
            "kid no text",
            first(json!({"alg": "ES256", "kid": 1})),
            MALFORMED,
        ),
        (
            "kid of another path",
            first(json!({"alg": "ES256", "kid": "../../dev/null"})),
            UNKNOWN,
        ),
        (
            "another key of the issuer",
            keys.second
                .token_with(&json!({"alg": "ES256", "kid": "first"}), &claims()),
            SIGNATURE,
        ),
        (
            "a key of somebody else",
            keys.stranger.token(&claims()),
            SIGNATURE,
        ),
        ("an embedded key", stranger, UNKNOWN),
        (
            "crit",
            first(json!({"alg": "ES256", "kid": "first", "crit": ["exp"]})),
            CRITICAL,
        ),
        (
            "crit b64",
            first(json!({"alg": "ES256", "kid": "first", "b64": true, "crit": ["b64"]})),
            CRITICAL,
        ),
        (
            "crit null",
            first(json!({"alg": "ES256", "kid": "first", "crit": null})),
            CRITICAL,
        ),
        (
            "a proof of possession",
            first(json!({"alg": "ES256", "kid": "first", "typ": "dpop+jwt"})),
            KIND,
        ),
        (
            "a logout token",
            first(json!({"alg": "ES256", "kid": "first", "typ": "logout+jwt"})),
            KIND,
        ),
        (
            "typ no text",
            first(json!({"alg": "ES256", "kid": "first", "typ": 7})),
            MALFORMED,
        ),
    ]
}

fn wrong_shapes(keys: &Keys) -> BadTokens {
    let good = keys.first.token(&claims());
    let (signed, signature) = good.rsplit_once('.').unwrap();
    let (header, payload) = signed.split_once('.').unwrap();
    let other = BASE64.encode(claims_with(json!({"sub": "grace"})).to_string());
    let flipped = format!("{signed}.{}", BASE64.encode([0; 64]));
    vec![
        (
            "other claims",
            format!("{header}.{other}.{signature}"),
            SIGNATURE,
        ),
        ("a signature of zeros", flipped, SIGNATURE),
        (
            "a truncated signature",
            good[..good.len() - 6].to_owned(),
            SIGNATURE,
        ),
        ("no signature", format!("{signed}."), SIGNATURE),
        ("two parts", signed.to_owned(), MALFORMED),
        ("four parts", format!("{good}.{signature}"), MALFORMED),
        (
            "five parts, encrypted",
            format!("{good}.{payload}.{payload}"),
            MALFORMED,
        ),
        (
            "padding",
            format!("{header}=.{payload}.{signature}"),
            MALFORMED,
        ),
        (
            "a header that is no JSON",
            format!("{payload}x.{payload}.{signature}"),
            MALFORMED,
        ),
        ("no base64", "a.b.c".to_owned(), MALFORMED),
        ("opaque", "mF_9.B5f-4.1JqM".to_owned(), MALFORMED),
        ("one word", "token".to_owned(), MALFORMED),
    ]
}

/// Tokens that are signed well, and whose claims are wrong.
fn misplaced(keys: &Keys) -> BadTokens {
    const ISSUER_TEXT: &str = "the token is of an issuer that this server does not accept";
    const AUDIENCE: &str = "the token is for another resource";
    const NO_AUDIENCE: &str = "the token has no `aud`";
    const EXPIRED: &str = "the token has expired";
    const NO_NUMBER: &str = "the `exp` of the token is no number";
    const EARLY: &str = "the token is not valid yet";
    let of = |changes: Value| keys.first.token(&claims_with(changes));
    let slash = format!("{RESOURCE}/");
    vec![
        (
            "wrong iss",
            of(json!({"iss": "https://evil.example"})),
            ISSUER_TEXT,
        ),
        (
            "iss with a slash",
            of(json!({"iss": format!("{ISSUER}/")})),
            ISSUER_TEXT,
        ),
        (
            "iss in capitals",
            of(json!({"iss": "https://IDP.example.com"})),
            ISSUER_TEXT,
        ),
        ("iss an array", of(json!({"iss": [ISSUER]})), ISSUER_TEXT),
        ("no iss", of(json!({"iss": null})), ISSUER_TEXT),
        (
            "wrong aud",
            of(json!({"aud": "https://other.example.com/mcp"})),
            AUDIENCE,
        ),
        ("aud with a slash", of(json!({"aud": slash})), AUDIENCE),
        (
            "aud of the host",
            of(json!({"aud": "https://api.example.com"})),
            AUDIENCE,
        ),
        ("aud of the client", of(json!({"aud": "app"})), AUDIENCE),
        (
            "aud with a longer path",
            of(json!({"aud": format!("{RESOURCE}/admin")})),
            AUDIENCE,
        ),
        (
            "aud in capitals",
            of(json!({"aud": RESOURCE.to_uppercase()})),
            AUDIENCE,
        ),
        (
            "aud of several others",
            of(json!({"aud": ["a", "b"]})),
            AUDIENCE,
        ),
        ("aud nested", of(json!({"aud": [[RESOURCE]]})), NO_AUDIENCE),
        (
            "aud an object",
            of(json!({"aud": {"url": RESOURCE}})),
            NO_AUDIENCE,
        ),
        ("aud empty", of(json!({"aud": []})), NO_AUDIENCE),
        ("no aud", of(json!({"aud": null})), NO_AUDIENCE),
        (
            "expired by a second more than the leeway",
            of(json!({"exp": now() - LEEWAY - 1})),
            EXPIRED,
        ),
        ("expired long ago", of(json!({"exp": 1})), EXPIRED),
        ("expired before 1970", of(json!({"exp": -1})), EXPIRED),
        ("no exp", of(json!({"exp": null})), "the token has no `exp`"),
        (
            "exp a text",
            of(json!({"exp": (now() + 600).to_string()})),
            NO_NUMBER,
        ),
        ("exp an array", of(json!({"exp": [now() + 600]})), NO_NUMBER),
        (
            "nbf in the future",
            of(json!({"nbf": now() + LEEWAY + 5})),
            EARLY,
        ),
        (
            "nbf a text",
            of(json!({"nbf": "yesterday"})),
            "the `nbf` of the token is no number",
        ),
    ]
}

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

/// Sends a request whose head has any bytes in place of the headers of a client.
async fn raw(client: &Client, target: &str, headers: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(client.address).await.unwrap();
    let head = format!(
        "POST {target} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: 0\r\n",
        client.address
    );
    let bytes = [head.as_bytes(), headers, b"\r\n"].concat();
    patient(stream.write_all(&bytes)).await.unwrap();
    Reply::read(stream).await
}

#[tokio::test]
async fn requests_without_a_token_get_a_challenge_without_an_error() {
    let keys = Keys::new();
    let served = keys.served();
    for headers in [
        "",
        "authorization: Basic YWRhOmFkYQ==\r\n",
        "authorization: Bearerx\r\n",
        "authorization: DPoP abc\r\n",
        "authorization:\r\n",
        "proxy-authorization: Bearer abc\r\n",
    ] {
        let reply = raw(&served.client, "/mcp", headers.as_bytes()).await;
        let bare = format!("Bearer resource_metadata=\"{METADATA}\"");
        assert_eq!(challenge(&reply), (401, &*bare), "{headers}");
        assert_eq!(
            reply.body,
            "an access token is required: `Authorization: Bearer <token>`\n"
        );
    }
    served.end().await;
}

#[tokio::test]
async fn malformed_requests_are_refused_whatever_their_token() {
    let keys = Keys::new();
    let served = keys.served();
    let good = keys.first.token(&claims());
    let header = format!("authorization: Bearer {good}\r\n");
    let in_query = "an access token must not be sent in the query of the URL";
    let twice = "a request must have one Authorization header";
    for (name, target, headers, text) in [
        ("two headers", "/mcp", format!("{header}{header}"), twice),
        (
            "a second scheme",
            "/mcp",
            format!("authorization: Basic YQ==\r\n{header}"),
            twice,
        ),
        (
            "the query",
            &*format!("/mcp?access_token={good}"),
            String::new(),
            in_query,
        ),
        (
            "the query and the header",
            "/mcp?a=b&access_token=x",
            header.clone(),
            in_query,
        ),
        (
            "no token",
            "/mcp",
            "authorization: Bearer \r\n".to_owned(),
            "the Authorization header has no token",
        ),
    ] {
        let reply = raw(&served.client, target, headers.as_bytes()).await;
        assert_eq!(challenge(&reply), (400, &*malformed(text)), "{name}");
    }
    let long = format!("authorization: Bearer {}\r\n", "a".repeat(16 * 1024 + 1));
    for (name, headers, text) in [
        (
            "not UTF-8",
            &b"authorization: Bearer \xff\xfe.a.b\r\n"[..],
            "the token is malformed",
        ),
        (
            "UTF-8, not ASCII",
            "authorization: Bearer é.a.b\r\n".as_bytes(),
            "the token is malformed",
        ),
        (
            "two words",
            b"authorization: Bearer a.b.c d\r\n",
            "the token is malformed",
        ),
        ("huge", long.as_bytes(), "the token is too long"),
    ] {
        let reply = raw(&served.client, "/mcp", headers).await;
        assert_eq!(challenge(&reply), (401, &*invalid(text)), "{name}");
    }
    served.end().await;
}

#[tokio::test]
async fn every_method_and_path_of_the_endpoint_needs_a_token() {
    let keys = Keys::new();
    let served = keys.served();
    for path in ["/mcp", "/mcp/"] {
        for method in ["GET", "POST", "DELETE", "PUT", "OPTIONS", "HEAD"] {
            let client = served.client.at(path);
            let stream = client.head(method, "content-length: 0\r\n\r\n").await;
            let reply = Reply::read(stream).await;
            assert_eq!(reply.status, 401, "{method} {path}");
        }
    }
    served.end().await;
}

#[tokio::test]
async fn the_body_of_a_refused_request_is_not_awaited() {
    let keys = Keys::new();
    let served = keys.served();
    let stream = served
        .client
        .head("POST", "content-length: 1000000\r\n\r\n")
        .await;
    assert_eq!(Reply::read(stream).await.status, 401);
    let body = vec![b' '; 3 * 1024 * 1024];
    assert_eq!(served.client.post(&body).await.status, 401);
    served.end().await;
}
