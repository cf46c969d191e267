//! The body of a response, which knows its connection.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use axum::body::{Body, Bytes, HttpBody};
use http::{HeaderValue, header::CONTENT_TYPE};
use http_body::{Frame, SizeHint};

use super::{Phase, RequestToken};

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
