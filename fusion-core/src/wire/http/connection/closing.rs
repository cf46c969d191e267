//! The end of a connection after the stop: it closes as soon as everything that had arrived is read.

use std::{future::poll_fn, pin::pin, task::Poll};

use hyper_util::server::graceful::GracefulConnection;
use tokio::net::TcpStream;
use tokio_util::{sync::CancellationToken, task::task_tracker::TaskTrackerToken};

use super::{Phase, ServedConnection};

/// Serves a connection, and closes it after `closing` is cancelled. hyper would close a connection without a
/// request at once, although one may have arrived that nobody has read. `arriving` is dropped as soon as every
/// request that had arrived has its response, or the beginning of it.
pub(in crate::wire::http) async fn serve<C: GracefulConnection>(
    connection: C,
    state: &ServedConnection,
    closing: &CancellationToken,
    arriving: TaskTrackerToken,
) -> C::Output {
    let mut connection = pin!(connection);
    tokio::select! {
        biased;
        result = connection.as_mut() => return result,
        () = closing.cancelled() => {}
    }
    state.begin_closing();
    let mut arriving = Some(arriving);
    let ended = poll_fn(|cx| {
        if let Poll::Ready(result) = connection.as_mut().poll(cx) {
            return Poll::Ready(Some(result));
        }
        if state.is_streaming() {
            // A stream may end only with the server.
            arriving = None;
        }
        if state.may_close() {
            Poll::Ready(None)
        } else {
            Poll::Pending
        }
    });
    if let Some(result) = ended.await {
        return result;
    }
    connection.as_mut().graceful_shutdown();
    poll_fn(|cx| {
        let polled = connection.as_mut().poll(cx);
        if !state.is_handling() {
            arriving = None;
        }
        polled
    })
    .await
}

impl ServedConnection {
    fn begin_closing(&self) {
        self.lock().closing = Closing::Reading;
    }

    /// Notes that the stream has no bytes, as far as the runtime knows.
    pub(super) fn note_no_bytes(&self, stream: &TcpStream) {
        let mut state = self.lock();
        if state.closing == Closing::Reading && state.phase == Phase::Idle && !has_bytes(stream) {
            state.closing = Closing::Read;
        }
    }

    /// Returns whether the connection may announce its end: with the response to the request in hand, or, without
    /// a request, after it was read to the last byte.
    fn may_close(&self) -> bool {
        let state = self.lock();
        match state.phase {
            Phase::Idle => state.closing == Closing::Read,
            Phase::Handling { .. } => true,
            Phase::Sending | Phase::Streaming | Phase::Unknown => false,
        }
    }

    fn is_streaming(&self) -> bool {
        matches!(self.lock().phase, Phase::Streaming | Phase::Unknown)
    }

    fn is_handling(&self) -> bool {
        matches!(self.lock().phase, Phase::Handling { .. })
    }
}

/// The progress of a connection after the stop.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Closing {
    /// The server has not stopped.
    #[default]
    Not,
    /// There may be bytes to read.
    Reading,
    /// Everything that had arrived was read.
    Read,
}

/// Returns whether bytes have arrived. The runtime learns of them later than the system, so this looks at the
/// socket itself.
fn has_bytes(stream: &TcpStream) -> bool {
    #[cfg(unix)]
    let socket = std::os::fd::AsFd::as_fd(stream).try_clone_to_owned();
    #[cfg(windows)]
    let socket = std::os::windows::io::AsSocket::as_socket(stream).try_clone_to_owned();
    let bytes = socket.and_then(|socket| std::net::TcpStream::from(socket).peek(&mut [0]));
    bytes.is_ok_and(|bytes| bytes > 0)
}
