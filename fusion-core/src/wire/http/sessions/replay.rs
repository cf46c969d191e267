//! The rest of a stream that a client resumes.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use futures_core::Stream;
use rmcp::{model::JsonRpcMessage, transport::streamable_http_server::session::ServerSseMessage};

use super::{session::event_parts, stream::SdkStream};

/// The events after the last one that the client has. The SDK begins with that one, and a question that came twice
/// would be asked twice.
pub(super) struct ReplayedStream {
    sdk: SdkStream,
    /// The index of the last event that the client has.
    last: u64,
    /// The call has ended, so that its questions are withdrawn.
    is_over: bool,
}

impl ReplayedStream {
    /// Returns a stream unchanged if it is the one of no request.
    pub(super) fn after(last_event_id: &str, is_over: bool, sdk: SdkStream) -> SdkStream {
        match event_parts(last_event_id) {
            Some((last, _)) => Box::pin(Self { sdk, last, is_over }),
            // The SDK gives the first event of this stream the id of its begin.
            None => sdk,
        }
    }

    fn is_needed(&self, event: &ServerSseMessage) -> bool {
        let id = event.event_id.as_deref().and_then(event_parts);
        let is_new = id.is_none_or(|(index, _)| index > self.last);
        let is_request = matches!(event.message.as_deref(), Some(JsonRpcMessage::Request(_)));
        is_new && !(self.is_over && is_request)
    }
}

impl Stream for ReplayedStream {
    type Item = ServerSseMessage;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            match ready!(self.sdk.as_mut().poll_next(cx)) {
                Some(event) if !self.is_needed(&event) => {}
                other => return Poll::Ready(other),
            }
        }
    }
}
