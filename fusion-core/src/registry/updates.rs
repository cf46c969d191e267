//! Which resources have changed, and who was not told of it yet.
//!
//! There is no queue. Each subscriber has a mark on each URI that it wants: so memory is bounded by
//! what is subscribed to, nothing is lost, and what changes twice before it is told is told once.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use tokio::sync::Notify;

use crate::state_sync::ChangedResource;

/// Everybody who wants to know.
#[derive(Debug, Default)]
pub(super) struct Updates(Mutex<Vec<Weak<Subscriber>>>);

impl Updates {
    /// Marks one resource as changed, for those who want to know.
    pub(super) fn announce(&self, uri: &str) {
        let changed = ChangedResource::exactly(uri);
        self.announce_all(std::slice::from_ref(&changed));
    }

    /// The same of whatever is touched.
    pub(super) fn announce_all(&self, touched: &[ChangedResource]) {
        for subscriber in &*locked(&self.0) {
            if let Some(subscriber) = subscriber.upgrade() {
                subscriber.mark(touched);
            }
        }
    }

    /// Somebody who wants nothing yet. It is forgotten when it is dropped.
    #[cfg_attr(not(feature = "rmcp"), allow(dead_code))] // only an attachment has subscribers
    pub(super) fn subscriber(&self) -> Arc<Subscriber> {
        let subscriber = Arc::new(Subscriber::default());
        let mut all = locked(&self.0);
        all.retain(|known| known.strong_count() > 0);
        all.push(Arc::downgrade(&subscriber));
        subscriber
    }
}

/// One connection, or one stream of one, that wants to know of some resources.
#[derive(Debug, Default)]
pub(crate) struct Subscriber {
    wanted: Mutex<BTreeMap<Wanted, bool>>,
    news: Notify,
}

/// A URI as it is compared, then as the subscriber wrote it.
type Wanted = (String, String);

#[cfg_attr(not(feature = "rmcp"), allow(dead_code))] // only an attachment has subscribers
impl Subscriber {
    /// How many URIs one subscriber may want.
    pub(crate) const MOST: usize = 1_024;

    /// Wants to know of `uri`; whether there was room.
    pub(crate) fn want(&self, uri: &str) -> bool {
        let mut wanted = locked(&self.wanted);
        let key = (ChangedResource::compared(uri), uri.to_owned());
        if wanted.len() >= Self::MOST && !wanted.contains_key(&key) {
            return false;
        }
        wanted.entry(key).or_default();
        true
    }

    /// No longer wants to know of `uri`; whether it did.
    pub(crate) fn leave(&self, uri: &str) -> bool {
        let key = (ChangedResource::compared(uri), uri.to_owned());
        locked(&self.wanted).remove(&key).is_some()
    }

    /// Whether it wants to know of `uri`, written so.
    pub(crate) fn wants(&self, uri: &str) -> bool {
        let key = (ChangedResource::compared(uri), uri.to_owned());
        locked(&self.wanted).contains_key(&key)
    }

    /// The URIs that have changed since it was asked last, at least one, as they were written. Only
    /// one task may wait.
    pub(crate) async fn changed(&self) -> Vec<String> {
        loop {
            let told = self.take();
            if !told.is_empty() {
                return told;
            }
            // A mark that was set in between has left a permit.
            self.news.notified().await;
        }
    }

    fn take(&self) -> Vec<String> {
        let mut wanted = locked(&self.wanted);
        let marked = wanted.iter_mut().filter(|(_, marked)| **marked);
        let taken = marked.map(|((_, written), marked)| {
            *marked = false;
            written.clone()
        });
        taken.collect()
    }

    fn mark(&self, touched: &[ChangedResource]) {
        let mut wanted = locked(&self.wanted);
        let mut news = false;
        for touched in touched {
            match touched.exact() {
                Some(uri) => {
                    let from = (uri.to_owned(), String::new());
                    let same = wanted.range_mut(from..);
                    for (_, marked) in same.take_while(|((compared, _), _)| compared == uri) {
                        (*marked, news) = (true, true);
                    }
                }
                None => {
                    for ((compared, _), marked) in &mut *wanted {
                        if touched.matches(compared) {
                            (*marked, news) = (true, true);
                        }
                    }
                }
            }
        }
        drop(wanted);
        if news {
            self.news.notify_one();
        }
    }
}

/// What is behind these locks is whole at any time.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_what_is_wanted_is_told_and_what_changed_twice_is_told_once() {
        let updates = Updates::default();
        let one = updates.subscriber();
        let other = updates.subscriber();
        assert!(one.want("a://1") && one.want("a://2") && other.want("a://3"));
        for uri in ["a://1", "a://1", "a://2", "a://4", "a://1"] {
            updates.announce(uri);
        }
        assert_eq!(one.changed().await, ["a://1", "a://2"]);
        assert_eq!(one.take(), [""; 0]);
        assert_eq!(other.take(), [""; 0]);
        assert!(one.leave("a://1") && !one.leave("a://1"));
        updates.announce("a://1");
        assert_eq!(one.take(), [""; 0]);
    }

    #[tokio::test]
    async fn what_is_written_in_another_way_is_the_same_and_told_as_it_was_written() {
        let updates = Updates::default();
        let subscriber = updates.subscriber();
        let ways = ["a://caf%C3%A9", "a://caf%c3%a9", "a://café"];
        for uri in ways {
            assert!(subscriber.want(uri));
        }
        updates.announce("a://café");
        assert_eq!(subscriber.changed().await, ways);
    }

    #[tokio::test]
    async fn whoever_waits_is_woken() {
        let updates = Arc::new(Updates::default());
        let subscriber = updates.subscriber();
        assert!(subscriber.want("a://1"));
        let waiting = tokio::spawn({
            let subscriber = Arc::clone(&subscriber);
            async move { subscriber.changed().await }
        });
        tokio::task::yield_now().await;
        updates.announce("a://1");
        assert_eq!(waiting.await.unwrap(), ["a://1"]);
    }

    #[test]
    fn a_subscriber_has_room_for_so_many_and_is_forgotten_when_it_is_dropped() {
        let updates = Updates::default();
        let subscriber = updates.subscriber();
        for index in 0..Subscriber::MOST {
            assert!(subscriber.want(&format!("a://{index}")));
        }
        assert!(!subscriber.want("a://more"));
        assert!(subscriber.want("a://0"), "it is there already");
        drop(subscriber);
        let _next = updates.subscriber();
        assert_eq!(locked(&updates.0).len(), 1);
    }
}
