//! What a client of the modern era listens to, from the moment on which it may count: the SDK tells
//! it what was accepted before a handler's `listen` begins, and in between something may change.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::watch;

use crate::call::Subscriber;

/// How many may wait. More do where streams are refused after they were accepted; what is dropped
/// begins, should its stream come all the same, when that does.
const MOST: usize = 16;

/// What was accepted.
pub(super) struct ListenStreams {
    /// The resources of ours, in the order in which they were asked for.
    pub(super) uris: Vec<String>,
    /// Marks what changes of them.
    pub(super) subscriber: Arc<Subscriber>,
    /// Whether the lists have changed since; `None` where they never do.
    pub(super) lists: Option<watch::Receiver<u64>>,
}

/// What was accepted and has not begun.
#[derive(Default)]
pub(super) struct AcceptedStream(Mutex<VecDeque<ListenStreams>>);

impl AcceptedStream {
    pub(super) fn push(&self, listening: ListenStreams) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() == MOST {
            waiting.pop_front();
        }
        waiting.push_back(listening);
    }

    /// The first that a stream with these resources may be the beginning of.
    pub(super) fn take(&self, uris: &[String]) -> Option<ListenStreams> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |one: &ListenStreams| one.uris.iter().all(|uri| uris.contains(uri));
        let place = waiting.iter().position(is_it)?;
        waiting.remove(place)
    }
}
