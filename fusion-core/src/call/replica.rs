//! The connection of a registry to its other replicas: it publishes what changed here, and notifies the local clients of
//! what changed there. A registry without a bus has none.

mod queue;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use queue::EventQueue;
use tokio::{runtime::Handle, sync::watch};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::ResourceUpdates;
use crate::{
    error::with_sources,
    observe::{BusRecord, Observers},
    shared::{BoxedBus, BoxedFeed, BusError, Event, FailureState, Gap},
    state_sync::{ChangedResource, Invalidation, InvalidationHook},
};

/// The first and the longest pause before an event is published again.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(5));

/// The time that a server waits at its end for its last events.
#[cfg(feature = "rmcp")]
const LAST: Duration = Duration::from_secs(1);

/// The connection of a registry to its other replicas. Its task ends when it is dropped.
pub(crate) struct Replica {
    link: Arc<ReplicaLink>,
    stop: CancellationToken,
    _guard: DropGuard,
}

/// Everybody in this process whom changes of other replicas concern.
pub(crate) struct LocalClients {
    pub(crate) updates: Arc<ResourceUpdates>,
    /// Counts the changes of lists in other replicas.
    pub(crate) lists: watch::Sender<u64>,
    pub(crate) hook: Option<InvalidationHook>,
    pub(crate) observers: Observers,
}

struct ReplicaLink {
    bus: BoxedBus,
    queue: EventQueue,
    local: LocalClients,
    is_running: AtomicBool,
    /// True once the task has run, so that another one may have missed events.
    has_run: AtomicBool,
    /// The connections that were made again, as far as they are reported.
    reconnects: AtomicU64,
    /// The failure to publish.
    failure: FailureState,
}

/// A running task. When it is dropped, another one may start: the runtime of the task may end before the registry.
struct Running(Arc<ReplicaLink>);

impl Replica {
    pub(crate) fn new(bus: BoxedBus, local: LocalClients) -> Self {
        let stop = CancellationToken::new();
        Self {
            link: Arc::new(ReplicaLink {
                bus,
                queue: EventQueue::default(),
                local,
                is_running: AtomicBool::new(false),
                has_run: AtomicBool::new(false),
                reconnects: AtomicU64::new(0),
                failure: FailureState::default(),
            }),
            _guard: stop.clone().drop_guard(),
            stop,
        }
    }

    /// Starts the task, unless it runs. Without a runtime it starts with the next client or change.
    pub(crate) fn start(&self) {
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        if self.link.is_running.swap(true, Ordering::AcqRel) {
            return;
        }
        let running = Running(Arc::clone(&self.link));
        let feed = self.link.bus.subscribe();
        if self.link.has_run.swap(true, Ordering::AcqRel) {
            self.link.report_gap(Gap::Reset);
        }
        let stop = self.stop.clone();
        runtime.spawn(async move {
            let link = &running.0;
            tokio::select! {
                () = stop.cancelled() => {}
                () = link.receive(feed) => {}
                () = link.send() => {}
            }
        });
    }

    /// Publishes that resources have changed.
    pub(crate) fn publish_resources(&self, changed: &[ChangedResource]) {
        let forms = changed.iter().map(ChangedResource::to_form).collect();
        self.publish(Event::Resources(forms));
    }

    /// Publishes that lists have changed.
    #[cfg(feature = "rmcp")]
    pub(crate) fn publish_lists(&self) {
        self.publish(Event::Lists);
    }

    /// Publishes that results are stale.
    pub(crate) fn publish_invalidation(&self, invalidation: &Invalidation) {
        self.publish(Event::Invalidated {
            cause: invalidation.cause().to_owned(),
            patterns: invalidation.patterns().map(str::to_owned).collect(),
        });
    }

    /// Returns a receiver of the changes of lists in other replicas.
    #[cfg(feature = "rmcp")]
    pub(crate) fn list_changes(&self) -> watch::Receiver<u64> {
        self.start();
        self.link.local.lists.subscribe()
    }

    /// Waits until every event is published, for a short time: the process may end next.
    #[cfg(feature = "rmcp")]
    pub(crate) async fn flush(&self) {
        if tokio::time::timeout(LAST, self.link.queue.drained())
            .await
            .is_err()
        {
            tracing::warn!("the last events were not published");
        }
    }

    fn publish(&self, event: Event) {
        self.link.queue.push(event);
        self.start();
    }
}

impl ReplicaLink {
    /// Notifies the local clients of what changes in other replicas.
    async fn receive(&self, mut feed: BoxedFeed) {
        while let Some(received) = feed.next().await {
            self.report_reconnects();
            match received {
                Ok(event) => {
                    self.local.observers.report_bus(&BusRecord::Received);
                    self.local.apply(event);
                }
                Err(gap) => self.report_gap(gap),
            }
        }
        tracing::error!("the bus has ended, and this replica receives no events of the others");
        std::future::pending::<()>().await;
    }

    fn report_gap(&self, gap: Gap) {
        tracing::warn!(
            reason = gap.name(),
            "events of other replicas may be lost; all clients are notified"
        );
        self.local.observers.report_bus(&BusRecord::Gap(gap));
        self.local.everything_changed();
    }

    fn report_reconnects(&self) {
        let now = self.bus.reconnects();
        let before = self.reconnects.swap(now, Ordering::Relaxed);
        if now > before {
            let times = now - before;
            let record = BusRecord::Reconnected { times };
            self.local.observers.report_bus(&record);
        }
    }

    /// Publishes the events of the queue, each until the engine has it.
    async fn send(&self) {
        loop {
            let queued = self.queue.next().await;
            if queued.dropped > 0 {
                let events = queued.dropped;
                tracing::warn!(events, "events were dropped, because the bus is too slow");
                let record = BusRecord::Dropped { events };
                self.local.observers.report_bus(&record);
            }
            self.publish(queued.event).await;
            let latency = queued.since.elapsed();
            let record = BusRecord::Published { latency };
            self.local.observers.report_bus(&record);
        }
    }

    async fn publish(&self, mut event: Event) {
        let (mut pause, longest) = PAUSES;
        loop {
            let error = match self.bus.publish(event.clone()).await {
                Ok(()) => break,
                Err(BusError::TooLarge) if event != Event::Everything => {
                    event = Event::Everything;
                    continue;
                }
                Err(error) => error,
            };
            self.local.observers.report_bus(&BusRecord::PublishFailed);
            self.report_failure(&error);
            tokio::time::sleep(pause).await;
            pause = longest.min(pause * 2);
        }
        if self.failure.ends() {
            tracing::info!("events are published again");
        }
        self.report_reconnects();
    }

    /// Logs a failure to publish, unless the one before had the same reason.
    fn report_failure(&self, error: &BusError) {
        let kind = match error {
            BusError::Refused(reason) => reason.to_string(),
            other => other.to_string(),
        };
        if self.failure.begins(&kind) {
            let error = with_sources(error.to_string(), error);
            tracing::warn!(error, "events are not published until the bus takes them");
        }
    }
}

impl LocalClients {
    fn apply(&self, event: Event) {
        match event {
            Event::Resources(forms) => {
                let changed: Vec<_> = forms.into_iter().map(ChangedResource::from_form).collect();
                self.updates.notify_all(&changed);
            }
            Event::Lists => self.lists_changed(),
            Event::Invalidated { cause, patterns } => self.invalidate(cause, &patterns),
            Event::Everything => self.everything_changed(),
        }
    }

    /// Notifies everybody that anything may have changed.
    fn everything_changed(&self) {
        self.updates.notify_everything();
        self.lists_changed();
        self.invalidate(String::new(), &["**".to_owned()]);
    }

    fn lists_changed(&self) {
        self.lists
            .send_modify(|version| *version = version.wrapping_add(1));
    }

    fn invalidate(&self, cause: String, patterns: &[String]) {
        if let Some(hook) = &self.hook {
            hook.call(&Invalidation::from_replica(cause, patterns));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.is_running.store(false, Ordering::Release);
    }
}
