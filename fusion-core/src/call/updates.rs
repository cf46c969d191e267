//! Notifications of changed resources, up to the subscriber; the transport sends them.
//!
//! There is no queue. Each subscriber has a mark on each URI that it subscribed to: memory is bounded
//! by the subscriptions, nothing is lost, and two changes before a notification are notified once.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use tokio::sync::Notify;

use crate::state_sync::ChangedResource;

/// All subscribers of one registry.
#[derive(Debug, Default)]
pub(crate) struct ResourceUpdates(Mutex<Vec<Weak<Subscriber>>>);

impl ResourceUpdates {
    /// Marks several resources as changed for their subscribers.
    pub(crate) fn notify_all(&self, changed: &[ChangedResource]) {
        for subscriber in &*lock(&self.0) {
            if let Some(subscriber) = subscriber.upgrade() {
                subscriber.mark(changed);
            }
        }
    }

    /// Marks all resources as changed for their subscribers.
    pub(super) fn notify_everything(&self) {
        for subscriber in lock(&self.0).iter().filter_map(Weak::upgrade) {
            subscriber.mark_all();
        }
    }

    /// Creates a subscriber without subscriptions. It unsubscribes when it is dropped.
    #[cfg_attr(not(feature = "rmcp"), allow(dead_code))] // only `wire/` has subscribers
    pub(crate) fn subscriber(&self) -> Arc<Subscriber> {
        let subscriber = Arc::new(Subscriber::default());
        let mut all = lock(&self.0);
        all.retain(|known| known.strong_count() > 0);
        all.push(Arc::downgrade(&subscriber));
        subscriber
    }
}

/// One connection, or one stream of a connection, with its subscriptions.
#[derive(Debug, Default)]
pub(crate) struct Subscriber {
    /// The subscriptions, and whether each has changed since the last notification.
    marks: Mutex<BTreeMap<SubscribedUri, bool>>,
    changed: Notify,
}

/// A URI as it is compared, then as the subscriber wrote it.
type SubscribedUri = (String, String);

#[cfg_attr(not(feature = "rmcp"), allow(dead_code))] // only `wire/` has subscribers
impl Subscriber {
    /// The number of URIs that one subscriber may subscribe to.
    pub(crate) const MAX_URIS: usize = 1_024;

    /// Subscribes to `uri`. Returns whether there was room.
    pub(crate) fn subscribe(&self, uri: &str) -> bool {
        let mut marks = lock(&self.marks);
        let key = (ChangedResource::normalize(uri), uri.to_owned());
        if marks.len() >= Self::MAX_URIS && !marks.contains_key(&key) {
            return false;
        }
        marks.entry(key).or_default();
        true
    }

    /// Unsubscribes from `uri`. Returns whether it was subscribed to.
    pub(crate) fn unsubscribe(&self, uri: &str) -> bool {
        let key = (ChangedResource::normalize(uri), uri.to_owned());
        lock(&self.marks).remove(&key).is_some()
    }

    /// Returns whether it is subscribed to `uri` in this spelling.
    pub(crate) fn is_subscribed(&self, uri: &str) -> bool {
        let key = (ChangedResource::normalize(uri), uri.to_owned());
        lock(&self.marks).contains_key(&key)
    }

    /// Waits for changes, and returns the URIs that have changed since the last time, at least one, as
    /// the subscriber wrote them. Only one task may wait.
    pub(crate) async fn changed(&self) -> Vec<String> {
        loop {
            let changed = self.take();
            if !changed.is_empty() {
                return changed;
            }
            // A mark that was set in between has left a permit.
            self.changed.notified().await;
        }
    }

    fn take(&self) -> Vec<String> {
        let mut marks = lock(&self.marks);
        let marked = marks.iter_mut().filter(|(_, marked)| **marked);
        let taken = marked.map(|((_, written), marked)| {
            *marked = false;
            written.clone()
        });
        taken.collect()
    }

    fn mark_all(&self) {
        let mut marks = lock(&self.marks);
        let any = !marks.is_empty();
        marks.values_mut().for_each(|marked| *marked = true);
        drop(marks);
        if any {
            self.changed.notify_one();
        }
    }

    fn mark(&self, changed: &[ChangedResource]) {
        let mut marks = lock(&self.marks);
        let mut any = false;
        for changed in changed {
            match changed.single_uri() {
                Some(uri) => {
                    let from = (uri.to_owned(), String::new());
                    let same = marks.range_mut(from..);
                    for (_, marked) in same.take_while(|((compared, _), _)| compared == uri) {
                        (*marked, any) = (true, true);
                    }
                }
                None => {
                    for ((compared, _), marked) in &mut *marks {
                        if changed.matches(compared) {
                            (*marked, any) = (true, true);
                        }
                    }
                }
            }
        }
        drop(marks);
        if any {
            self.changed.notify_one();
        }
    }
}

/// Locks, also after a panic: the data behind these locks is consistent at any time.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    impl ResourceUpdates {
        fn notify(&self, uri: &str) {
            self.notify_all(&[ChangedResource::from_uri(uri)]);
        }
    }

    #[tokio::test]
    async fn only_subscribed_uris_are_notified_and_two_changes_are_notified_once() {
        let updates = ResourceUpdates::default();
        let one = updates.subscriber();
        let other = updates.subscriber();
        assert!(one.subscribe("a://1") && one.subscribe("a://2") && other.subscribe("a://3"));
        for uri in ["a://1", "a://1", "a://2", "a://4", "a://1"] {
            updates.notify(uri);
        }
        assert_eq!(one.changed().await, ["a://1", "a://2"]);
        assert_eq!(one.take(), [""; 0]);
        assert_eq!(other.take(), [""; 0]);
        assert!(one.unsubscribe("a://1") && !one.unsubscribe("a://1"));
        updates.notify("a://1");
        assert_eq!(one.take(), [""; 0]);
    }

    #[tokio::test]
    async fn another_spelling_of_a_uri_is_the_same_uri_and_is_notified_as_it_was_written() {
        let updates = ResourceUpdates::default();
        let subscriber = updates.subscriber();
        let spellings = ["a://caf%C3%A9", "a://caf%c3%a9", "a://café"];
        for uri in spellings {
            assert!(subscriber.subscribe(uri));
        }
        updates.notify("a://café");
        assert_eq!(subscriber.changed().await, spellings);
    }

    #[tokio::test]
    async fn a_waiting_task_is_woken() {
        let updates = Arc::new(ResourceUpdates::default());
        let subscriber = updates.subscriber();
        assert!(subscriber.subscribe("a://1"));
        let waiting = tokio::spawn({
            let subscriber = Arc::clone(&subscriber);
            async move { subscriber.changed().await }
        });
        tokio::task::yield_now().await;
        updates.notify("a://1");
        assert_eq!(waiting.await.unwrap(), ["a://1"]);
    }

    #[test]
    fn a_subscriber_has_a_maximum_and_is_removed_when_it_is_dropped() {
        let updates = ResourceUpdates::default();
        let subscriber = updates.subscriber();
        for index in 0..Subscriber::MAX_URIS {
            assert!(subscriber.subscribe(&format!("a://{index}")));
        }
        assert!(!subscriber.subscribe("a://more"));
        assert!(subscriber.subscribe("a://0"), "it is there already");
        drop(subscriber);
        let _next = updates.subscriber();
        assert_eq!(lock(&updates.0).len(), 1);
    }
}
