//! The settings of a resource server.

use std::{error::Error, fmt, future::Future, sync::Arc, time::Duration};

use super::{
    introspection::{BearerToken, IntrospectFn, boxed_introspection},
    issuer::Issuer,
};
use crate::{ctx::Claims, scopes::GrantedScopes};

/// The default difference between the clocks of an issuer and of this server.
const LEEWAY: Duration = Duration::from_secs(30);
/// The maximum of that difference: a token that expired long ago is no matter of clocks.
const MAX_LEEWAY: Duration = Duration::from_secs(10 * 60);

/// A protected resource of OAuth 2.1: the MCP endpoint, and the issuers whose access tokens it accepts.
///
/// A request needs an `Authorization: Bearer` header. The token is verified before the body is read; it must be
/// a JWT of one of the issuers, with `exp`, `iss` and `aud`, signed by a key of that issuer with an asymmetric
/// algorithm, or a token that [`introspect`](Self::introspect) knows. Handlers read its claims as
/// `&Ext<Claims>`, and do not see the header.
///
/// ```no_run
/// use fusion_core::{
///     Ext, Registry, Server,
///     auth::{Claims, ResourceServer},
///     server::ServeError,
///     server_info, tool_group,
/// };
///
/// struct Desk;
///
/// #[tool_group(name = "desk")]
/// impl Desk {
///     /// Tell whose desk this is.
///     #[action(read_only)]
///     fn whose(claims: &Ext<Claims>) -> String {
///         claims.subject().unwrap_or("nobody").to_owned()
///     }
/// }
///
/// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder().tool(Desk).build()?;
/// Server::new(registry, server_info!())
///     .http()
///     .allowed_hosts(["api.example.com"])
///     .oauth(ResourceServer::new("https://api.example.com/mcp").issuer("https://idp.example.com"))
///     .serve(([0, 0, 0, 0], 8000))
///     .await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[must_use = "a resource server does nothing until `HttpServer::oauth` gets it"]
pub struct ResourceServer {
    pub(super) resource: String,
    pub(super) issuers: Vec<Issuer>,
    pub(super) audiences: Vec<String>,
    pub(super) scopes: Vec<String>,
    pub(super) name: Option<String>,
    pub(super) documentation: Option<String>,
    pub(super) leeway: Duration,
    pub(super) introspect: Option<IntrospectFn>,
    pub(super) granted: Option<GrantedFn>,
}

/// The author's function that returns the scopes of a token.
pub(super) type GrantedFn = Arc<dyn Fn(&Claims) -> GrantedScopes + Send + Sync>;

impl ResourceServer {
    /// Creates the settings of a resource. `resource` is the URL of the endpoint as clients write it, such as
    /// `https://api.example.com/mcp`. `http` is accepted for loopback hosts only.
    pub fn new(resource: impl Into<String>) -> Self {
        Self {
            resource: resource.into(),
            issuers: Vec::new(),
            audiences: Vec::new(),
            scopes: Vec::new(),
            name: None,
            documentation: None,
            leeway: LEEWAY,
            introspect: None,
            granted: None,
        }
    }

    /// Adds an issuer whose tokens are accepted: its identifier, or an [`Issuer`] with settings. At least one is
    /// necessary.
    pub fn issuer(mut self, issuer: impl Into<Issuer>) -> Self {
        self.issuers.push(issuer.into());
        self
    }

    /// Adds an audience that is accepted beside the resource, for issuers that write a name of their own into
    /// `aud`. Values are compared byte for byte.
    pub fn audience(mut self, audience: impl Into<String>) -> Self {
        self.audiences.push(audience.into());
        self
    }

    /// Sets the scopes that a client requests first. They are in the metadata, and in the challenge of a request
    /// without a token. No token is refused for them; `scope(…)` at an action does that. A warning is logged for one
    /// that no item of the registry needs, if items need others.
    pub fn scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the name of the resource for people.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the URL of documentation for developers.
    pub fn documentation(mut self, url: impl Into<String>) -> Self {
        self.documentation = Some(url.into());
        self
    }

    /// Sets the difference between the clocks of the issuer and of this server that `exp` and `nbf` allow, 30 s
    /// by default, ten minutes at most.
    pub fn leeway(mut self, leeway: Duration) -> Self {
        self.leeway = leeway.min(MAX_LEEWAY);
        self
    }

    /// Sets the function that returns the scopes that a token grants: for issuers that write permissions or roles into
    /// other claims than `scope` and `scp`. It is in place of
    /// [`RegistryBuilder::scopes`](crate::RegistryBuilder::scopes), beside which a server with OAuth does not start.
    ///
    /// ```
    /// use fusion_core::auth::ResourceServer;
    ///
    /// let server = ResourceServer::new("https://api.example.com/mcp")
    ///     .issuer("https://example.auth0.com/")
    ///     .granted_scopes(|claims| claims.get::<Vec<String>>("permissions"));
    /// # let _ = server;
    /// ```
    pub fn granted_scopes<F, G>(mut self, granted: F) -> Self
    where
        F: Fn(&Claims) -> G + Send + Sync + 'static,
        G: Into<GrantedScopes>,
    {
        self.granted = Some(Arc::new(move |claims| granted(claims).into()));
        self
    }

    /// Sets the function that verifies tokens that are no JWTs, such as by a request to the issuer (RFC 7662).
    /// It returns the claims, or `None` for a token that is not valid. An error is logged, and the request gets
    /// 503. The claims are kept for 60 s, and never longer than their `exp`. If they have an `aud`, it must name
    /// this resource.
    ///
    /// ```
    /// use fusion_core::auth::{BearerToken, Claims, ResourceServer};
    /// use serde_json::Map;
    ///
    /// let server = ResourceServer::new("https://api.example.com/mcp")
    ///     .issuer("https://idp.example.com")
    ///     .introspect(async |token: BearerToken| {
    ///         let is_known = token.as_str() == "opaque";
    ///         Ok::<_, std::io::Error>(is_known.then(|| Claims::new(Map::new())))
    ///     });
    /// # let _ = server;
    /// ```
    pub fn introspect<F, Fut, E>(mut self, function: F) -> Self
    where
        F: Fn(BearerToken) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Option<Claims>, E>> + Send + 'static,
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        self.introspect = Some(boxed_introspection(function));
        self
    }
}

impl fmt::Debug for ResourceServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceServer")
            .field("resource", &self.resource)
            .field("issuers", &self.issuers)
            .field("audiences", &self.audiences)
            .field("scopes", &self.scopes)
            .field("leeway", &self.leeway)
            .finish_non_exhaustive()
    }
}
