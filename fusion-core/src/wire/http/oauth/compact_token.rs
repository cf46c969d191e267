//! The parts of a JWT in the compact form of RFC 7515. Nothing in it is verified.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::{Map, Value};

use super::keys::SignatureAlgorithm;

/// The texts of `typ` that an access token may have (RFC 9068, RFC 7519). Another type is another kind of token.
const TYPES: [&str; 3] = ["jwt", "at+jwt", "application/at+jwt"];

/// A token with its parts decoded.
pub(super) struct CompactToken<'t> {
    pub(super) algorithm: SignatureAlgorithm,
    pub(super) key_id: Option<String>,
    pub(super) claims: Map<String, Value>,
    /// The bytes that are signed.
    pub(super) signed: &'t [u8],
    pub(super) signature: Vec<u8>,
}

impl<'t> CompactToken<'t> {
    /// Returns true if a token has the form of a JWT: three parts, of which the first is a JSON object.
    pub(super) fn has_form(token: &str) -> bool {
        let mut parts = token.split('.');
        let header = parts.next().and_then(object);
        header.is_some() && parts.count() == 2
    }

    /// Reads a token. The error is the text of the refusal.
    pub(super) fn read(token: &'t str) -> Result<Self, &'static str> {
        const MALFORMED: &str = "the token is malformed";
        let (signed, signature) = token.rsplit_once('.').ok_or(MALFORMED)?;
        let (header, payload) = signed.split_once('.').ok_or(MALFORMED)?;
        let header = object(header).ok_or(MALFORMED)?;
        let claims = object(payload).ok_or(MALFORMED)?;
        let signature = BASE64_URL_SAFE_NO_PAD.decode(signature);
        if header.contains_key("crit") {
            return Err("the token has a critical extension that this server does not know");
        }
        if let Some(kind) = header.get("typ") {
            let kind = kind.as_str().ok_or(MALFORMED)?;
            if !TYPES.iter().any(|known| kind.eq_ignore_ascii_case(known)) {
                return Err("the token is no access token");
            }
        }
        let algorithm = header.get("alg").and_then(Value::as_str).ok_or(MALFORMED)?;
        let key_id = match header.get("kid") {
            None => None,
            Some(Value::String(id)) => Some(id.clone()),
            Some(_) => return Err(MALFORMED),
        };
        Ok(Self {
            algorithm: SignatureAlgorithm::named(algorithm)
                .ok_or("the algorithm of the token is not accepted")?,
            key_id,
            claims,
            signed: signed.as_bytes(),
            signature: signature.map_err(|_| MALFORMED)?,
        })
    }
}

/// Decodes a part that is a JSON object.
fn object(part: &str) -> Option<Map<String, Value>> {
    let json = BASE64_URL_SAFE_NO_PAD.decode(part).ok()?;
    serde_json::from_slice(&json).ok()
}
