//! OAuth: the server as a resource server, which verifies the access tokens of its clients.
//!
//! [`HttpServer::oauth`](crate::HttpServer::oauth) turns it on.
//! [The guide](crate::docs::authorization) has the settings of identity providers.

pub use crate::{
    ctx::Claims,
    wire::http::oauth::{BearerToken, Issuer, OAuthError, ResourceServer},
};
