//! The body of a response: it keeps its request pending, and a stream ends with the token that opened it.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::body::HttpBody;
use http_body::{Frame, SizeHint};
use tokio::time::{Sleep, sleep};
use tokio_util::task::task_tracker::TaskTrackerToken;

/// A response body that keeps its request pending until the body is sent.
pub(super) struct PendingBody<B> {
    body: B,
    /// The time at which the body ends, although there is more of it.
    end: Option<Pin<Box<Sleep>>>,
    _pending: Option<TaskTrackerToken>,
}

impl<B> PendingBody<B> {
    /// Wraps a body that ends after `time` at the latest.
    pub(super) fn new(body: B, pending: Option<TaskTrackerToken>, time: Option<Duration>) -> Self {
        Self {
            body,
            end: time.map(|time| Box::pin(sleep(time))),
            _pending: pending,
        }
    }
}

impl<B: HttpBody + Unpin> HttpBody for PendingBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        if let Some(end) = &mut self.end
            && end.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(None);
        }
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
