//! The check of the settings, and the gate that they become.

use std::sync::Arc;

use reqwest::Url;

use super::{
    claim_checks::ClaimChecks,
    gate::TokenGate,
    issuer::{Issuer, KeyLocation},
    keys::{KeyPlace, KeySet, KeySource, is_allowed_url, loopback},
    metadata::{ResourceMetadata, WELL_KNOWN},
    oauth_error::OAuthError,
    refusal::Challenger,
    resource_server::ResourceServer,
    token_cache::TokenCache,
};
use crate::{registry::View, spec::is_scope};

/// The parts of a server that verifies tokens.
pub(in super::super) struct OAuthParts {
    pub(in super::super) gate: TokenGate,
    pub(in super::super) metadata: ResourceMetadata,
}

impl ResourceServer {
    /// Returns an error if the server cannot verify tokens with these settings.
    pub(in super::super) fn check(&self, view: &View) -> Result<(), OAuthError> {
        self.parts(view).map(drop)
    }

    /// Returns the metadata and the gate of a server of `view`.
    pub(in super::super) fn parts(&self, view: &View) -> Result<OAuthParts, OAuthError> {
        let url = self.resource_url()?;
        if view.knows_scopes() {
            return Err(OAuthError::ScopesOfBuilder);
        }
        if self.issuers.is_empty() {
            return Err(OAuthError::NoIssuer);
        }
        let is_legal = |scope: &String| is_scope(scope) && scope != "offline_access";
        if let Some(scope) = self.scopes.iter().find(|scope| !is_legal(scope)) {
            let scope = scope.clone();
            return Err(OAuthError::Scope { scope });
        }
        let issuers = self.issuers.iter().map(key_source);
        let mut audiences = vec![self.resource.clone()];
        audiences.extend_from_slice(&self.audiences);
        let own = view.scope_names().into_iter().map(str::to_owned);
        Ok(OAuthParts {
            metadata: ResourceMetadata::new(self, url.path()),
            gate: TokenGate {
                challenger: Challenger {
                    metadata: metadata_url(&url),
                    scopes: self.scopes.join(" "),
                    own: own.chain(self.scopes.iter().cloned()).collect(),
                },
                checks: ClaimChecks {
                    audiences,
                    leeway: self.leeway,
                },
                issuers: issuers.collect::<Result<_, _>>()?,
                introspect: self.introspect.clone(),
                verified: TokenCache::default(),
            },
        })
    }

    /// Returns the URL of the resource.
    pub(super) fn resource_url(&self) -> Result<Url, OAuthError> {
        identifier_url(&self.resource).ok_or_else(|| OAuthError::Resource {
            resource: self.resource.clone(),
        })
    }
}

fn key_source(issuer: &Issuer) -> Result<Arc<KeySource>, OAuthError> {
    let no_url = |url: &String| OAuthError::Issuer { url: url.clone() };
    let identifier = &issuer.identifier;
    let url = identifier_url(identifier).ok_or_else(|| no_url(identifier))?;
    let is_local = loopback(&url);
    let (place, keys) = match &issuer.keys {
        KeyLocation::Discovered => (KeyPlace::Discovered(url), KeySet::default()),
        KeyLocation::Uri(uri) => {
            let keys = Url::parse(uri).ok().filter(is_allowed_url);
            let keys = keys.ok_or_else(|| no_url(uri))?;
            (KeyPlace::At(keys), KeySet::default())
        }
        KeyLocation::Given(keys) => {
            let no_keys = |problem| OAuthError::Keys {
                issuer: identifier.clone(),
                problem,
            };
            (KeyPlace::Given, KeySet::given(keys).map_err(no_keys)?)
        }
    };
    let gap = issuer.refresh_gap;
    Ok(Arc::new(KeySource::new(
        identifier.clone(),
        place,
        is_local,
        gap,
        keys,
    )))
}

/// Parses the identifier of a resource or an issuer.
fn identifier_url(identifier: &str) -> Option<Url> {
    let url = Url::parse(identifier).ok().filter(is_allowed_url)?;
    let is_plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    is_plain.then_some(url)
}

/// Returns the URL of the metadata of a resource.
fn metadata_url(resource: &Url) -> String {
    let mut url = resource.clone();
    let path = resource.path();
    url.set_path(&format!(
        "{WELL_KNOWN}{}",
        if path == "/" { "" } else { path }
    ));
    url.to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::registry::Registry;

    fn view() -> View {
        Registry::builder().build().unwrap().grouped()
    }

    fn error_of(server: &ResourceServer) -> String {
        let checked = server.check(&view());
        checked
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    }

    #[test]
    fn settings_that_open_a_gap_are_refused() {
        let of = |resource: &str, issuer: Issuer| {
            error_of(&ResourceServer::new(resource).issuer(issuer))
        };
        let good = || Issuer::new("https://idp.example.com");
        assert_eq!(of("https://api.example.com/mcp", good()), "");
        assert_eq!(of("http://127.0.0.1:8000/mcp", good()), "");
        assert_eq!(of("http://[::1]:8000/mcp", good()), "");
        for resource in [
            "api.example.com/mcp",
            "http://api.example.com/mcp",
            "https://api.example.com/mcp#part",
            "https://api.example.com/mcp?tenant=a",
            "https://ada@api.example.com/mcp",
            "ftp://api.example.com",
            "",
        ] {
            assert_eq!(
                of(resource, good()),
                format!(
                    "the resource `{resource}` is no URL of an endpoint: it begins with `https://`, or with `http://` and a loopback host, and has no query and no fragment"
                )
            );
        }
        let plain = "http://idp.example.com";
        assert_eq!(
            of("https://api.example.com/mcp", Issuer::new(plain)),
            "`http://idp.example.com` is no URL of an issuer or of its keys: it begins with `https://`, or with `http://` and a loopback host, and has no query and no fragment"
        );
        assert_eq!(
            of(
                "https://api.example.com/mcp",
                good().jwks_uri("file:///keys")
            ),
            "`file:///keys` is no URL of an issuer or of its keys: it begins with `https://`, or with `http://` and a loopback host, and has no query and no fragment"
        );
        assert_eq!(
            error_of(&ResourceServer::new("https://api.example.com/mcp")),
            "no issuer is set, so that no token could be accepted: add `.issuer(…)`"
        );
    }

    #[test]
    fn scopes_are_words_of_the_resource() {
        let of = |scope: &str| {
            let server = ResourceServer::new("https://api.example.com/mcp");
            let server = server
                .issuer("https://idp.example.com")
                .scopes(["ok", scope]);
            error_of(&server).is_empty()
        };
        assert!(of("issues:read"));
        for scope in [
            "",
            "two words",
            "quoted\"",
            "back\\slash",
            "caf\u{e9}",
            "offline_access",
        ] {
            assert!(!of(scope), "{scope}");
        }
    }

    #[test]
    fn given_keys_are_read_before_the_server_starts() {
        let of = |keys| {
            let issuer = Issuer::new("https://idp.example.com").jwks(keys);
            error_of(&ResourceServer::new("https://api.example.com/mcp").issuer(issuer))
        };
        assert_eq!(
            of(json!([])),
            "the keys of the issuer `https://idp.example.com` cannot be used: a key set is an object with an array `keys`"
        );
        assert_eq!(
            of(json!({"keys": [{"kty": "oct", "k": "c2VjcmV0"}]})),
            "the keys of the issuer `https://idp.example.com` cannot be used: the key set has no key for an asymmetric signature"
        );
    }

    #[test]
    fn the_metadata_stands_before_the_path_of_the_resource() {
        let of = |resource| {
            let server = ResourceServer::new(resource).issuer("https://idp.example.com");
            server
                .parts(&view())
                .ok()
                .map(|parts| (parts.gate.challenger.metadata, parts.metadata.path))
        };
        assert_eq!(
            of("https://api.example.com/a/mcp"),
            Some((
                "https://api.example.com/.well-known/oauth-protected-resource/a/mcp".to_owned(),
                "/.well-known/oauth-protected-resource/a/mcp".to_owned()
            ))
        );
        assert_eq!(
            of("https://mcp.example.com"),
            Some((
                "https://mcp.example.com/.well-known/oauth-protected-resource".to_owned(),
                "/.well-known/oauth-protected-resource".to_owned()
            ))
        );
    }
}
