//! The errors of the settings of a resource server.

use std::fmt;

/// The error of settings with which a server does not start. `Debug` prints the text of `Display`.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
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
    /// The builder of the registry sets the scopes of a caller, so that the access token would not.
    #[error(
        "`scopes` of the registry's builder would decide what a caller may do, and the access token would not: remove it, or read other claims than `scope` by `granted_scopes` of the resource server"
    )]
    ScopesOfBuilder,
}

/// `Debug` prints the `Display` text, because a `main` that returns its error and an `unwrap()` print `Debug`. The
/// derived form would hide the way out.
impl fmt::Debug for OAuthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
