//! Authorization: the access tokens of callers, and the scopes that actions, prompts and resources need of them.
//!
//! [`HttpServer::oauth`](crate::HttpServer::oauth) makes a server a resource server of OAuth, which verifies the
//! token of each request; it needs the feature `oauth`. [The guide](crate::docs::authorization) has the settings of
//! identity providers.
//!
//! Rows name their scopes by `scope("…")` in [`#[tool_group]`](crate::tool_group),
//! [`#[action]`](crate::action), [`#[prompt]`](macro@crate::prompt) and [`#[resource]`](macro@crate::resource).
//! The scopes of a caller are those of the token, or those that
//! [`RegistryBuilder::scopes`](crate::RegistryBuilder::scopes) returns, and
//! [`RegistryBuilder::missing_scopes`](crate::RegistryBuilder::missing_scopes) sets the response to a
//! caller who lacks one.

pub use crate::scopes::{GrantedScopes, Scopes};
#[cfg(feature = "oauth")]
pub use crate::{
    ctx::Claims,
    wire::http::oauth::{BearerToken, Issuer, OAuthError, ResourceServer},
};
