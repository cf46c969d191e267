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
            let router = routes::with_fallback(self);
            listen::serve(listener, router, request_timeout, stop, &ending).await;
            Ok(())
        })
    }
}
