//! A server by itself.

use std::{num::NonZeroUsize, time::Duration};

use rmcp::{
    RoleServer, ServiceExt,
    service::ServerInitializeError,
    transport::{Transport, async_rw::AsyncRwTransport},
};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

#[cfg(feature = "http")]
use super::http::HttpServer;
use super::{
    cursor::PAGE, drain::DrainingTransport, empty_handler::EmptyHandler,
    first_request::FirstRequestTransport, list_changes::ListChanges, mount_wrapper::MountWrapper,
    stdio, wrapped_handler::WrappedHandler,
};
use crate::{
    error::BuildErrors,
    registry::{Registry, View},
    surface::{Exposition, Filter},
};

/// The handler of a server: a registry's tools, and behind them nothing but a name.
pub(super) type Handler = WrappedHandler<MountWrapper, EmptyHandler>;

/// How long the calls in flight may go on after the end was asked for.
const GRACE: Duration = Duration::from_secs(10);

/// Who serves: the name and version that a client is told. Made by [`server_info!`].
///
/// [`server_info!`]: crate::server_info
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerInfo {
    /// The program's name.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// A display name for people.
    pub title: Option<String>,
}

impl ServerInfo {
    /// A server of that name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            title: None,
        }
    }

    /// Sets the display name.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }
}

/// The name and version of the crate that calls it. A macro, because a function of this crate
/// would tell its own.
///
/// ```
/// let info = fusion_core::server_info!();
/// assert_eq!(info.version, env!("CARGO_PKG_VERSION"));
/// ```
#[macro_export]
macro_rules! server_info {
    () => {
        $crate::server::ServerInfo::new(
            ::core::env!("CARGO_PKG_NAME"),
            ::core::env!("CARGO_PKG_VERSION"),
        )
    };
}

/// A registry, served over the official SDK in both protocol eras.
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
}

/// Why serving ended in an error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The client began with something that is not MCP.
    #[error("the client did not open an MCP connection: {0}")]
    Handshake(String),
    /// The connection's task died.
    #[error("the connection was lost: {0}")]
    Connection(String),
    /// The address cannot be listened on.
    #[cfg(feature = "http")]
    #[error("cannot listen on {address}: {}", .source.kind())]
    Bind {
        /// The address.
        address: std::net::SocketAddr,
        /// Why.
        source: std::io::Error,
    },
    /// The standard streams or signals of the process cannot be used.
    #[error("the process's own streams or signals cannot be used")]
    Process(#[from] std::io::Error),
}

impl Server {
    /// Serves `registry` under the name in `info`, one listed tool for each tool.
    #[allow(clippy::needless_pass_by_value)] // it is the whole of what is served
    pub fn new(registry: Registry, info: ServerInfo) -> Self {
        Self {
            view: registry.grouped(),
            info,
            instructions: None,
            grace: GRACE,
            changes: None,
            page: PAGE,
        }
    }

    /// Sets how the tools are listed; [`Exposition::Grouped`] unless set.
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
    /// The mistakes that matter in this exposition only; see [`Registry::view`].
    pub fn exposition(mut self, exposition: Exposition) -> Result<Self, BuildErrors> {
        self.view = self.view.exposed(exposition)?;
        Ok(self)
    }

    /// Serves nothing but what `filter` shows.
    ///
    /// # Errors
    ///
    /// [`BuildError::UnknownInFilter`](crate::error::BuildError::UnknownInFilter) for each key in `filter` that is none of the registry.
    pub fn filter(mut self, filter: &Filter) -> Result<Self, BuildErrors> {
        self.view = self.view.filtered(filter)?;
        Ok(self)
    }

    /// Shows each caller what it may see: in the list, the texts and the errors, and to a call.
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
    /// # fn server(builder: fusion_core::RegistryBuilder<fusion_core::Tools<fusion_core::middleware::NoMiddleware>>) -> Result<Server, BuildErrors> {
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

    /// Sets what a client may tell its model about the server as a whole.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.instructions = Some(text.into());
        self
    }

    /// Sets how long the calls in flight may go on after the end was asked for; 10 s unless set.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Lets `changes` tell the clients of this server that the list of tools has changed. A client
    /// of the legacy era over HTTP can only be told within a session.
    pub fn list_changes(mut self, changes: &ListChanges) -> Self {
        self.changes = Some(changes.clone());
        self
    }

    /// Sets how many items a page of a list has; 1,000 unless set, and at least one. Not every
    /// client asks for a second page.
    pub fn page_size(mut self, items: usize) -> Self {
        self.page = NonZeroUsize::new(items).unwrap_or(NonZeroUsize::MIN);
        self
    }

    /// Serves one client over the process's standard streams until it closes them, or until
    /// SIGTERM or Ctrl-C. Either way the calls in flight are answered first, within the grace.
    ///
    /// Nothing else may write to standard output; logs belong on standard error. A second signal
    /// changes nothing: the grace bounds the end.
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        stdio::serve(self).await
    }

    /// Serves one client over any pair of byte streams until its end closes, or until `stop`
    /// fires. Either way the calls in flight are answered first, within the grace.
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
    /// let (client, server) = tokio::io::duplex(4096);
    /// let (read, write) = tokio::io::split(server);
    /// drop(client); // closes at once, so that serving ends
    /// Server::new(registry, server_info!())
    ///     .serve(read, write, std::future::pending())
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
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
        let stopped = CancellationToken::new();
        let transport = AsyncRwTransport::<RoleServer, _, _>::new(read, write);
        let serving = self.run(transport, stopped.clone());
        let mut serving = std::pin::pin!(serving);
        tokio::select! {
            result = &mut serving => return result,
            () = stop => stopped.cancel(),
        }
        serving.await
    }

    /// Serves any number of clients over Streamable HTTP, with the settings of [`Server::http`],
    /// until SIGTERM or Ctrl-C; then the calls in flight are answered first, within the grace.
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
    /// [`ServeError::Bind`] where the address cannot be listened on.
    #[cfg(feature = "http")]
    pub async fn serve_http(
        self,
        address: impl Into<std::net::SocketAddr>,
    ) -> Result<(), ServeError> {
        self.http().serve(address).await
    }

    /// Begins the settings of a server over Streamable HTTP.
    #[cfg(feature = "http")]
    pub fn http(self) -> HttpServer {
        let grace = self.grace;
        HttpServer::new(self.into_handler(), grace)
    }

    fn into_handler(self) -> Handler {
        WrappedHandler {
            layer: MountWrapper::alone(self.view, self.changes, self.page),
            inner: EmptyHandler::new(self.info, self.instructions),
        }
    }

    async fn run<T>(self, transport: T, stop: CancellationToken) -> Result<(), ServeError>
    where
        T: Transport<RoleServer> + 'static,
    {
        let calls = CancellationToken::new();
        let transport = DrainingTransport::new(
            FirstRequestTransport::new(transport),
            stop,
            calls.clone(),
            self.grace,
        );
        let handler = self.into_handler();
        let running = match handler.serve_with_ct(transport, calls).await {
            Ok(running) => running,
            // Nobody came, or whoever came left before a word: an end, not an error.
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(ServeError::Handshake(error.to_string())),
        };
        running
            .waiting()
            .await
            .map(drop)
            .map_err(|error| ServeError::Connection(error.to_string()))
    }
}
