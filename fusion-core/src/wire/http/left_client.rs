//! Clients that leave before their responses have ended. The SDK logs an error for each response that it cannot
//! send. Therefore the call is cancelled here, and the SDK's response is received to its end.

use std::{
    convert::Infallible,
    future::{Future, poll_fn},
    pin::Pin,
    task::{Context, Poll},
};

use axum::body::{Bytes, HttpBody};
use http::{HeaderValue, Response, header::CONTENT_TYPE};
use http_body::{Frame, SizeHint};
use http_body_util::{BodyExt, combinators::BoxBody};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::super::call_cancellation::ClientLeft;

type SdkBody = BoxBody<Bytes, Infallible>;
/// The handling of a request.
pub(super) type Handling<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The client of one request.
#[derive(Clone)]
pub(super) struct RequestClient {
    left: CancellationToken,
    /// Fires when the SDK ends all streams.
    streams: CancellationToken,
}

impl RequestClient {
    pub(super) fn new(streams: CancellationToken) -> Self {
        let left = CancellationToken::new();
        Self { left, streams }
    }

    /// Returns the token that cancels the call, for the extensions of the request.
    pub(super) fn left(&self) -> ClientLeft {
        ClientLeft(self.left.clone())
    }

    /// Runs the handling of the request. If the client leaves, the call is cancelled, and the handling goes on.
    pub(super) fn handle<T: 'static>(
        self,
        handling: Handling<T>,
    ) -> impl Future<Output = T> + Send {
        let mut kept = Kept {
            rest: Some(handling),
            client: self,
        };
        poll_fn(move |cx| {
            let Some(handling) = &mut kept.rest else {
                return Poll::Pending;
            };
            let polled = handling.as_mut().poll(cx);
            if polled.is_ready() {
                kept.rest = None;
            }
            polled
        })
    }

    /// Keeps a stream until its end, also if the client leaves.
    pub(super) fn keep_stream(self, response: Response<SdkBody>) -> Response<SdkBody> {
        let kind = response.headers().get(CONTENT_TYPE);
        if kind.map(HeaderValue::as_bytes) != Some(b"text/event-stream".as_slice()) {
            return response;
        }
        response.map(|body| {
            let kept = KeptBody(Kept {
                rest: Some(body),
                client: self,
            });
            kept.boxed()
        })
    }

    /// Cancels the call, and runs what is left of it.
    fn leave(&self, rest: impl Future<Output = ()> + Send + 'static) {
        self.left.cancel();
        let streams = self.streams.clone();
        // Without a runtime, nobody is left to log anything.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                tokio::select! {
                    biased;
                    () = streams.cancelled() => {}
                    () = rest => {}
                }
            });
        }
    }
}

/// The rest of a response that may lose its client.
struct Kept<R: Rest> {
    /// `None` as soon as the response has ended.
    rest: Option<R>,
    client: RequestClient,
}

impl<R: Rest> Drop for Kept<R> {
    fn drop(&mut self) {
        if let Some(rest) = self.rest.take() {
            self.client.leave(rest.run());
        }
    }
}

/// What is left of a response.
trait Rest {
    fn run(self) -> impl Future<Output = ()> + Send + 'static;
}

impl<T: 'static> Rest for Handling<T> {
    async fn run(self) {
        drop(self.await);
    }
}

impl Rest for SdkBody {
    async fn run(mut self) {
        while self.frame().await.is_some() {}
    }
}

struct KeptBody(Kept<SdkBody>);

impl HttpBody for KeptBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let Some(body) = &mut self.0.rest else {
            return Poll::Ready(None);
        };
        let polled = Pin::new(body).poll_frame(cx);
        if matches!(polled, Poll::Ready(None)) {
            self.0.rest = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.0.rest.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.0
            .rest
            .as_ref()
            .map_or_else(SizeHint::default, HttpBody::size_hint)
    }
}
