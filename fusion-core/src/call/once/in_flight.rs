//! The calls that run in this process, so that their repetitions need not wait for the next look into the store.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

/// The calls of this process that hold claims, by the names of their claims.
#[derive(Clone, Debug, Default)]
pub(super) struct CallsInFlight {
    by_name: Arc<Mutex<HashMap<String, Arc<Notify>>>>,
}

/// The entry of one call. Dropping it wakes the calls that wait for its end.
#[derive(Debug)]
pub(super) struct CallInFlight {
    calls: CallsInFlight,
    name: String,
    ended: Arc<Notify>,
}

impl CallsInFlight {
    /// Adds a call.
    pub(super) fn add(&self, name: String) -> CallInFlight {
        let ended = Arc::new(Notify::new());
        self.lock().insert(name.clone(), Arc::clone(&ended));
        CallInFlight {
            calls: self.clone(),
            name,
            ended,
        }
    }

    /// Returns what a call notifies when it ends; `None` if it does not run in this process.
    pub(super) fn find(&self, name: &str) -> Option<Arc<Notify>> {
        self.lock().get(name).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Notify>>> {
        self.by_name.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for CallInFlight {
    fn drop(&mut self) {
        let mut calls = self.calls.lock();
        // Another call may have claimed the name since this one gave it back.
        let is_own = calls
            .get(&self.name)
            .is_some_and(|ended| Arc::ptr_eq(ended, &self.ended));
        if is_own {
            calls.remove(&self.name);
        }
        drop(calls);
        self.ended.notify_waiters();
    }
}
