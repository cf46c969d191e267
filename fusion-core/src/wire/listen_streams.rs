//! Subscription streams of the modern era between their acceptance and their start. The SDK sends the
//! acceptance before it calls a handler's `listen`, and changes in between must not be lost.

use std::{
    collections::{HashSet, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use super::list_changes::ListNews;
use crate::call::Subscriber;

/// The maximum number of accepted streams that wait. The limit is exceeded only if streams fail after
/// their acceptance. A dropped stream that starts later misses the changes before its start.
const MOST: usize = 16;

/// An accepted subscription stream.
pub(super) struct ListenStream {
    /// The URIs of the registry's resources.
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

    /// Takes the first accepted stream with these resources, in any order. Streams with the same resources are the
    /// same until they start.
    pub(super) fn take(&self, uris: &[String]) -> Option<ListenStream> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted: HashSet<_> = uris.iter().collect();
        let place = waiting
            .iter()
            .position(|one| one.uris.iter().collect::<HashSet<_>>() == wanted)?;
        waiting.remove(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Exposition, Registry};

    #[test]
    fn a_stream_is_taken_for_its_own_resources_only() {
        let registry = Registry::builder().build().unwrap();
        let view = registry.view(Exposition::Grouped).unwrap();
        let accepted = AcceptedStreams::default();
        let all: [&[&str]; 4] = [&[], &["a"], &["a", "b"], &["b"]];
        let owned = |uris: &[&str]| uris.iter().map(ToString::to_string).collect::<Vec<_>>();
        for uris in all {
            accepted.push(ListenStream {
                uris: owned(uris),
                subscriber: view.subscriber(),
                lists: None,
            });
        }
        for wanted in [&["b", "a"][..], &["b"], &["a"], &[]] {
            let taken = accepted.take(&owned(wanted)).unwrap();
            assert_eq!(taken.uris.len(), wanted.len());
            assert!(
                wanted
                    .iter()
                    .all(|uri| taken.uris.contains(&(*uri).to_owned()))
            );
            assert!(accepted.take(&owned(wanted)).is_none());
        }
    }
}
