//! Tokens that are signed well, and whose claims are wrong.

use fusion_tests::issuer::now;
use serde_json::{Value, json};

use super::{BadTokens, ISSUER, Keys, LEEWAY, RESOURCE, claims_with};

/// Tokens that are signed well, and whose claims are wrong.
pub(super) fn misplaced(keys: &Keys) -> BadTokens {
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
