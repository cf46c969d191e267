//! The run of a server over HTTP. Its futures are boxed by functions without type parameters, so that they are
//! compiled once.

use std::net::SocketAddr;

use tokio::net::TcpListener;

use super::{
    super::{
        byte_stream::{Serving, Stop},
        server::ServeError,
        signals::Signals,
    },
    HttpServer, listen, routes,
};

/// The requests of a client in the same process: the router of a server, and the address of its endpoint.
#[cfg(any(feature = "cli", feature = "testing"))]
#[derive(Clone, Debug)]
pub(crate) struct LocalEndpoint {
    pub(crate) router: axum::Router,
    pub(crate) path: String,
    /// The first host that the server accepts.
    pub(crate) host: String,
}

#[cfg(any(feature = "cli", feature = "testing"))]
impl HttpServer {
    /// Returns the view that the server serves.
    pub(crate) fn view_mut(&mut self) -> &mut crate::registry::View {
        &mut self.handler.wrapper.view
    }

    /// Returns the path of the endpoint.
    #[cfg(feature = "cli")]
    pub(crate) fn endpoint_path(&self) -> &str {
        &self.path
    }

    /// Returns the path of the health route; `None` if the endpoint stands in its place.
    #[cfg(feature = "cli")]
    pub(crate) fn health_route(&self) -> Option<&str> {
        let bare = |path: &str| path.trim_start_matches('/').to_owned();
        (bare(&self.health) != bare(&self.path)).then_some(&*self.health)
    }

    /// Returns the path of the explorer; `None` for a server without one.
    #[cfg(all(feature = "cli", feature = "explorer"))]
    pub(crate) fn explorer_path(&self) -> Option<&'static str> {
        super::explorer::path_of(self)
    }

    /// Checks what serving checks first.
    #[cfg(feature = "cli")]
    pub(crate) fn check_start(&self) -> Result<(), ServeError> {
        routes::check_callers(self)
    }

    /// Starts the server without a listener, with the checks of a start.
    pub(crate) fn start_locally(mut self) -> Result<LocalEndpoint, ServeError> {
        // The SDK's timer of these comments reads the clock of the system, so that it is always over in a test that
        // moves the clock of tokio.
        self.keep_alive = None;
        routes::check_callers(&self)?;
        let path = self.path.clone();
        let host = self.allowed_hosts.as_ref().and_then(|hosts| hosts.first());
        let host = host.map_or("localhost", String::as_str).to_owned();
        let router = routes::with_fallback(self);
        Ok(LocalEndpoint { router, path, host })
    }
}

impl HttpServer {
    pub(super) fn serve_address(self, address: SocketAddr) -> Serving<'static> {
        Box::pin(async move {
            let listener =
                listen::bind(address).map_err(|source| ServeError::Bind { address, source })?;
            let mut signals = Signals::new()?;
            let stop = Box::pin(async move { signals.any().await });
            self.serve_until(listener, stop).await
        })
    }

    pub(super) fn serve_until(self, listener: TcpListener, stop: Stop<'_>) -> Serving<'_> {
        let ending = self.stop.clone();
        let request_timeout = self.request_timeout;
        Box::pin(async move {
            routes::check_callers(&self)?;
            let replica = self.handler.wrapper.view.replica().cloned();
            let router = routes::with_fallback(self);
            listen::serve(listener, router, request_timeout, stop, &ending).await;
            if let Some(replica) = replica {
                replica.flush().await;
            }
            Ok(())
        })
    }
}
