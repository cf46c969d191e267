//! The settings of a server over Streamable HTTP. The SDK implements the protocol; this module limits
//! requests and shuts the server down.

mod accept;
mod allowed_hosts;
mod call_challenges;
mod connection;
mod endpoint;
#[cfg(feature = "explorer")]
mod explorer;
mod hosts;
mod lane;
mod left_client;
mod listen;
mod malformed_body;
#[cfg(feature = "oauth")]
pub(crate) mod oauth;
mod pending_body;
mod reading;
#[cfg(feature = "redis")]
mod redis_sessions;
mod refused_methods;
mod replaced_id;
#[cfg(any(feature = "ask", feature = "explorer"))]
mod request_context;
mod routes;
mod sdk_body;
mod serving;
#[cfg(feature = "ask")]
mod session_callers;
mod session_settings;
mod sessions;
mod single_message;
mod stop;
#[cfg(not(feature = "explorer"))]
mod without_explorer;

#[cfg(feature = "cli")]
pub(crate) use listen::bind;
#[cfg(any(feature = "cli", feature = "testing"))]
pub(crate) use serving::LocalEndpoint;
use sessions::SessionLimits;
pub use stop::HttpStop;

use std::{fmt, future::Future, net::SocketAddr, sync::Arc, time::Duration};

use axum::Router;
use rmcp::transport::streamable_http_server::session::SessionStore;
use tokio::net::TcpListener;

use super::server::{Handler, ServeError};

const PATH: &str = "/mcp";
const HEALTH: &str = "/health";
const MAX_BODY_BYTES: usize = 4 * 1024 * 1024;
const MAX_LEGACY_SESSIONS: usize = 1_000;
const LEGACY_SESSION_TIMEOUT: Duration = Duration::from_secs(5 * 60);
/// The default of the SDK.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);
/// The maximum of the request timeout, because longer ones overflow the clock of the HTTP crate.
const LONGEST_TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);

/// The settings of a server over Streamable HTTP (feature `http`), created by [`Server::http`].
///
/// One endpoint serves both protocol eras. It keeps no state between requests, so any number of replicas
/// can run behind a load balancer without affinity; only
/// [`legacy_sessions`](Self::legacy_sessions) changes that.
///
/// | setting | default |
/// |---|---|
/// | [`path`](Self::path) | `/mcp` |
/// | [`health_path`](Self::health_path) | `/health` |
/// | [`allowed_hosts`](Self::allowed_hosts) | `localhost`, `127.0.0.1`, `::1` |
/// | [`allowed_origins`](Self::allowed_origins) | none: requests of browsers are refused |
/// | [`max_body_bytes`](Self::max_body_bytes) | 4 MiB |
/// | [`request_timeout`](Self::request_timeout) | 60 s |
/// | [`legacy_sessions`](Self::legacy_sessions) | off |
/// | [`max_legacy_sessions`](Self::max_legacy_sessions) | 1,000 |
/// | [`legacy_session_timeout`](Self::legacy_session_timeout) | 5 min |
/// | `legacy_session_store` | none: sessions live in one process |
/// | `oauth` and `explorer`, with the features of these names | off |
/// | [`Server::grace`] | 10 s |
/// | [`Server::lane`] | on |
///
/// [`Server::http`]: crate::Server::http
/// [`Server::lane`]: crate::Server::lane
/// [`Server::grace`]: crate::Server::grace
///
/// A server on its own, with tower layers of the application around it:
///
/// ```no_run
/// use axum::Extension;
/// use fusion_core::{Registry, server::ServeError, Server, server_info};
///
/// #[derive(Clone)]
/// struct Region(&'static str); // an action reads it as `&Ext<Region>`
///
/// # async fn serve(registry: Registry) -> Result<(), ServeError> {
/// Server::new(registry, server_info!())
///     .http()
///     .allowed_hosts(["tools.example.com"])
///     .allowed_origins(["https://chat.example.com:443"])
///     .map_router(|router| router.layer(Extension(Region("eu"))))
///     .serve(([0, 0, 0, 0], 8000))
///     .await
/// # }
/// ```
///
/// To nest the server in an axum application, see [`router`](Self::router).
///
/// Actions can read the request: a provider reads the headers from
/// `ctx.get::<fusion_core::http::request::Parts>()`, and each value that a tower layer inserts into the request's
/// extensions is in the context under its type.
///
/// ```
/// use fusion_core::{Ctx, Registry, ToolError, http::{header::AUTHORIZATION, request::Parts}};
///
/// #[derive(Clone)]
/// struct Token(String);
///
/// impl Token {
///     async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
///         let header = ctx.get::<Parts>().and_then(|parts| parts.headers.get(AUTHORIZATION));
///         let text = header.and_then(|header| header.to_str().ok());
///         let token = text.and_then(|text| text.strip_prefix("Bearer "));
///         Ok(Self(token.ok_or("a bearer token is required")?.to_owned()))
///     }
/// }
///
/// let builder = Registry::builder().provide(Token::from_request);
/// # let _ = builder;
/// ```
#[must_use = "settings do nothing until `serve`, `serve_listener` or `router`"]
pub struct HttpServer {
    handler: Handler,
    lane: bool,
    stop: HttpStop,
    path: String,
    health: String,
    allowed_hosts: Option<Vec<String>>,
    allowed_origins: Vec<String>,
    max_body_bytes: usize,
    request_timeout: Duration,
    legacy_sessions: bool,
    session_limits: SessionLimits,
    session_store: Option<Arc<dyn SessionStore>>,
    /// The time without a message after which a stream gets a comment; `None` for never.
    keep_alive: Option<Duration>,
    map: Option<Box<dyn FnOnce(Router) -> Router + Send>>,
    #[cfg(feature = "oauth")]
    oauth: Option<oauth::ResourceServer>,
    #[cfg(feature = "explorer")]
    explorer: explorer::ExplorerSettings,
}

impl HttpServer {
    pub(super) fn new(handler: Handler, lane: bool, grace: Duration) -> Self {
        Self {
            handler,
            lane,
            stop: HttpStop::new(grace),
            path: PATH.to_owned(),
            health: HEALTH.to_owned(),
            allowed_hosts: None,
            allowed_origins: Vec::new(),
            max_body_bytes: MAX_BODY_BYTES,
            request_timeout: REQUEST_TIMEOUT,
            legacy_sessions: false,
            session_limits: SessionLimits {
                max: MAX_LEGACY_SESSIONS,
                idle: LEGACY_SESSION_TIMEOUT,
            },
            session_store: None,
            keep_alive: Some(KEEP_ALIVE),
            map: None,
            #[cfg(feature = "oauth")]
            oauth: None,
            #[cfg(feature = "explorer")]
            explorer: explorer::ExplorerSettings::default(),
        }
    }

    /// Sets the path of the endpoint, `/mcp` by default. Braces are literal, not path parameters. The
    /// same path with a slash at its end is the endpoint, too.
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Sets the path of the health route, `/health` by default. It responds to a `GET` with 200 and
    /// `ok`, and with 503 as soon as the shutdown has started.
    pub fn health_path(mut self, path: impl Into<String>) -> Self {
        self.health = path.into();
        self
    }

    /// Sets the hosts that a client may address, as `name` or `name:port`; the loopback names by
    /// default. A request with any other `Host` gets 403, which protects a server on a developer's
    /// machine from DNS rebinding by web pages. An empty list refuses all requests.
    pub fn allowed_hosts<H: Into<String>>(mut self, hosts: impl IntoIterator<Item = H>) -> Self {
        self.allowed_hosts = Some(hosts.into_iter().map(Into::into).collect());
        self
    }

    /// Sets the origins of web pages that may send requests, as `scheme://host:port`, or
    /// `scheme://host:*` for any port; none by default. A request with any other `Origin` gets 403. A
    /// request without an `Origin` does not come from a web page and is accepted.
    ///
    /// A browser also requires CORS headers. Add them with a tower layer in
    /// [`map_router`](Self::map_router).
    pub fn allowed_origins<O: Into<String>>(
        mut self,
        origins: impl IntoIterator<Item = O>,
    ) -> Self {
        self.allowed_origins = origins.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the maximum size of a request body in bytes, 4 MiB by default. A larger body gets 413: at
    /// once if a `Content-Length` announces it, otherwise when it exceeds the limit. The rest of it is
    /// read and dropped, 64 MiB at most and within [`request_timeout`](Self::request_timeout), so that
    /// a client that sends the whole body first can read the response.
    pub fn max_body_bytes(mut self, bytes: usize) -> Self {
        self.max_body_bytes = bytes;
        self
    }

    /// Sets the timeout for receiving the head of a request, and again for its body; 60 s by default,
    /// one day at most. A connection is closed if the head is late or it is idle for that time; a late
    /// body gets 408. The timeout does not limit the duration of a call.
    pub fn request_timeout(mut self, timeout: Duration) -> Self {
        self.request_timeout = timeout.min(LONGEST_TIMEOUT);
        self
    }

    /// Changes the router before it serves, to add tower layers such as authentication, CORS or tracing.
    /// The function of a later call wraps those of earlier calls.
    ///
    /// A server on its own answers paths that the router does not have with 404, outside of such
    /// layers: a client that looks for `/.well-known/oauth-protected-resource` needs no token to learn
    /// that it does not exist. A fallback that the function sets replaces this answer.
    pub fn map_router(mut self, map: impl FnOnce(Router) -> Router + Send + 'static) -> Self {
        self.map = Some(match self.map.take() {
            Some(inner) => Box::new(move |router| map(inner(router))),
            None => Box::new(map),
        });
        self
    }

    /// Returns a handle that ends the streams of a [`router`](Self::router).
    pub fn stop_handle(&self) -> HttpStop {
        self.stop.clone()
    }

    /// Returns a router with the endpoint and the health route, to merge into an application or to nest
    /// under a prefix.
    ///
    /// The application then owns the timeout for request heads and the shutdown. A subscription stream
    /// stays open until its client closes it, and the graceful shutdown of axum waits for it.
    /// [`stop_handle`](Self::stop_handle) ends such streams:
    ///
    /// ```no_run
    /// use axum::Router;
    /// use fusion_core::{Registry, Server, server_info};
    ///
    /// # async fn serve(registry: Registry) -> Result<(), std::io::Error> {
    /// let tools = Server::new(registry, server_info!()).http();
    /// let stop = tools.stop_handle();
    /// let app = Router::new().nest("/api", tools.router()); // POST /api/mcp
    /// let listener = tokio::net::TcpListener::bind("127.0.0.1:8000").await?;
    /// axum::serve(listener, app)
    ///     .with_graceful_shutdown(async move {
    ///         tokio::signal::ctrl_c().await.ok();
    ///         stop.drain().await;
    ///     })
    ///     .await
    /// # }
    /// ```
    pub fn router(self) -> Router {
        routes::router(self, false)
    }

    /// Serves on `address` until SIGTERM or Ctrl-C, then shuts down as
    /// [`serve_listener`](Self::serve_listener) does.
    ///
    /// # Errors
    ///
    /// [`ServeError::Bind`] if the server cannot listen on the address, [`ServeError::Process`] if the
    /// process cannot wait for signals.
    pub async fn serve(self, address: impl Into<SocketAddr>) -> Result<(), ServeError> {
        self.serve_address(address.into()).await
    }

    /// Serves on a listener until `stop` is ready.
    ///
    /// Then the server accepts no further connections, responds to the requests that have arrived, and ends
    /// the subscription streams. A call that outlasts the grace period is cancelled, and its client gets 503.
    ///
    /// The listener determines the length of the accept queue: 128 after `TcpListener::bind`, 1,024 with
    /// [`serve`](Self::serve).
    ///
    /// ```
    /// # use fusion_core::{Registry, Server, server_info, tool_group};
    /// # struct Clock;
    /// # #[tool_group(name = "clock")]
    /// # impl Clock {
    /// #     #[action(read_only)]
    /// #     fn uptime(&self) -> String { "42".to_owned() }
    /// # }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let registry = Registry::builder().tool(Clock).build()?;
    /// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    /// Server::new(registry, server_info!())
    ///     .http()
    ///     .serve_listener(listener, async {}) // stops at once
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`ServeError::UnknownScopes`] if items need [scopes](crate::auth) and nothing knows those of a caller;
    /// `ServeError::NoPrincipal` if actions ask their users and `RegistryBuilder::principal` is not set.
    pub async fn serve_listener(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send,
    ) -> Result<(), ServeError> {
        self.serve_until(listener, Box::pin(stop)).await
    }
}

impl fmt::Debug for HttpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpServer")
            .field("lane", &self.lane)
            .field("path", &self.path)
            .field("health", &self.health)
            .field("allowed_hosts", &self.allowed_hosts)
            .field("allowed_origins", &self.allowed_origins)
            .field("max_body_bytes", &self.max_body_bytes)
            .field("request_timeout", &self.request_timeout)
            .field("legacy_sessions", &self.legacy_sessions)
            .field("session_limits", &self.session_limits)
            .finish_non_exhaustive()
    }
}
