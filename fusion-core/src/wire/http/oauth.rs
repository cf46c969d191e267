//! The resource server of OAuth 2.1: the metadata that clients find it by, and the gate that verifies their access
//! tokens. It issues no tokens.

mod admission;
mod bearer;
mod claim_checks;
mod clock;
mod compact_token;
mod doubtful_settings;
mod gate;
mod introspection;
mod issuer;
mod keys;
mod metadata;
mod oauth_error;
mod refusal;
mod resource_server;
mod setup;
mod token_cache;

use std::{sync::Arc, time::Duration};

use axum::{Router, extract::Request, response::Response};

pub use introspection::BearerToken;
pub use issuer::Issuer;
pub use oauth_error::OAuthError;
pub use resource_server::ResourceServer;

pub(super) use gate::TokenGate;

use super::HttpServer;
use crate::{
    ctx::Claims,
    scopes::{GrantedScopes, ScopesFn},
};

/// The gate of an endpoint.
pub(super) enum Gate {
    /// The settings cannot be used: nobody is let in.
    Broken,
    Tokens(Box<TokenGate>),
}

impl Gate {
    /// Returns the time until the token of a request ends, whose claims are in the request; `None` for a token without
    /// an end.
    pub(super) fn time_left(&self, request: &Request) -> Option<Duration> {
        match self {
            Self::Tokens(gate) => gate.time_left(request.extensions().get()?),
            Self::Broken => None,
        }
    }

    /// Returns the response to a request that is refused, and puts the claims of any other into the request.
    pub(super) async fn admit(&self, request: &mut Request) -> Result<(), Response> {
        match self {
            Self::Tokens(gate) => gate.admit(request).await,
            Self::Broken => Err(refusal::broken()),
        }
    }
}

/// Returns the gate of a server and the routes of its metadata; no gate if the server has no OAuth. `has_host` is true
/// for a server to which the whole host belongs.
pub(super) fn gate_of(server: &HttpServer, has_host: bool) -> (Option<Gate>, Router) {
    let Some(settings) = &server.oauth else {
        return (None, Router::new());
    };
    match settings.parts(&server.handler.wrapper.view) {
        Ok(parts) => (
            Some(Gate::Tokens(Box::new(parts.gate))),
            parts.metadata.router(has_host),
        ),
        Err(error) => {
            tracing::error!(%error, "every request is refused");
            (Some(Gate::Broken), Router::new())
        }
    }
}

/// Returns the function that grants a caller the scopes of the token.
pub(super) fn scopes_of_tokens(settings: &ResourceServer) -> ScopesFn {
    let granted = settings.granted.clone();
    Arc::new(move |ctx| match (ctx.get::<Claims>(), &granted) {
        (None, _) => GrantedScopes::none(),
        (Some(claims), Some(granted)) => granted(claims),
        (Some(claims), None) => GrantedScopes::new(claims.scopes()),
    })
}

impl HttpServer {
    /// Requires an access token of OAuth 2.1 (feature `oauth`) with each request to the endpoint, and serves the
    /// metadata by which clients find the issuer (RFC 9728), at the path of the resource below
    /// `/.well-known/oauth-protected-resource`.
    /// A server that [serves](Self::serve) by itself has it at the latter, too. The metadata and the health route need
    /// no token.
    ///
    /// A request without a token, or with one that is not valid, gets 401 with a challenge that names the metadata;
    /// a malformed one gets 400. The body is not read before. Handlers find the claims as
    /// `&Ext<`[`Claims`](crate::auth::Claims)`>`, and no `Authorization` header.
    ///
    /// With settings that cannot be used, [`serve`](Self::serve) returns
    /// [`ServeError::OAuth`](crate::server::ServeError::OAuth), and a [`router`](Self::router) logs the error and
    /// refuses every request. Settings with which clients do not get far are logged as warnings, such as a resource
    /// whose path is not that of the endpoint.
    pub fn oauth(mut self, server: ResourceServer) -> Self {
        self.oauth = Some(server);
        self
    }

    /// Returns a router with the metadata of [`oauth`](Self::oauth), for an application that nests the
    /// [`router`](Self::router): clients look for it at the root of the host, below
    /// `/.well-known/oauth-protected-resource`. It has the path of the resource, so that the routers of several servers
    /// can be merged; [the guide](crate::docs::authorization#two-servers-in-one-application) shows two.
    ///
    /// ```
    /// use axum::Router;
    /// use fusion_core::{Registry, Server, auth::ResourceServer, server_info};
    ///
    /// # fn app(registry: Registry) -> Router {
    /// let tools = Server::new(registry, server_info!()).http().oauth(
    ///     ResourceServer::new("https://example.com/api/mcp").issuer("https://idp.example.com"),
    /// );
    /// let metadata = tools.well_known();
    /// Router::new().nest("/api", tools.router()).merge(metadata)
    /// # }
    /// ```
    pub fn well_known(&self) -> Router {
        gate_of(self, false).1
    }
}
