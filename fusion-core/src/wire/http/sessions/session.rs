//! One session: its requests in flight, its open streams, and the responses that its client has missed.

#[cfg(any(feature = "ask", feature = "oauth"))]
use std::sync::OnceLock;
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::{Duration, Instant},
};

use rmcp::{
    model::{RequestId, ServerJsonRpcMessage},
    transport::streamable_http_server::session::ServerSseMessage,
};
use tokio_util::sync::CancellationToken;

use super::stream::{Events, SdkStream, SessionStream};

/// The maximum number of missed responses, and the time for which they are kept.
const MISSED: usize = 16;
const MISSED_FOR: Duration = Duration::from_secs(60);

/// A session.
pub(super) struct Session {
    state: Mutex<State>,
    /// Ends the service of the session.
    ended: CancellationToken,
    /// The caller who opened the session, by the claims of the token.
    #[cfg(feature = "oauth")]
    pub(super) owner: OnceLock<String>,
    /// The caller whose user the session asks.
    #[cfg(feature = "ask")]
    pub(super) caller: OnceLock<String>,
}

struct State {
    /// The time of the last request of the client, or of the last response.
    last_used: Instant,
    in_flight: HashMap<RequestId, InFlight>,
    /// The streams that may still be read. The SDK's worker of the session waits for a stream that its
    /// client does not read, and can only be ended without it.
    streams: Vec<Weak<Events>>,
    missed: VecDeque<Missed>,
}

/// A request without a response.
#[derive(Default)]
struct InFlight {
    /// The SDK's name of the stream of this request, which is in the ids of its events.
    stream: Option<String>,
    /// The number of streams on which the client waits for the response; `None` before the first one.
    readers: Option<usize>,
}

/// A request whose stream is not there yet. Its client may leave until then.
pub(super) struct BegunRequest<'s> {
    session: &'s Session,
    id: Option<RequestId>,
}

impl BegunRequest<'_> {
    /// Keeps the request, because it has a stream.
    pub(super) fn keep(mut self) -> Option<RequestId> {
        self.id.take()
    }
}

impl Drop for BegunRequest<'_> {
    fn drop(&mut self) {
        if let Some(id) = &self.id {
            self.session.settle(id);
        }
    }
}

/// A response that no stream took.
struct Missed {
    stream: String,
    message: ServerJsonRpcMessage,
    since: Instant,
}

impl Session {
    pub(super) fn new() -> Self {
        Self {
            state: Mutex::new(State {
                last_used: Instant::now(),
                in_flight: HashMap::new(),
                streams: Vec::new(),
                missed: VecDeque::new(),
            }),
            ended: CancellationToken::new(),
            #[cfg(feature = "oauth")]
            owner: OnceLock::new(),
            #[cfg(feature = "ask")]
            caller: OnceLock::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state behind a poisoned lock is still valid.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a request of the client.
    pub(super) fn touch(&self) {
        self.lock().last_used = Instant::now();
    }

    pub(super) fn last_used(&self) -> Instant {
        self.lock().last_used
    }

    /// Returns whether a request of the client has no response yet.
    pub(super) fn is_in_use(&self) -> bool {
        !self.lock().in_flight.is_empty()
    }

    /// Returns whether a client that is there waits for a response. One that is gone may ask for it later, but
    /// not for longer than a session may be idle: its call may wait for an answer of its user.
    pub(super) fn is_waited_for(&self) -> bool {
        let state = self.lock();
        state
            .in_flight
            .values()
            .any(|request| request.readers != Some(0))
    }

    pub(super) fn ended(&self) -> &CancellationToken {
        &self.ended
    }

    /// Ends the session: its service, and its streams.
    pub(super) fn end(&self) {
        self.ended.cancel();
        let streams = std::mem::take(&mut self.lock().streams);
        for stream in streams.iter().filter_map(Weak::upgrade) {
            stream.end();
        }
    }

    /// Remembers a request, until the returned value is dropped before the request has a stream. Returns `None` if a
    /// request with this id is in flight.
    pub(super) fn begin(&self, id: RequestId) -> Option<BegunRequest<'_>> {
        let mut state = self.lock();
        if state.in_flight.contains_key(&id) {
            return None;
        }
        state.in_flight.insert(id.clone(), InFlight::default());
        Some(BegunRequest {
            session: self,
            id: Some(id),
        })
    }

    /// Forgets a request that gets no response any more.
    pub(super) fn settle(&self, id: &RequestId) {
        let mut state = self.lock();
        state.in_flight.remove(id);
        state.last_used = Instant::now();
    }

    /// Notes the response of a request, and keeps it if no stream takes it.
    pub(super) fn respond(&self, id: &RequestId, message: &ServerJsonRpcMessage) {
        let mut state = self.lock();
        state.last_used = Instant::now();
        let Some(request) = state.in_flight.remove(id) else {
            return;
        };
        let (None | Some(0), Some(stream)) = (request.readers, request.stream) else {
            return;
        };
        if state.missed.len() == MISSED {
            state.missed.pop_front();
        }
        state.missed.push_back(Missed {
            stream,
            message: message.clone(),
            since: Instant::now(),
        });
    }

    /// Takes the response that follows an event, if it was missed.
    pub(super) fn missed(&self, last_event_id: &str) -> Option<ServerSseMessage> {
        let (index, stream) = event_parts(last_event_id)?;
        let mut state = self.lock();
        state
            .missed
            .retain(|missed| missed.since.elapsed() < MISSED_FOR);
        let at = state
            .missed
            .iter()
            .position(|missed| missed.stream == stream)?;
        let missed = state.missed.get(at)?;
        // It stays: the connection may break once more.
        let event = format!("{}/{stream}", index + 1);
        Some(ServerSseMessage::new(event, missed.message.clone()))
    }

    /// Returns the request in flight to whose stream an event belongs.
    pub(super) fn request_of(&self, event_id: &str) -> Option<RequestId> {
        let (_, stream) = event_parts(event_id)?;
        let state = self.lock();
        let mut requests = state.in_flight.iter();
        let found = requests.find(|(_, request)| request.stream.as_deref() == Some(stream));
        found.map(|(id, _)| id.clone())
    }

    /// Returns the stream for the client.
    pub(super) fn attach(
        self: &Arc<Self>,
        id: Option<RequestId>,
        stream: SdkStream,
    ) -> SessionStream {
        let events = Arc::new(Events::new(stream));
        let mut state = self.lock();
        state.streams.retain(|stream| stream.strong_count() > 0);
        state.streams.push(Arc::downgrade(&events));
        if let Some(request) = id.as_ref().and_then(|id| state.in_flight.get_mut(id)) {
            request.readers = Some(request.readers.unwrap_or(0) + 1);
        }
        drop(state);
        if self.ended.is_cancelled() {
            events.end();
        }
        SessionStream::new(events, id.map(|id| (Arc::clone(self), id)))
    }

    /// Notes an event on the stream of a request.
    pub(super) fn note_event(&self, id: &RequestId, event_id: &str) {
        if let Some((_, stream)) = event_parts(event_id)
            && let Some(request) = self.lock().in_flight.get_mut(id)
        {
            request.stream = Some(stream.to_owned());
        }
    }

    /// Notes that a stream of a request is gone.
    pub(super) fn detach(&self, id: &RequestId) {
        let mut state = self.lock();
        if let Some(request) = state.in_flight.get_mut(id) {
            request.readers = request.readers.map(|readers| readers.saturating_sub(1));
            state.last_used = Instant::now();
        }
    }
}

/// Splits the SDK's id of an event into its index and the name of its stream.
pub(super) fn event_parts(event_id: &str) -> Option<(u64, &str)> {
    let (index, stream) = event_id.split_once('/')?;
    Some((index.parse().ok()?, stream))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_whose_client_leaves_before_its_stream_is_not_in_flight() {
        let session = Session::new();
        let id = RequestId::Number(7);
        let begun = session.begin(id.clone()).unwrap();
        assert!(session.begin(id.clone()).is_none());
        assert!(session.is_in_use() && session.is_waited_for());
        drop(begun);
        assert!(!session.is_in_use() && !session.is_waited_for());
        let begun = session.begin(id.clone()).unwrap();
        assert_eq!(begun.keep(), Some(id));
        assert!(session.is_in_use());
    }
}
