//! The accept loop: it accepts connections until the stop, limits the time for request heads, and then
//! closes the connections one by one.

use std::{future::Future, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{ConnectInfo, Request},
};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpSocket, TcpStream},
    task::JoinSet,
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::{
    connection::{self, AnsweringBody, ArrivingBody, ClientStream, ServedConnection},
    stop::HttpStop,
};

/// The length of the accept queue. With the 128 of tokio's `bind`, a burst of 500 clients gets
/// connection resets.
const BACKLOG: u32 = 1024;
/// The pause after an accept error that an immediate retry does not resolve, such as too many open
/// files.
const PAUSE: Duration = Duration::from_secs(1);
/// The maximum number of connections that are accepted after the stop: the longest queue of most systems.
const MAX_QUEUED: usize = 4096;
/// The time after the stop for the request of a client that has just connected. Connections without a request
/// are closed after that.
const SETTLE: Duration = Duration::from_millis(20);
/// The minimum time for sending the last bytes after the last response, and the time for the rest of the
/// head of a request that has begun when the server stops.
const LAST: Duration = Duration::from_secs(1);

/// Binds a listener to `address`.
pub(crate) fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // Allows an immediate restart of the server. On other systems the option can take over a port that
    // is in use.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves until `stop` is ready and all pending requests have their responses.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    request_timeout: Duration,
    stop: impl Future<Output = ()>,
    ending: &HttpStop,
) {
    let mut connections = Connections {
        tasks: JoinSet::new(),
        arriving: TaskTracker::new(),
        closing: CancellationToken::new(),
        service: TowerToHyperService::new(router),
        request_timeout,
        cut: CancellationToken::new(),
    };
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "listening");
    }
    tokio::select! {
        () = stop => {}
        () = connections.accept(&listener) => {}
    }
    ending.begin();
    connections.accept_queued(listener);
    connections.end(ending).await;
}

struct Connections {
    // Dropping the set aborts the remaining tasks.
    tasks: JoinSet<()>,
    /// A tracker with one token for each connection that may have a request without a response.
    arriving: TaskTracker,
    /// Closes each connection as soon as everything that has arrived is read.
    closing: CancellationToken,
    service: TowerToHyperService<Router>,
    request_timeout: Duration,
    /// Closes the connections that have no request in hand.
    cut: CancellationToken,
}

impl Connections {
    async fn accept(&mut self, listener: &TcpListener) {
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => self.open(stream, peer),
                    Err(error) if concerns_one_client(&error) => {}
                    Err(error) => {
                        tracing::error!(%error, "no connection can be accepted");
                        sleep(PAUSE).await;
                    }
                },
                Some(_) = self.tasks.join_next() => {}
            }
        }
    }

    /// Accepts the connections in the queue of the system, and closes the queue.
    fn accept_queued(&mut self, listener: TcpListener) {
        let Ok(listener) = listener.into_std() else {
            return;
        };
        for _ in 0..MAX_QUEUED {
            match listener.accept() {
                Ok((stream, peer)) => {
                    let stream = stream
                        .set_nonblocking(true)
                        .and_then(|()| TcpStream::from_std(stream));
                    match stream {
                        Ok(stream) => self.open(stream, peer),
                        Err(error) => tracing::debug!(%error, %peer, "a connection was lost"),
                    }
                }
                Err(error) if concerns_one_client(&error) => {}
                Err(_) => return,
            }
        }
    }

    fn open(&mut self, stream: TcpStream, peer: SocketAddr) {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "small packets of this connection will wait");
        }
        let state = ServedConnection::new();
        let stream = TokioIo::new(ClientStream::new(stream, state.clone()));
        let (service, requests) = (self.service.clone(), state.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            let token = requests.begin(request.version());
            let request = request.map(|body| ArrivingBody::new(body, Arc::clone(&requests)));
            let response = service.call(request);
            async move {
                let response = response.await?;
                Ok::<_, std::convert::Infallible>(AnsweringBody::respond(response, token))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.request_timeout)
            .serve_connection(stream, service);
        let (closing, arriving) = (self.closing.clone(), self.arriving.token());
        let cut = self.cut.clone();
        self.tasks.spawn(async move {
            let unused = async {
                cut.cancelled().await;
                while !state.is_unused() {
                    sleep(SETTLE).await;
                }
            };
            tokio::select! {
                result = connection::serve(connection, &state, &closing, arriving) => {
                    if let Err(error) = result {
                        tracing::debug!(%error, %peer, "a connection ended in an error");
                    }
                }
                () = unused => tracing::debug!(%peer, "cutting a connection without a request"),
            }
        });
    }

    async fn end(self, ending: &HttpStop) {
        let Self {
            mut tasks,
            arriving,
            closing,
            cut,
            ..
        } = self;
        let begun = Instant::now();
        sleep(SETTLE).await;
        closing.cancel();
        arriving.close();
        let left = || ending.grace().saturating_sub(begun.elapsed());
        // A server without pending requests would refuse those that have arrived and are not read yet.
        let _ = timeout(left(), arriving.wait()).await;
        {
            let mut closed = pin!(all_ended(&mut tasks));
            tokio::select! {
                // Sessions may still be open when no connection is.
                () = &mut closed => ending.finish(left()).await,
                () = ending.finish(left()) => {
                    let closing = async {
                        tokio::select! {
                            () = &mut closed => return,
                            () = sleep_until(begun + LAST) => cut.cancel(),
                        }
                        closed.await;
                    };
                    if timeout(left().max(LAST), closing).await.is_err() {
                        tracing::debug!("cutting connections that do not end");
                    }
                }
            }
        }
        tasks.shutdown().await;
    }
}

async fn all_ended(tasks: &mut JoinSet<()>) {
    while tasks.join_next().await.is_some() {}
}

fn concerns_one_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}
