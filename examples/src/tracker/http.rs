//! Binds a port of this machine before anything is served, so that the address is known, or the
//! port found in use, early.

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;

use fusion_core::{Server, server::ServeError};
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket};

/// The number of connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// The reason why no port could be bound.
#[derive(Debug, Error)]
pub(super) enum ListenError {
    /// The port is in use, or reserved.
    #[error(
        "cannot listen on {address}: {}; give another port with --port, or 0 for a free one",
        .source.kind()
    )]
    Port {
        address: SocketAddr,
        source: io::Error,
    },
    /// The signal handlers could not be installed.
    #[error("cannot wait for signals")]
    Signals(#[source] io::Error),
}

/// A port of this machine that is bound, and not yet served.
pub(super) struct Listening {
    address: SocketAddr,
    listener: TcpListener,
    stop: Pin<Box<dyn Future<Output = ()> + Send>>,
}

/// Binds `port`, or a free port for 0.
pub(super) fn listen(port: u16) -> Result<Listening, ListenError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let taken = |source| ListenError::Port { address, source };
    let listener = bind(address).map_err(taken)?;
    Ok(Listening {
        address: listener.local_addr().map_err(taken)?,
        listener,
        stop: Box::pin(end_signal().map_err(ListenError::Signals)?),
    })
}

impl Listening {
    /// Returns the URL of the server.
    pub(super) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Serves until SIGTERM or Ctrl-C.
    pub(super) async fn serve(self, server: Server) -> Result<(), ServeError> {
        server.http().serve_listener(self.listener, self.stop).await
    }
}

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    // Allows an immediate restart. On other systems the option would take over a port in use.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

#[cfg(unix)]
fn end_signal() -> io::Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)]
fn end_signal() -> io::Result<impl Future<Output = ()> + Send> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
