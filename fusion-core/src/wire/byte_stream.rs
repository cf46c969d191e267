//! A server of one client over a pair of byte streams.

use std::{pin::Pin, sync::Arc, time::Duration};

use rmcp::{
    RoleServer, ServerHandler, ServiceExt, service::ServerInitializeError, transport::Transport,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::sleep,
};
use tokio_util::sync::CancellationToken;

use super::{
    drain::{DrainTokens, DrainingTransport},
    first_request::FirstRequestTransport,
    frames::{FrameReader, FrameSender, FrameWriter, ReadFrames},
    lane::{FollowedTransport, LaneConnection, StreamLane},
    line_transport::LineTransport,
    method_not_found::WordedErrors,
    own_thread::Driver,
    pending_requests::PendingRequests,
    request_ids::ReplacedIds,
    server::{Handler, ServeError},
    stopped_input::{InputEnd, StoppedInput},
    stream_reader::StreamReader,
};

/// The time for the last messages after the grace period, for a client that reads.
pub(super) const LAST: Duration = Duration::from_secs(1);

/// The two directions of a byte stream. They have no types of their own, so that what serves them is
/// compiled once.
pub(super) type ByteStreams = (
    Box<dyn AsyncRead + Send + Unpin>,
    Box<dyn AsyncWrite + Send + Unpin>,
);

/// The future that is ready when a server must stop.
pub(super) type Stop<'s> = Pin<Box<dyn Future<Output = ()> + Send + 's>>;

/// The future of a server. A function without type parameters returns it, because a crate that awaits an
/// `async fn` compiles its future with everything below it: the SDK's service loop, for each program that
/// serves.
pub(super) type Serving<'s> = Pin<Box<dyn Future<Output = Result<(), ServeError>> + Send + 's>>;

/// The limits of a byte stream, and its settings.
#[derive(Clone, Copy)]
pub(super) struct ByteStreamLimits {
    pub(super) grace: Duration,
    pub(super) max_line_bytes: usize,
    /// The maximum number of calls that run at the same time.
    pub(super) max_calls: usize,
    /// True if plain calls are answered without the SDK.
    pub(super) lane: bool,
}

/// The state that the parts of a connection share.
struct ByteStreamConnection {
    limits: ByteStreamLimits,
    frames: FrameSender,
    pending: Arc<PendingRequests>,
    /// Fires when the server stops, and begins to read to the end of what has arrived.
    stopping: CancellationToken,
    /// Fires to stop reading requests at once.
    abort: CancellationToken,
    /// Fires when no request is pending after the stop, or the grace period is over.
    calls: CancellationToken,
}

/// Serves until the client closes its stream or `stop` is ready, and sends what is left. `driver` drives
/// the streams.
pub(super) fn serve(
    handler: Handler,
    limits: ByteStreamLimits,
    driver: Driver,
    streams: ByteStreams,
    stop: Stop<'_>,
) -> Serving<'_> {
    Box::pin(async move {
        let replica = handler.wrapper.view.replica().cloned();
        let served = serve_streams(handler, limits, driver, streams, stop).await;
        if let Some(replica) = replica {
            replica.flush().await;
        }
        served
    })
}

async fn serve_streams(
    handler: Handler,
    limits: ByteStreamLimits,
    driver: Driver,
    (read, write): ByteStreams,
    stop: Stop<'_>,
) -> Result<(), ServeError> {
    let writer = FrameWriter::new(write, driver)?;
    let connection = ByteStreamConnection {
        limits,
        frames: writer.sender(),
        pending: Arc::new(PendingRequests::new(limits.max_calls)),
        stopping: CancellationToken::new(),
        abort: CancellationToken::new(),
        calls: CancellationToken::new(),
    };
    // A server that is dropped stops reading, and cancels its calls.
    let _guards = [&connection.abort, &connection.calls].map(|token| token.clone().drop_guard());
    let lane = limits.lane.then(|| connection.lane(&handler));
    let others = Arc::new(ReadFrames::default());
    let end = Arc::new(InputEnd::default());
    let read = StoppedInput::new(read, Arc::clone(&end));
    let reader = connection.reader(read, lane.as_ref(), Arc::clone(&others));
    let reading = driver.drive("fusion-stdin", reader.run())?;
    let closed = Arc::clone(&others);
    let over = async {
        tokio::select! {
            () = connection.stop(stop, &end, &closed) => {}
            () = connection.calls.cancelled() => {}
        }
        // The SDK waits for handlers that do not end.
        connection.calls.cancelled().await;
        sleep(LAST).await;
    };
    let transport = FollowedTransport::new(connection.transport(&handler, others), lane.clone());
    let running = async {
        let transport = ReplacedIds::new(transport);
        let result = run(handler, transport, &connection.calls).await;
        // The SDK does not know the calls of the lane that are cancelled at the end of the grace period.
        if let Some(lane) = lane {
            lane.ended().await;
        }
        result
    };
    let result = tokio::select! {
        result = running => result,
        () = over => Ok(()),
    };
    connection.abort.cancel();
    drop(reading);
    writer.finish(LAST).await;
    result
}

impl ByteStreamConnection {
    /// Waits for the stop, and then for the end of what has arrived. No frames come after that.
    async fn stop(&self, stop: impl Future<Output = ()>, end: &InputEnd, frames: &ReadFrames) {
        stop.await;
        self.stopping.cancel();
        if end.reached().await {
            // The read may never end.
            frames.close();
        }
    }

    fn lane(&self, handler: &Handler) -> StreamLane {
        let streams = LaneConnection {
            frames: self.frames.clone(),
            pending: Arc::clone(&self.pending),
            abort: self.abort.clone(),
            calls: Arc::new(self.calls.clone()),
        };
        StreamLane::new(&handler.wrapper, streams)
    }

    fn reader<R: AsyncRead + Unpin>(
        &self,
        read: R,
        lane: Option<&StreamLane>,
        others: Arc<ReadFrames>,
    ) -> StreamReader<R> {
        StreamReader {
            reader: FrameReader::new(read, self.limits.max_line_bytes),
            lane: lane.map(StreamLane::downgrade),
            frames: self.frames.clone(),
            pending: Arc::clone(&self.pending),
            others,
            abort: self.abort.clone(),
        }
    }

    fn transport(
        &self,
        handler: &Handler,
        frames: Arc<ReadFrames>,
    ) -> impl Transport<RoleServer> + use<> {
        let lines = LineTransport {
            frames,
            max_bytes: self.limits.max_line_bytes,
            sender: self.frames.clone(),
        };
        let versions = ServerHandler::supported_protocol_versions(handler).into_owned();
        let first = FirstRequestTransport::new(
            lines,
            self.frames.clone(),
            versions,
            handler.wrapper.clone(),
        );
        DrainingTransport::new(
            WordedErrors(first),
            self.frames.clone(),
            Arc::clone(&self.pending),
            DrainTokens {
                stopping: self.stopping.clone(),
                abort: self.abort.clone(),
                calls: self.calls.clone(),
            },
            self.limits,
        )
    }
}

async fn run(
    handler: Handler,
    transport: impl Transport<RoleServer> + 'static,
    calls: &CancellationToken,
) -> Result<(), ServeError> {
    let link = Arc::clone(&handler.wrapper.connection.link);
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
    link.set(running.peer().clone());
    running
        .waiting()
        .await
        .map(drop)
        .map_err(|error| ServeError::Connection(error.to_string()))
}
