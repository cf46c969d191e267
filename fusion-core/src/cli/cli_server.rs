//! The server of a command line: over any transport, or over HTTP only.

use std::{fmt, pin::Pin};

use crate::{
    error::BuildErrors,
    registry::View,
    wire::{http::HttpServer, server::Server},
};

use super::arguments::ListingOptions;

/// A server with what [`run`](super::run) does around it. A [`Server`] and an [`HttpServer`] convert to it; an
/// `HttpServer` is not served over stdio.
///
/// ```
/// use fusion_core::{Registry, Server, cli::CliServer, server_info};
///
/// fn with_log(registry: Registry, log: std::path::PathBuf) -> CliServer {
///     CliServer::new(Server::new(registry, server_info!()))
///         .fact("log", log.display().to_string())
///         .at_end(async { eprintln!("the log is complete") })
/// }
/// # let _ = with_log;
/// ```
#[must_use = "a server does nothing until a command uses it"]
pub struct CliServer {
    pub(super) transport: ServerTransport,
    pub(super) facts: Vec<(String, String)>,
    pub(super) at_end: Option<Pin<Box<dyn Future<Output = ()>>>>,
    pub(super) http: Option<SetHttp>,
}

/// The function that sets how a server is served over HTTP.
type SetHttp = Box<dyn FnOnce(HttpServer) -> HttpServer>;

/// A server, and the transport that its author chose.
pub(super) enum ServerTransport {
    Any(Box<Server>),
    Http(Box<HttpServer>),
}

impl CliServer {
    /// Creates the server of a command line.
    pub fn new(server: impl Into<Self>) -> Self {
        server.into()
    }

    /// Adds a line to what `serve` prints when it starts, such as the path of a database. `serve` prints them below
    /// the address, in the order of the calls.
    pub fn fact(mut self, label: impl Into<String>, value: impl Into<String>) -> Self {
        self.facts.push((label.into(), value.into()));
        self
    }

    /// Sets how `serve` serves over HTTP. Over stdio, nothing changes, whereas an [`HttpServer`] is not served over stdio
    /// at all. The function of a later call follows those of earlier calls.
    ///
    /// ```
    /// use fusion_core::{Server, cli::CliServer};
    ///
    /// fn local(server: Server) -> CliServer {
    ///     CliServer::new(server).http(|http| http.allowed_hosts(["tools.local:8000"]))
    /// }
    /// # let _ = local;
    /// ```
    pub fn http(mut self, set: impl FnOnce(HttpServer) -> HttpServer + 'static) -> Self {
        self.http = Some(match self.http.take() {
            Some(first) => Box::new(move |server| set(first(server))),
            None => Box::new(set),
        });
        self
    }

    /// Sets what is awaited after the server has ended, such as the last writes of an audit. The server and its
    /// registry are dropped before. A later future replaces an earlier one.
    pub fn at_end(mut self, end: impl Future<Output = ()> + 'static) -> Self {
        self.at_end = Some(Box::pin(end));
        self
    }

    /// Returns the view that the server serves.
    pub(super) fn view(&mut self) -> &mut View {
        match &mut self.transport {
            ServerTransport::Any(server) => server.view_mut(),
            ServerTransport::Http(server) => server.view_mut(),
        }
    }

    /// Sets the listing that the options choose.
    pub(super) fn list_as(&mut self, listing: &ListingOptions) -> Result<(), BuildErrors> {
        let view = self.view();
        if let Some(exposition) = listing.exposition {
            *view = view.with_exposition(exposition.into())?;
        }
        if let Some(profile) = listing.profile {
            *view = view.in_profile(profile.into())?;
        }
        Ok(())
    }
}

impl From<Server> for CliServer {
    fn from(server: Server) -> Self {
        ServerTransport::Any(Box::new(server)).into()
    }
}

impl From<HttpServer> for CliServer {
    fn from(server: HttpServer) -> Self {
        ServerTransport::Http(Box::new(server)).into()
    }
}

impl From<ServerTransport> for CliServer {
    fn from(transport: ServerTransport) -> Self {
        Self {
            transport,
            facts: Vec::new(),
            at_end: None,
            http: None,
        }
    }
}

impl fmt::Debug for CliServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CliServer")
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}
