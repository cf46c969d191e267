//! The claims of a verified access token, as handlers read them.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The claims of the access token of a request, which the server has verified (feature `oauth`).
///
/// An action takes them as `&Ext<Claims>`. They do not contain the token. A clone is cheap.
///
/// ```
/// use fusion_core::auth::Claims;
/// use serde_json::{Map, Value, json};
///
/// let claims = Claims::new(Map::from_iter([
///     ("iss".to_owned(), Value::from("https://idp.example.com")),
///     ("sub".to_owned(), Value::from("ada")),
///     ("scope".to_owned(), Value::from("issues:read issues:write")),
///     ("plan".to_owned(), json!({"seats": 5})),
/// ]));
/// assert_eq!(claims.subject(), Some("ada"));
/// assert!(claims.has_scope("issues:write"));
/// let plan: Option<Value> = claims.get("plan");
/// assert_eq!(plan, Some(json!({"seats": 5})));
/// ```
#[derive(Clone)]
pub struct Claims(Arc<ClaimFields>);

struct ClaimFields {
    all: Map<String, Value>,
    scopes: Vec<String>,
    audience: Vec<String>,
}

impl Claims {
    /// Creates claims from the members of a token, or of the response to an introspection request.
    pub fn new(claims: Map<String, Value>) -> Self {
        let mut scopes = texts(claims.get("scope"));
        for scope in texts(claims.get("scp")) {
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        Self(Arc::new(ClaimFields {
            scopes,
            audience: match claims.get("aud") {
                Some(Value::String(only)) => vec![only.clone()],
                Some(Value::Array(several)) => strings(several),
                _ => Vec::new(),
            },
            all: claims,
        }))
    }

    /// Returns the issuer of the token, `iss`.
    pub fn issuer(&self) -> Option<&str> {
        self.text("iss")
    }

    /// Returns the subject, `sub`: the user, or the client itself. It is unique at its issuer only.
    pub fn subject(&self) -> Option<&str> {
        self.text("sub")
    }

    /// Returns the client that requested the token: `client_id`, or else `azp`.
    pub fn client_id(&self) -> Option<&str> {
        self.text("client_id").or_else(|| self.text("azp"))
    }

    /// Returns the resources that the token is for, `aud`.
    pub fn audience(&self) -> &[String] {
        &self.0.audience
    }

    /// Returns the granted scopes: those of `scope`, as a text or an array, and those of `scp`.
    pub fn scopes(&self) -> &[String] {
        &self.0.scopes
    }

    /// Returns true if the token grants `scope`.
    pub fn has_scope(&self, scope: &str) -> bool {
        self.0.scopes.iter().any(|granted| granted == scope)
    }

    /// Returns the time at which the token expires, `exp`.
    pub fn expires_at(&self) -> Option<SystemTime> {
        let seconds = self.seconds("exp")?;
        UNIX_EPOCH.checked_add(Duration::try_from_secs_f64(seconds).ok()?)
    }

    /// Returns any claim, deserialized; `None` if the token does not have it, or has it in another form.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        T::deserialize(self.0.all.get(name)?).ok()
    }

    /// Returns a time of the token in seconds since 1970; `None` if the claim is no number.
    pub(crate) fn seconds(&self, name: &str) -> Option<f64> {
        self.0.all.get(name)?.as_f64()
    }

    /// Returns true if the token has a claim, in any form.
    #[cfg(feature = "oauth")]
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.0.all.contains_key(name)
    }

    /// Returns the name of the caller for questions and shared state: the issuer, and its subject or else its
    /// client.
    pub(crate) fn principal(&self) -> Option<String> {
        let issuer = self.issuer().unwrap_or_default();
        match self.subject() {
            Some(subject) => Some(format!("{issuer} {subject}")),
            None => Some(format!("{issuer} client {}", self.client_id()?)),
        }
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.all.get(name)?.as_str()
    }
}

/// Shows the registered claims. Others may be personal.
impl fmt::Debug for Claims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claims")
            .field("issuer", &self.issuer())
            .field("subject", &self.subject())
            .field("audience", &self.audience())
            .field("scopes", &self.scopes())
            .finish_non_exhaustive()
    }
}

/// Returns the words of a text, or the texts of an array.
fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => text.split_whitespace().map(str::to_owned).collect(),
        Some(Value::Array(several)) => strings(several),
        _ => Vec::new(),
    }
}

fn strings(several: &[Value]) -> Vec<String> {
    let texts = several.iter().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn claims(value: Value) -> Claims {
        match value {
            Value::Object(members) => Claims::new(members),
            _ => Claims::new(Map::new()),
        }
    }

    #[test]
    fn scopes_come_from_texts_and_arrays_of_both_claims() {
        let of = |value| claims(value).scopes().join(",");
        assert_eq!(of(json!({"scope": "a b  a"})), "a,b,a");
        assert_eq!(of(json!({"scope": ["a", "b c", 7]})), "a,b c");
        assert_eq!(of(json!({"scp": "a", "scope": "b"})), "b,a");
        assert_eq!(of(json!({"scp": {"a": true}, "scope": null})), "");
    }

    #[test]
    fn subjects_of_two_issuers_are_two_principals() {
        let of = |iss: &str, sub: &str| claims(json!({"iss": iss, "sub": sub})).principal();
        assert_eq!(of("https://a", "1").as_deref(), Some("https://a 1"));
        assert_ne!(of("https://a", "1"), of("https://b", "1"));
        let client = claims(json!({"iss": "https://a", "azp": "app"}));
        assert_eq!(client.principal().as_deref(), Some("https://a client app"));
        assert_eq!(claims(json!({"iss": "https://a"})).principal(), None);
    }

    #[test]
    fn debug_shows_no_other_claims() {
        let all = claims(json!({"iss": "i", "sub": "s", "email": "ada@example.com", "exp": 7}));
        assert_eq!(
            format!("{all:?}"),
            r#"Claims { issuer: Some("i"), subject: Some("s"), audience: [], scopes: [], .. }"#
        );
        assert_eq!(
            all.expires_at(),
            UNIX_EPOCH.checked_add(Duration::from_secs(7))
        );
    }
}
