//! The events that wait for the bus.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tokio::sync::Notify;

use crate::shared::Event;

/// The maximum number of events that wait.
const CAPACITY: usize = 4_096;

/// A bounded queue. If it is full, all its events become one that says that everything may have changed.
#[derive(Default)]
pub(super) struct EventQueue {
    state: Mutex<QueueState>,
    added: Notify,
    sent: Notify,
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<QueuedEvent>,
    /// True while an event that was taken is published.
    is_sending: bool,
}

/// An event that waits.
#[derive(Debug)]
pub(super) struct QueuedEvent {
    pub(super) event: Event,
    pub(super) since: Instant,
    /// The number of events in whose place this one is sent.
    pub(super) dropped: u64,
}

impl EventQueue {
    /// Adds an event.
    pub(super) fn push(&self, event: Event) {
        let mut state = self.lock();
        let waiting = &mut state.waiting;
        let since = Instant::now();
        let mut next = QueuedEvent {
            event,
            since,
            dropped: 0,
        };
        if let Some(last) = waiting.back_mut()
            && last.event == Event::Everything
        {
            last.dropped += u64::from(next.event != Event::Everything);
            return;
        }
        if waiting.len() >= CAPACITY {
            let dropped: u64 = waiting.iter().map(|queued| 1 + queued.dropped).sum();
            waiting.clear();
            next.event = Event::Everything;
            next.dropped = dropped + 1;
        }
        waiting.push_back(next);
        drop(state);
        self.added.notify_one();
    }

    /// Waits for the next event, and takes it; the one before was published. Only one task may wait.
    pub(super) async fn next(&self) -> QueuedEvent {
        loop {
            if let Some(queued) = self.take() {
                return queued;
            }
            self.sent.notify_waiters();
            // An event that was added in between has left a permit.
            self.added.notified().await;
        }
    }

    /// Waits until every event was published.
    #[cfg(any(feature = "rmcp", test))]
    pub(super) async fn drained(&self) {
        loop {
            let mut sent = std::pin::pin!(self.sent.notified());
            // Before the look, so that nothing is missed in between.
            sent.as_mut().enable();
            if self.is_drained() {
                return;
            }
            sent.await;
        }
    }

    #[cfg(any(feature = "rmcp", test))]
    fn is_drained(&self) -> bool {
        let state = self.lock();
        state.waiting.is_empty() && !state.is_sending
    }

    /// Takes the next event. Without one, nothing is on its way.
    fn take(&self) -> Option<QueuedEvent> {
        let mut state = self.lock();
        let next = state.waiting.pop_front();
        state.is_sending = next.is_some();
        next
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        // The queue behind a poisoned lock is still valid.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use super::*;
    use crate::middleware::builtin::poll_once;

    #[tokio::test]
    async fn events_wait_in_their_order_and_a_full_queue_becomes_one_event() {
        let queue = EventQueue::default();
        let invalidated = |number: usize| Event::Invalidated {
            cause: number.to_string(),
            patterns: Vec::new(),
        };
        for number in 0..CAPACITY {
            queue.push(invalidated(number));
        }
        for number in 0..2 {
            let next = queue.next().await;
            assert_eq!((next.event, next.dropped), (invalidated(number), 0));
        }
        for number in 0..5 {
            queue.push(invalidated(number));
        }
        let next = queue.next().await;
        // All that waited, the one for which there was no room, and the two after it.
        let dropped = CAPACITY as u64 + 3;
        assert_eq!((next.event, next.dropped), (Event::Everything, dropped));
        queue.push(Event::Lists);
        let mut drained = pin!(queue.drained());
        assert!(poll_once(drained.as_mut()).await.is_none());
        assert_eq!(queue.next().await.event, Event::Lists);
        // The event is on its way.
        assert!(poll_once(drained.as_mut()).await.is_none());
        assert!(poll_once(pin!(queue.next())).await.is_none());
        assert!(poll_once(drained).await.is_some());
    }
}
