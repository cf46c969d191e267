//! The pause after a failure: while Redis cannot be reached, a call that needs it does not wait for it.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// The first and the longest pause.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));

/// Lets nothing through for a while after a failure, then one attempt, whose success lets everything through.
#[derive(Debug)]
pub(super) struct Breaker(Mutex<Option<Pause>>);

#[derive(Debug)]
struct Pause {
    until: Instant,
    length: Duration,
}

impl Breaker {
    pub(super) fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Returns true if a command may be sent.
    pub(super) fn lets_through(&self) -> bool {
        match &mut *self.lock() {
            None => true,
            Some(pause) => {
                let now = Instant::now();
                let is_over = pause.until <= now;
                if is_over {
                    // The others wait for the outcome of this attempt.
                    pause.until = now + pause.length;
                }
                is_over
            }
        }
    }

    pub(super) fn succeeded(&self) {
        *self.lock() = None;
    }

    pub(super) fn failed(&self) {
        let (first, longest) = PAUSES;
        let mut pause = self.lock();
        let now = Instant::now();
        let length = match &*pause {
            // One of several commands that failed together.
            Some(pause) if pause.until > now + pause.length / 2 => pause.length,
            Some(pause) => longest.min(pause.length * 2),
            None => first,
        };
        *pause = Some(Pause {
            until: now + length,
            length,
        });
    }

    fn lock(&self) -> MutexGuard<'_, Option<Pause>> {
        // The value behind a poisoned lock is still valid.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_attempt_follows_each_pause_until_one_succeeds() {
        let breaker = Breaker::new();
        assert!(breaker.lets_through() && breaker.lets_through());
        breaker.failed();
        let mut waits = Vec::new();
        for _ in 0..8 {
            let begin = Instant::now();
            while !breaker.lets_through() {
                tokio::time::advance(Duration::from_millis(1)).await;
            }
            assert!(!breaker.lets_through(), "only one attempt");
            waits.push(begin.elapsed().as_millis());
            // The attempt takes its time.
            tokio::time::advance(Duration::from_secs(3)).await;
            breaker.failed();
        }
        assert_eq!(waits, [50, 100, 200, 400, 800, 1_600, 2_000, 2_000]);
        breaker.succeeded();
        assert!(breaker.lets_through() && breaker.lets_through());
    }
}
