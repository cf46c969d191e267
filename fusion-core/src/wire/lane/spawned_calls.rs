//! The calls of a connection that run beside the reading.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rmcp::model::RequestId;
use tokio::sync::Notify;

use crate::ctx::Cancellation;

/// The calls that were spawned and have no response yet.
#[derive(Default)]
pub(super) struct SpawnedCalls {
    state: Mutex<SpawnedState>,
    /// Wakes everyone who waits until all have ended.
    ended: Notify,
}

#[derive(Default)]
struct SpawnedState {
    by_id: HashMap<RequestId, SpawnedCall>,
    /// The number of calls that were ever spawned.
    count: u64,
    /// The number of calls whose tasks have not ended, cancelled ones too.
    running: usize,
}

struct SpawnedCall {
    number: u64,
    cancellation: Cancellation,
}

impl SpawnedCalls {
    fn lock(&self) -> MutexGuard<'_, SpawnedState> {
        // The calls behind a poisoned lock are still valid.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a call. Returns a number that distinguishes it from later calls with the same id.
    pub(super) fn insert(&self, id: RequestId, cancellation: Cancellation) -> u64 {
        let mut state = self.lock();
        state.count += 1;
        state.running += 1;
        let number = state.count;
        state.by_id.insert(
            id,
            SpawnedCall {
                number,
                cancellation,
            },
        );
        number
    }

    /// Removes a call that has its result. Returns false if the client cancelled it, so that it gets no response.
    pub(super) fn remove(&self, id: &RequestId, number: u64) -> bool {
        let mut state = self.lock();
        let is_known = state
            .by_id
            .get(id)
            .is_some_and(|call| call.number == number);
        if is_known {
            state.by_id.remove(id);
        }
        is_known
    }

    /// Notes that the task of a call has ended.
    pub(super) fn note_end(&self) {
        self.lock().running -= 1;
        self.ended.notify_waiters();
    }

    /// Waits until the tasks of all calls have ended.
    pub(super) async fn ended(&self) {
        loop {
            // The future is created before the check, so that a task that ends in between notifies it.
            let ended = self.ended.notified();
            if self.lock().running == 0 {
                return;
            }
            ended.await;
        }
    }

    /// Cancels a call. Returns false if there is none with this id.
    pub(super) fn cancel(&self, id: &RequestId) -> bool {
        let cancelled = self.lock().by_id.remove(id);
        if let Some(call) = &cancelled {
            call.cancellation.cancel();
        }
        cancelled.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_call_is_not_mistaken_for_a_later_one_with_its_id() {
        let calls = SpawnedCalls::default();
        let id = RequestId::Number(7);
        let cancellation = Cancellation::new();
        let first = calls.insert(id.clone(), cancellation.clone());
        assert!(calls.cancel(&id));
        assert!(cancellation.is_cancelled());
        assert!(!calls.cancel(&id));
        let second = calls.insert(id.clone(), Cancellation::new());
        assert!(!calls.remove(&id, first));
        assert!(calls.remove(&id, second));
        assert!(!calls.remove(&id, second));
    }
}
