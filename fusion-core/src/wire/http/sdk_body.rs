//! The body of a response, of which the first part may have been read ahead.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use axum::body::{Bytes, HttpBody};
use http::Response;
use http_body::{Frame, SizeHint};
use http_body_util::{BodyExt, combinators::BoxBody};

use super::replaced_id::ReplacedId;

pub(super) type SdkResponse = Response<SdkBody>;

/// A body of the SDK, or a whole one of our own.
#[derive(Default)]
pub(super) struct SdkBody {
    /// The bytes before the rest.
    first: Bytes,
    rest: Option<BoxBody<Bytes, Infallible>>,
    /// The id to restore in the rest.
    replaced: Option<Box<ReplacedId>>,
}

impl SdkBody {
    /// Restores an id in the whole body. The length of the body changes only for what was read ahead.
    pub(super) fn restore(&mut self, id: ReplacedId) {
        self.first = id.restore_in(std::mem::take(&mut self.first));
        self.replaced = Some(Box::new(id));
    }

    /// Reads the first part ahead. The SDK writes a JSON response in one part.
    pub(super) async fn first(&mut self) -> &Bytes {
        if self.first.is_empty()
            && let Some(rest) = &mut self.rest
            && let Some(Ok(frame)) = rest.frame().await
        {
            self.first = frame.into_data().unwrap_or_default();
        }
        &self.first
    }
}

impl From<BoxBody<Bytes, Infallible>> for SdkBody {
    fn from(body: BoxBody<Bytes, Infallible>) -> Self {
        Self {
            rest: Some(body),
            ..Self::default()
        }
    }
}

impl From<Vec<u8>> for SdkBody {
    fn from(bytes: Vec<u8>) -> Self {
        Self {
            first: bytes.into(),
            ..Self::default()
        }
    }
}

impl HttpBody for SdkBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if !self.first.is_empty() {
            let first = std::mem::take(&mut self.first);
            return Poll::Ready(Some(Ok(Frame::data(first))));
        }
        let Some(rest) = &mut self.rest else {
            return Poll::Ready(None);
        };
        let polled = Pin::new(rest).poll_frame(cx);
        match (polled, &self.replaced) {
            // Each frame of the SDK is a whole event.
            (Poll::Ready(Some(Ok(frame))), Some(id)) => {
                Poll::Ready(Some(Ok(frame.map_data(|data| id.restore_in(data)))))
            }
            (polled, _) => polled,
        }
    }

    fn is_end_stream(&self) -> bool {
        let rest = self.rest.as_ref();
        self.first.is_empty() && rest.is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        let first = self.first.len() as u64;
        let Some(rest) = &self.rest else {
            return SizeHint::with_exact(first);
        };
        let mut hint = rest.size_hint();
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper.saturating_add(first));
        }
        hint.set_lower(hint.lower().saturating_add(first));
        hint
    }
}
