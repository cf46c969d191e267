//! A bus and a feed behind boxes, so that a registry has no type parameter for them.

use std::{fmt, pin::Pin};

use super::{Bus, BusError, Event, Feed, Gap};

type BoxedFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A type-erased bus.
pub(crate) struct BoxedBus(Box<dyn DynBus>);

/// A type-erased feed.
pub(crate) struct BoxedFeed(Box<dyn DynFeed>);

/// The object-safe twin of [`Bus`].
trait DynBus: Send + Sync {
    fn publish(&self, event: Event) -> BoxedFuture<'_, Result<(), BusError>>;

    fn subscribe(&self) -> BoxedFeed;

    fn reconnects(&self) -> u64;
}

/// The object-safe twin of [`Feed`].
trait DynFeed: Send {
    fn next(&mut self) -> BoxedFuture<'_, Option<Result<Event, Gap>>>;
}

impl<B: Bus> DynBus for B {
    fn publish(&self, event: Event) -> BoxedFuture<'_, Result<(), BusError>> {
        Box::pin(Bus::publish(self, event))
    }

    fn subscribe(&self) -> BoxedFeed {
        BoxedFeed(Box::new(Bus::subscribe(self)))
    }

    fn reconnects(&self) -> u64 {
        Bus::reconnects(self)
    }
}

impl<F: Feed> DynFeed for F {
    fn next(&mut self) -> BoxedFuture<'_, Option<Result<Event, Gap>>> {
        Box::pin(Feed::next(self))
    }
}

impl BoxedBus {
    pub(super) fn new(bus: impl Bus) -> Self {
        Self(Box::new(bus))
    }

    pub(crate) fn publish(&self, event: Event) -> BoxedFuture<'_, Result<(), BusError>> {
        self.0.publish(event)
    }

    pub(crate) fn subscribe(&self) -> BoxedFeed {
        self.0.subscribe()
    }

    pub(crate) fn reconnects(&self) -> u64 {
        self.0.reconnects()
    }
}

impl BoxedFeed {
    pub(crate) fn next(&mut self) -> BoxedFuture<'_, Option<Result<Event, Gap>>> {
        self.0.next()
    }
}

impl fmt::Debug for BoxedBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoxedBus").finish_non_exhaustive()
    }
}
