//! The streams of a session, which the session can end at any time.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, Waker},
};

use futures_core::Stream;
use rmcp::{model::RequestId, transport::streamable_http_server::session::ServerSseMessage};

use super::session::Session;

/// A stream of the SDK.
pub(super) type SdkStream = Pin<Box<dyn Stream<Item = ServerSseMessage> + Send + Sync>>;

/// A stream of the SDK, until it ends.
pub(super) struct Events(Mutex<EventsState>);

struct EventsState {
    stream: Option<SdkStream>,
    reader: Option<Waker>,
}

impl Events {
    pub(super) fn new(stream: SdkStream) -> Self {
        Self(Mutex::new(EventsState {
            stream: Some(stream),
            reader: None,
        }))
    }

    /// Drops the stream, whether or not somebody reads it.
    pub(super) fn end(&self) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (stream, reader) = (inner.stream.take(), inner.reader.take());
        drop(inner);
        drop(stream);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    fn poll_next(&self, cx: &mut Context<'_>) -> Poll<Option<ServerSseMessage>> {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(stream) = &mut inner.stream else {
            return Poll::Ready(None);
        };
        let polled = stream.as_mut().poll_next(cx);
        match polled {
            Poll::Ready(None) => inner.stream = None,
            Poll::Ready(Some(_)) => {}
            Poll::Pending => inner.reader = Some(cx.waker().clone()),
        }
        polled
    }
}

/// The stream of a response.
pub(super) struct SessionStream(Source);

enum Source {
    One(Option<ServerSseMessage>),
    Events {
        events: Arc<Events>,
        /// The request whose response ends the stream.
        request: Option<(Arc<Session>, RequestId)>,
        has_name: bool,
    },
}

impl SessionStream {
    pub(super) fn new(events: Arc<Events>, request: Option<(Arc<Session>, RequestId)>) -> Self {
        Self(Source::Events {
            events,
            request,
            has_name: false,
        })
    }

    /// A stream of one message.
    pub(super) fn of_one(message: ServerSseMessage) -> Self {
        Self(Source::One(Some(message)))
    }
}

impl Stream for SessionStream {
    type Item = ServerSseMessage;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match &mut self.0 {
            Source::One(message) => Poll::Ready(message.take()),
            Source::Events {
                events,
                request,
                has_name,
            } => {
                let polled = events.poll_next(cx);
                if let Poll::Ready(Some(event)) = &polled
                    && !*has_name
                    && let (Some((session, id)), Some(event_id)) = (request, &event.event_id)
                {
                    session.note_event(id, event_id);
                    *has_name = true;
                }
                polled
            }
        }
    }
}

impl Drop for SessionStream {
    fn drop(&mut self) {
        if let Source::Events {
            request: Some((session, id)),
            ..
        } = &self.0
        {
            session.detach(id);
        }
    }
}
