//! The bodies of a request and of its response, which know their connection.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::body::{Body, Bytes, HttpBody};
use http::{HeaderValue, header::CONTENT_TYPE};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;

use super::{Phase, RequestToken, ServedConnection};

/// The body of a request, whose connection knows whether somebody waits for the rest of it.
pub(in crate::wire::http) struct ArrivingBody {
    body: Incoming,
    connection: Arc<ServedConnection>,
    is_awaited: bool,
}

impl ArrivingBody {
    pub(in crate::wire::http) fn new(body: Incoming, connection: Arc<ServedConnection>) -> Self {
        Self {
            body,
            connection,
            is_awaited: false,
        }
    }

    fn set_awaited(&mut self, is_awaited: bool) {
        if self.is_awaited != is_awaited {
            self.is_awaited = is_awaited;
            self.connection.set_awaits_body(is_awaited);
        }
    }
}

impl HttpBody for ArrivingBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        self.set_awaited(polled.is_pending());
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for ArrivingBody {
    fn drop(&mut self) {
        self.set_awaited(false);
    }
}

/// A body that keeps its connection in use until it is sent, and sends comments on demand.
pub(in crate::wire::http) struct AnsweringBody {
    body: Body,
    token: RequestToken,
    takes_comments: bool,
}

impl AnsweringBody {
    pub(in crate::wire::http) fn respond(
        response: http::Response<Body>,
        token: RequestToken,
    ) -> http::Response<Self> {
        let kind = response.headers().get(CONTENT_TYPE);
        let takes_comments =
            kind.map(HeaderValue::as_bytes) == Some(b"text/event-stream".as_slice());
        token.0.enter(if takes_comments {
            Phase::Streaming
        } else if response.body().size_hint().exact().is_some() {
            Phase::Sending
        } else {
            Phase::Unknown
        });
        response.map(|body| Self {
            body,
            token,
            takes_comments,
        })
    }
}

impl HttpBody for AnsweringBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        // Each frame of the SDK is a whole event, so a comment may stand between two of them.
        if polled.is_pending() && self.takes_comments && self.token.0.take_demand(cx.waker()) {
            let comment = Bytes::from_static(b":\n\n");
            return Poll::Ready(Some(Ok(Frame::data(comment))));
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
