//! The settings of an issuer of access tokens.

use std::time::Duration;

use serde_json::Value;

/// The default of the shortest time between two requests for the keys of an issuer.
const REFRESH_GAP: Duration = Duration::from_secs(60);

/// An authorization server whose tokens are accepted, and where its keys come from.
///
/// The keys are found through the metadata of the issuer (RFC 8414, or `OpenID` Connect Discovery), unless
/// [`jwks_uri`](Self::jwks_uri) or [`jwks`](Self::jwks) is set. They are requested with the first token of the
/// issuer, so that a server starts while its issuer is down.
///
/// ```
/// use fusion_core::auth::Issuer;
///
/// let found = Issuer::new("https://idp.example.com/realms/main");
/// let named = Issuer::new("https://idp.example.com").jwks_uri("https://idp.example.com/keys");
/// # let _ = (found, named);
/// ```
#[derive(Clone, Debug)]
pub struct Issuer {
    pub(super) identifier: String,
    pub(super) keys: KeyLocation,
    pub(super) refresh_gap: Duration,
}

/// The place of the keys of an issuer.
#[derive(Clone, Debug)]
pub(super) enum KeyLocation {
    /// The metadata of the issuer names the place.
    Discovered,
    /// The author named the place.
    Uri(String),
    /// The author gave the keys.
    Given(Value),
}

impl Issuer {
    /// Creates the settings of an issuer. `identifier` is the `iss` of its tokens, exactly as in them, with or
    /// without a slash at the end.
    pub fn new(identifier: impl Into<String>) -> Self {
        Self {
            identifier: identifier.into(),
            keys: KeyLocation::Discovered,
            refresh_gap: REFRESH_GAP,
        }
    }

    /// Sets the URL of the key set, in place of discovery.
    pub fn jwks_uri(mut self, uri: impl Into<String>) -> Self {
        self.keys = KeyLocation::Uri(uri.into());
        self
    }

    /// Sets the key set itself, `{"keys": […]}`. No request is sent, and the keys do not change.
    pub fn jwks(mut self, keys: Value) -> Self {
        self.keys = KeyLocation::Given(keys);
        self
    }

    /// Sets the shortest time from the end of a request for keys to the next one, 60 s by default; 5 s at most while no
    /// keys are known. A token with an unknown key leads to a request only after this time, and gets 401 meanwhile.
    pub fn refresh_gap(mut self, gap: Duration) -> Self {
        self.refresh_gap = gap;
        self
    }
}

impl From<&str> for Issuer {
    fn from(identifier: &str) -> Self {
        Self::new(identifier)
    }
}

impl From<String> for Issuer {
    fn from(identifier: String) -> Self {
        Self::new(identifier)
    }
}
