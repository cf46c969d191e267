//! A failure that lasts, so that the log has one line of its begin, and one of its end.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The kind of the failure that lasts, if there is one.
#[derive(Debug, Default)]
pub(crate) struct FailureState(Mutex<Option<String>>);

impl FailureState {
    /// Notes a failure. Returns true if the one before was of another kind, or there was none.
    pub(crate) fn begins(&self, kind: &str) -> bool {
        let mut state = self.lock();
        let is_new = state.as_deref() != Some(kind);
        if is_new {
            *state = Some(kind.to_owned());
        }
        is_new
    }

    /// Notes a success. Returns true if it ends a failure.
    pub(crate) fn ends(&self) -> bool {
        self.lock().take().is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        // The value behind a poisoned lock is still valid.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_begins_and_ends_once_and_another_kind_begins_anew() {
        let state = FailureState::default();
        assert!(!state.ends());
        let begins = ["a", "a", "b", "b"].map(|kind| state.begins(kind));
        assert_eq!(begins, [true, false, true, false]);
        assert!(state.ends() && !state.ends());
        assert!(state.begins("b"));
    }
}
