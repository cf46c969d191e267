//! A server of one client over a pair of byte streams.

use std::time::Duration;

use rmcp::{ServerHandler, ServiceExt, service::ServerInitializeError};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::sleep,
};
use tokio_util::sync::CancellationToken;

use super::{
    drain::DrainingTransport,
    first_request::FirstRequestTransport,
    frames::{FrameSender, FrameWriter},
    line_transport::LineTransport,
    method_not_found::WordedErrors,
    request_ids::ReplacedIds,
    server::{Handler, ServeError},
};

/// The time for the last messages after the grace period, for a client that reads.
pub(super) const LAST: Duration = Duration::from_secs(1);

/// The limits of a byte stream.
#[derive(Clone, Copy)]
pub(super) struct ByteStreamLimits {
    pub(super) grace: Duration,
    pub(super) max_line_bytes: usize,
    /// The maximum number of calls that run at the same time.
    pub(super) max_calls: usize,
}

/// Serves until the client closes its stream or `stop` is ready, and sends what is left.
pub(super) async fn serve<R, W>(
    handler: Handler,
    limits: ByteStreamLimits,
    read: R,
    write: W,
    stop: impl Future<Output = ()> + Send,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let (stopped, calls) = (CancellationToken::new(), CancellationToken::new());
    let writer = FrameWriter::new(write);
    let over = async {
        tokio::select! {
            () = stop => stopped.cancel(),
            () = calls.cancelled() => {}
        }
        // The SDK waits for handlers that do not end.
        calls.cancelled().await;
        sleep(LAST).await;
    };
    // Boxed, so that the caller's future stays small.
    let running = Box::pin(run(
        handler,
        limits,
        read,
        writer.sender(),
        &stopped,
        &calls,
    ));
    let result = tokio::select! {
        result = running => result,
        () = over => Ok(()),
    };
    writer.finish(LAST).await;
    result
}

async fn run<R>(
    handler: Handler,
    limits: ByteStreamLimits,
    read: R,
    frames: FrameSender,
    stop: &CancellationToken,
    calls: &CancellationToken,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
{
    let lines = LineTransport::new(read, limits.max_line_bytes, frames.clone());
    let versions = ServerHandler::supported_protocol_versions(&handler).into_owned();
    let first = FirstRequestTransport::new(lines, frames.clone(), versions);
    let transport = DrainingTransport::new(
        WordedErrors(first),
        frames,
        stop.clone(),
        calls.clone(),
        limits,
    );
    let transport = ReplacedIds::new(transport);
    let running = match handler.serve_with_ct(transport, calls.clone()).await {
        Ok(running) => running,
        // No client connected, or it disconnected before the connection was initialized: not an error.
        Err(
            ServerInitializeError::ConnectionClosed(_)
            | ServerInitializeError::TransportError { .. }
            | ServerInitializeError::Cancelled,
        ) => return Ok(()),
        Err(ServerInitializeError::InitializeFailed(error)) => {
            return Err(ServeError::Handshake(error.message.into_owned()));
        }
        // The texts of the others are the messages as the SDK prints them to its authors.
        Err(_) => return Err(ServeError::Handshake("an unexpected message".to_owned())),
    };
    running
        .waiting()
        .await
        .map(drop)
        .map_err(|error| ServeError::Connection(error.to_string()))
}
