//! One connection: whether it has a request in hand, and whether its client has left.
//!
//! A client may close its sending half and wait for the response. It looks like a client that has left
//! altogether: only a byte sent to it makes the difference, because the system of a client that has left
//! resets the connection.

mod body;
mod closing;
mod stream;

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
};
use std::task::Waker;

use http::Version;

pub(super) use body::{AnsweringBody, ArrivingBody};
use closing::Closing;
pub(super) use closing::serve;
pub(super) use stream::ClientStream;

/// The state that the stream of a connection and its requests share.
#[derive(Default)]
pub(super) struct ServedConnection {
    state: Mutex<State>,
    /// The last write could not send all of its bytes.
    is_blocked: AtomicBool,
}

#[derive(Default)]
struct State {
    phase: Phase,
    /// Somebody waits for the rest of the request's body, which does not come after the end of the input.
    awaits_body: bool,
    /// Wakes the stream when the phase changes.
    reader: Option<Waker>,
    /// Wakes the body when it has to send a comment.
    body: Option<Waker>,
    must_comment: bool,
    closing: Closing,
}

/// The place of a connection in its current request.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Phase {
    /// There is no request, or not the whole of its head.
    #[default]
    Idle,
    /// A request is in hand, and its response has not begun.
    Handling { takes_interim: bool },
    /// The response is being sent, and its length is known.
    Sending,
    /// The response is an event stream.
    Streaming,
    /// The response has no known length, and comments cannot stand in it.
    Unknown,
}

impl ServedConnection {
    pub(super) fn new() -> Arc<Self> {
        Arc::default()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state behind a poisoned lock is still valid.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a request. The connection is idle again when the token is dropped.
    pub(super) fn begin(self: &Arc<Self>, version: Version) -> RequestToken {
        // A client of HTTP/1.0 knows no interim responses.
        let takes_interim = version >= Version::HTTP_11;
        self.enter(Phase::Handling { takes_interim });
        RequestToken(Arc::clone(self))
    }

    /// Returns whether the connection has nothing in hand.
    pub(super) fn is_unused(&self) -> bool {
        self.lock().phase == Phase::Idle && !self.is_blocked.load(Ordering::Relaxed)
    }

    fn enter(&self, phase: Phase) {
        let mut state = self.lock();
        state.phase = phase;
        state.must_comment = false;
        wake_reader(state);
    }

    fn set_awaits_body(&self, awaits_body: bool) {
        let mut state = self.lock();
        state.awaits_body = awaits_body;
        wake_reader(state);
    }

    /// Makes the body send a comment.
    fn demand_comment(&self) {
        let mut state = self.lock();
        state.must_comment = true;
        let body = state.body.take();
        drop(state);
        if let Some(body) = body {
            body.wake();
        }
    }

    /// Takes the demand for a comment, or leaves the waker for the next one.
    fn take_demand(&self, waker: &Waker) -> bool {
        let mut state = self.lock();
        if !state.must_comment {
            state.body = Some(waker.clone());
        }
        std::mem::take(&mut state.must_comment)
    }
}

/// Wakes the stream, which looks at what has changed.
fn wake_reader(mut state: MutexGuard<'_, State>) {
    let reader = state.reader.take();
    drop(state);
    if let Some(reader) = reader {
        reader.wake();
    }
}

/// A request in hand.
pub(super) struct RequestToken(Arc<ServedConnection>);

impl Drop for RequestToken {
    fn drop(&mut self) {
        self.0.enter(Phase::Idle);
    }
}
