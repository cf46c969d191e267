//! The check of the settings, and the gate that they become.

use std::sync::Arc;

use reqwest::Url;

use super::{
    claim_checks::ClaimChecks,
    gate::TokenGate,
    issuer::{Issuer, KeyLocation},
    keys::{KeyPlace, KeySet, KeySource, is_allowed_url, loopback},
    metadata::{ResourceMetadata, WELL_KNOWN},
    refusal::Challenger,
    resource_server::ResourceServer,
    token_cache::TokenCache,
};
use crate::spec::is_scope;

/// The error of settings with which a server does not start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OAuthError {
    /// The URL of the resource is not one that clients can use.
    #[error(
        "the resource `{resource}` is no URL of an endpoint: it begins with `https://`, or with `http://` and a loopback host, and has no query and no fragment"
    )]
    Resource {
        /// The URL.
        resource: String,
    },
    /// No issuer is set.
    #[error("no issuer is set, so that no token could be accepted: add `.issuer(…)`")]
    NoIssuer,
    /// The identifier of an issuer, or the URL of its keys, is no URL.
    #[error(
        "`{url}` is no URL of an issuer or of its keys: it begins with `https://`, or with `http://` and a loopback host, and has no query and no fragment"
    )]
    Issuer {
        /// The URL.
        url: String,
    },
    /// A scope that clients would request first is none of the resource.
    #[error(
        "`{scope}` is no scope of a resource: a scope is a word of printable ASCII without quotes and backslashes, and `offline_access` is the client's to request"
    )]
    Scope {
        /// The scope.
        scope: String,
    },
    /// The key set that the author gave cannot be used.
    #[error("the keys of the issuer `{issuer}` cannot be used: {problem}")]
    Keys {
        /// The identifier of the issuer.
        issuer: String,
        /// The problem.
        problem: &'static str,
    },
}

/// The parts of a server that verifies tokens.
pub(in super::super) struct OAuthParts {
    pub(in super::super) gate: TokenGate,
    pub(in super::super) metadata: ResourceMetadata,
}

impl ResourceServer {
    /// Returns an error if the server cannot verify tokens with these settings.
    pub(in super::super) fn check(&self) -> Result<(), OAuthError> {
        self.parts().map(drop)
    }

    /// Returns the metadata and the gate.
    pub(in super::super) fn parts(&self) -> Result<OAuthParts, OAuthError> {
        let url = self.resource_url()?;
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
        Ok(OAuthParts {
            metadata: ResourceMetadata::new(self, url.path()),
            gate: TokenGate {
                challenger: Challenger {
                    metadata: metadata_url(&url),
                    scopes: self.scopes.join(" "),
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

    fn resource_url(&self) -> Result<Url, OAuthError> {
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
            let keys = KeySet::read(keys).map_err(|problem| OAuthError::Keys {
                issuer: identifier.clone(),
                problem,
            })?;
            (KeyPlace::Given, keys)
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

    fn error_of(server: &ResourceServer) -> String {
        let checked = server.check();
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
                .parts()
                .ok()
                .map(|parts| (parts.gate.challenger.metadata, parts.metadata.paths))
        };
        assert_eq!(
            of("https://api.example.com/a/mcp"),
            Some((
                "https://api.example.com/.well-known/oauth-protected-resource/a/mcp".to_owned(),
                vec![
                    "/.well-known/oauth-protected-resource".to_owned(),
                    "/.well-known/oauth-protected-resource/a/mcp".to_owned(),
                ]
            ))
        );
        assert_eq!(
            of("https://mcp.example.com"),
            Some((
                "https://mcp.example.com/.well-known/oauth-protected-resource".to_owned(),
                vec!["/.well-known/oauth-protected-resource".to_owned()]
            ))
        );
    }
}
