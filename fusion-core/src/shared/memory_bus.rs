//! A bus inside of one process.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use tokio::sync::broadcast::{self, error::RecvError};

use super::{Bus, BusError, Event, Feed, Gap};

/// The number of events that a feed may be behind.
const CAPACITY: usize = 1_024;

/// A [`Bus`] in the memory of one process, between several registries of it.
///
/// A feed may be 1,024 events behind; the older ones are dropped then, and the feed has a [`Gap::Overflow`].
#[derive(Debug)]
pub struct MemoryBus {
    channel: Arc<Channel>,
    replica: u64,
}

#[derive(Debug)]
struct Channel {
    events: broadcast::Sender<(u64, Event)>,
    replicas: AtomicU64,
}

/// The feed of a [`MemoryBus`].
struct MemoryFeed {
    events: broadcast::Receiver<(u64, Event)>,
    replica: u64,
}

impl MemoryBus {
    /// Creates a bus with one replica.
    pub fn new() -> Self {
        Self {
            channel: Arc::new(Channel {
                events: broadcast::Sender::new(CAPACITY),
                replicas: AtomicU64::new(1),
            }),
            replica: 0,
        }
    }

    /// Creates another replica on the same bus.
    #[must_use = "it does nothing until a registry has it"]
    pub fn replica(&self) -> Self {
        Self {
            channel: Arc::clone(&self.channel),
            replica: self.channel.replicas.fetch_add(1, Ordering::Relaxed),
        }
    }
}

impl Default for MemoryBus {
    fn default() -> Self {
        Self::new()
    }
}

impl Bus for MemoryBus {
    async fn publish(&self, event: Event) -> Result<(), BusError> {
        event.to_bytes()?;
        // An error means that nobody listens.
        let _ = self.channel.events.send((self.replica, event));
        Ok(())
    }

    fn subscribe(&self) -> impl Feed + 'static {
        MemoryFeed {
            events: self.channel.events.subscribe(),
            replica: self.replica,
        }
    }
}

impl Feed for MemoryFeed {
    async fn next(&mut self) -> Option<Result<Event, Gap>> {
        loop {
            match self.events.recv().await {
                Ok((replica, _)) if replica == self.replica => {}
                Ok((_, event)) => return Some(Ok(event)),
                Err(RecvError::Lagged(_)) => return Some(Err(Gap::Overflow)),
                Err(RecvError::Closed) => return None,
            }
        }
    }
}
