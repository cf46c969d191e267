//! A server that serves a registry only.

mod instructions;
mod pinning;
mod serve_error;
mod trusted_caller;
#[cfg(not(feature = "http"))]
mod without_http;

use std::{num::NonZeroUsize, time::Duration};

use tokio::io::{AsyncRead, AsyncWrite};

pub use serve_error::ServeError;

#[cfg(feature = "http")]
use super::http::HttpServer;
use super::{
    byte_stream::{self, ByteStreamLimits, ByteStreams, Serving, Stop},
    cursor::PAGE,
    empty_handler::EmptyHandler,
    list_changes::ListChanges,
    mount_wrapper::MountWrapper,
    own_thread::Driver,
    server_info::ServerInfo,
    stdio,
    wrapped_handler::WrappedHandler,
};
use crate::{
    error::BuildErrors,
    registry::{Registry, View},
    schema::Profile,
    surface::{Exposition, Filter},
};

/// The handler of a server: a registry around an empty handler.
pub(super) type Handler = WrappedHandler<MountWrapper, EmptyHandler>;

/// The default grace period for calls in flight after the shutdown has started.
const GRACE: Duration = Duration::from_secs(10);
/// The default of the maximum size of a line.
const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;
/// The default of the calls that run at the same time over a byte stream.
const MAX_CALLS: usize = 128;

/// A server that serves a registry over the official SDK, in both protocol eras.
///
/// ```no_run
/// use fusion_core::{Registry, Server, server_info, tool_group};
///
/// struct Clock;
///
/// #[tool_group(name = "clock")]
/// impl Clock {
///     /// Tell how long this process has been running, in seconds.
///     #[action(read_only)]
///     fn uptime(&self) -> String {
///         "42".to_owned()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder().tool(Clock).build()?;
/// Server::new(registry, server_info!()).serve_stdio().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "a server does nothing until it serves"]
pub struct Server {
    view: View,
    info: ServerInfo,
    instructions: Option<String>,
    grace: Duration,
    changes: Option<ListChanges>,
    page: NonZeroUsize,
    max_line_bytes: usize,
    max_calls: usize,
    lane: bool,
    trusts_caller: bool,
}

impl Server {
    /// Serves `registry` under the name in `info`, one listed tool for each tool.
    #[allow(clippy::needless_pass_by_value)] // the server owns the registry in its public API
    pub fn new(registry: Registry, info: ServerInfo) -> Self {
        Self {
            view: registry.grouped(),
            info,
            instructions: None,
            grace: GRACE,
            changes: None,
            page: PAGE,
            max_line_bytes: MAX_LINE_BYTES,
            max_calls: MAX_CALLS,
            lane: true,
            trusts_caller: false,
        }
    }

    /// Sets the exposition of the tools, [`Exposition::Grouped`] by default.
    ///
    /// ```
    /// use fusion_core::{BuildErrors, Exposition, Registry, Server, server_info};
    ///
    /// fn server(registry: Registry) -> Result<Server, BuildErrors> {
    ///     Server::new(registry, server_info!()).exposition(Exposition::Flat)
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors that concern this exposition only; see [`Registry::view`].
    pub fn exposition(mut self, exposition: Exposition) -> Result<Self, BuildErrors> {
        self.view = self.view.with_exposition(exposition)?;
        Ok(self)
    }

    /// Sets how schemas are published. It replaces the profile of the registry.
    ///
    /// ```
    /// use fusion_core::{BuildErrors, Registry, Server, schema::Profile, server_info};
    ///
    /// fn server(registry: Registry) -> Result<Server, BuildErrors> {
    ///     Server::new(registry, server_info!()).profile(Profile::OpenAiStrict)
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`View::in_profile`].
    pub fn profile(mut self, profile: Profile) -> Result<Self, BuildErrors> {
        self.view = self.view.in_profile(profile)?;
        Ok(self)
    }

    /// Serves only the items that `filter` selects.
    ///
    /// # Errors
    ///
    /// The errors of [`View::filtered`](crate::View::filtered) for a filter that names nothing.
    pub fn filter(mut self, filter: &Filter) -> Result<Self, BuildErrors> {
        self.view = self.view.filtered(filter)?;
        Ok(self)
    }

    /// Sets the filter for each caller. It applies to the lists, the texts, the errors and the calls.
    ///
    /// ```
    /// use fusion_core::{BuildErrors, Ctx, Filter, Registry, Server, ToolError, server_info};
    ///
    /// #[derive(Clone)]
    /// struct Caller {
    ///     scopes: Vec<String>,
    /// }
    ///
    /// impl Caller {
    ///     async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
    ///         let parts = ctx.get::<http::request::Parts>().ok_or("only over HTTP")?;
    ///         let scopes = parts.headers.get("x-scopes").ok_or("who are you?")?;
    ///         let scopes = scopes.to_str().unwrap_or_default().split(' ');
    ///         Ok(Self { scopes: scopes.map(str::to_owned).collect() })
    ///     }
    /// }
    ///
    /// # fn server(builder: fusion_core::RegistryBuilder) -> Result<Server, BuildErrors> {
    /// let registry = builder.provide(Caller::from_request).build()?;
    /// Server::new(registry, server_info!())
    ///     .access(|caller: &Caller| Filter::any_tags(caller.scopes.iter().cloned()))
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`BuildError::NoCaller`](crate::error::BuildError::NoCaller) if nothing provides a `T`.
    pub fn access<T, F>(mut self, filter: F) -> Result<Self, BuildErrors>
    where
        T: Send + Sync + 'static,
        F: Fn(&T) -> Filter + Send + Sync + 'static,
    {
        self.view = self.view.access(filter)?;
        Ok(self)
    }

    /// Sets the grace period for calls in flight after the shutdown has started, 10 s by default.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Sets the channel that notifies the clients of this server of list changes. Over HTTP, a client of
    /// the legacy era receives notifications only within a session.
    pub fn list_changes(mut self, changes: &ListChanges) -> Self {
        self.changes = Some(changes.clone());
        self
    }

    /// Sets the page size of the lists: 1,000 items by default, at least one. Not every client requests a
    /// second page.
    pub fn page_size(mut self, items: usize) -> Self {
        self.page = NonZeroUsize::new(items).unwrap_or(NonZeroUsize::MIN);
        self
    }

    /// Sets the maximum size of a message in bytes over stdio and other byte streams, where a message is
    /// a line; 16 MiB by default. A longer line is dropped as it arrives, and a request in it gets a parse
    /// error with its id. Over HTTP the limit is `HttpServer::max_body_bytes`.
    pub fn max_line_bytes(mut self, bytes: usize) -> Self {
        self.max_line_bytes = bytes;
        self
    }

    /// Sets whether the server answers plain `tools/call` requests itself, in a lane beside the SDK; true by
    /// default. All other requests go to the SDK. A response is the same in both cases, and takes a
    /// fraction of the time in the lane. [Performance](crate::docs::performance#the-lane) describes which requests
    /// are plain.
    ///
    /// A [`Mount`](crate::Mount) has no lane, because its handler may have tools of its own.
    pub fn lane(mut self, lane: bool) -> Self {
        self.lane = lane;
        self
    }

    /// Sets the maximum number of requests that run at the same time over stdio and other byte streams,
    /// 128 by default, at least one. As many more are read and wait for their turn, so that cancellations
    /// and pings still reach the server. Nothing more is read beyond that, or while 4 MiB of answers are
    /// unread; a client that owes answers to questions is read on, and its further requests are refused. A client that does not read its answers therefore makes the server keep 4 MiB of encoded
    /// answers, and the answers of these calls as their handlers returned them: with the default, and
    /// answers of 1 MB, about 135 MB. A client may have as many subscriptions beside its calls.
    ///
    /// Over HTTP each request has a connection; limit those in front of the server, or the calls by
    /// [`Concurrency`](crate::middleware::Concurrency).
    pub fn max_calls_in_flight(mut self, calls: usize) -> Self {
        self.max_calls = calls.max(1);
        self
    }

    /// Serves one client over the standard streams until the client closes them, or until SIGTERM or
    /// Ctrl-C. In both cases the requests that have arrived are answered first, within the grace period.
    ///
    /// The rest of the program must not write to standard output; write logs to standard error. A second
    /// signal has no effect, because the grace period limits the shutdown.
    ///
    /// # Errors
    ///
    /// [`ServeError::Handshake`] if the client opens no MCP connection, [`ServeError::Connection`] if the task of the
    /// connection panics, and [`ServeError::Process`] if the streams or signals of the process cannot be used.
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        stdio::serve(self.over_stdio()).await
    }

    /// Serves one client over any pair of byte streams until the client closes them, or until `stop` is
    /// ready. In both cases the requests that have arrived are answered first, within the grace period. After
    /// `stop`, the input ends at 50 ms without a byte, and at 1 MiB.
    ///
    /// ```
    /// # use fusion_core::{Registry, Server, server_info};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let registry = Registry::builder().build()?;
    /// let (client, server) = tokio::io::duplex(4096);
    /// let (read, write) = tokio::io::split(server);
    /// drop(client); // closes the stream, so that serving ends
    /// Server::new(registry, server_info!())
    ///     .serve(read, write, std::future::pending())
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`ServeError::Handshake`] if the client opens no MCP connection, and [`ServeError::Connection`] if the task of
    /// the connection panics.
    pub async fn serve<R, W>(
        self,
        read: R,
        write: W,
        stop: impl Future<Output = ()> + Send,
    ) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let streams: ByteStreams = (Box::new(read), Box::new(write));
        self.serve_on(Driver::Task, streams, Box::pin(stop)).await
    }

    /// Serves one client over streams that `driver` drives.
    pub(super) fn serve_on(
        mut self,
        driver: Driver,
        streams: ByteStreams,
        stop: Stop<'_>,
    ) -> Serving<'_> {
        self.hide_unknown_scopes();
        let limits = ByteStreamLimits {
            grace: self.grace,
            max_line_bytes: self.max_line_bytes,
            max_calls: self.max_calls,
            lane: self.lane,
        };
        byte_stream::serve(self.into_handler(), limits, driver, streams, stop)
    }

    /// Serves any number of clients over Streamable HTTP (feature `http`), with the default settings of
    /// [`Server::http`], until SIGTERM or Ctrl-C. The calls in flight then complete first, within the grace period.
    ///
    /// ```no_run
    /// # use fusion_core::{Registry, server::ServeError, Server, server_info};
    /// # async fn serve(registry: Registry) -> Result<(), ServeError> {
    /// Server::new(registry, server_info!())
    ///     .serve_http(([127, 0, 0, 1], 8000)) // http://127.0.0.1:8000/mcp
    ///     .await
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`ServeError::Bind`] if the server cannot listen on the address. Other errors name a setting that is missing,
    /// such as the principal of a registry whose actions ask their user.
    #[cfg(feature = "http")]
    pub async fn serve_http(
        self,
        address: impl Into<std::net::SocketAddr>,
    ) -> Result<(), ServeError> {
        self.http().serve(address).await
    }

    /// Converts the server to one over Streamable HTTP (feature `http`), with default settings.
    #[cfg(feature = "http")]
    pub fn http(self) -> HttpServer {
        let (grace, lane) = (self.grace, self.lane);
        HttpServer::new(self.into_handler(), lane, grace)
    }

    /// Returns the view that the server serves.
    #[cfg(any(feature = "cli", feature = "testing"))]
    pub(crate) fn view_mut(&mut self) -> &mut View {
        &mut self.view
    }

    fn into_handler(self) -> Handler {
        WrappedHandler {
            wrapper: MountWrapper::for_server(self.view, self.changes, self.page),
            inner: EmptyHandler::new(self.info, self.instructions),
        }
    }
}
