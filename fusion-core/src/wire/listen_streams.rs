//! Subscription streams of the modern era between their acceptance and their start. The SDK sends the
//! acceptance before it calls a handler's `listen`, and changes in between must not be lost.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use super::list_changes::ListNews;
use crate::call::Subscriber;

/// The maximum number of accepted streams that wait. The limit is exceeded only if streams fail after
/// their acceptance. A dropped stream that starts later misses the changes before its start.
const MOST: usize = 16;

/// An accepted subscription stream.
pub(super) struct ListenStream {
    /// The URIs of the registry's resources, in the order of the request.
    pub(super) uris: Vec<String>,
    /// The subscriber that records changes of these resources.
    pub(super) subscriber: Arc<Subscriber>,
    /// A receiver of list changes; `None` if the lists never change.
    pub(super) lists: Option<ListNews>,
}

/// The accepted streams that have not started.
#[derive(Default)]
pub(super) struct AcceptedStreams(Mutex<VecDeque<ListenStream>>);

impl AcceptedStreams {
    pub(super) fn push(&self, listening: ListenStream) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() == MOST {
            waiting.pop_front();
        }
        waiting.push_back(listening);
    }

    /// Takes the first accepted stream whose resources are all in `uris`.
    pub(super) fn take(&self, uris: &[String]) -> Option<ListenStream> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |one: &ListenStream| one.uris.iter().all(|uri| uris.contains(uri));
        let place = waiting.iter().position(is_it)?;
        waiting.remove(place)
    }
}
