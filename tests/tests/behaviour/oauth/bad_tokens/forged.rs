//! Tokens whose headers, signatures or shapes are wrong.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use serde_json::{Value, json};

use super::{BadTokens, Keys, claims, claims_with};

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

/// Tokens whose headers or signatures are wrong.
pub(super) fn forged(keys: &Keys) -> BadTokens {
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
            "no kid, and a key of somebody else",
            keys.stranger
                .token_with(&json!({"alg": "ES256"}), &claims()),
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
