//! Records of the bus between replicas.

use std::time::Duration;

use crate::shared::Gap;

/// An event of the bus between replicas, for [`Observer::observe_bus`](super::Observer::observe_bus).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BusRecord {
    /// The engine took an event of this replica.
    Published {
        /// The time from the change to the answer of the engine.
        latency: Duration,
    },
    /// An attempt to publish an event failed. It is repeated.
    PublishFailed,
    /// Events of this replica were dropped, because too many waited for the engine. The other replicas are told that
    /// anything may have changed.
    Dropped {
        /// The number of events.
        events: u64,
    },
    /// An event of another replica has arrived.
    Received,
    /// Events of other replicas may have been lost. All subscribers are notified.
    Gap(Gap),
    /// The connection of the bus was made again.
    Reconnected {
        /// The number of times since the last record.
        times: u64,
    },
}

impl BusRecord {
    /// Returns one word for a log or a table: `published`, `publish_failed`, `dropped`, `received`, `gap` or
    /// `reconnected`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Published { .. } => "published",
            Self::PublishFailed => "publish_failed",
            Self::Dropped { .. } => "dropped",
            Self::Received => "received",
            Self::Gap(_) => "gap",
            Self::Reconnected { .. } => "reconnected",
        }
    }

    /// Returns the number that a counter grows by.
    pub fn count(&self) -> u64 {
        match self {
            Self::Dropped { events } => *events,
            Self::Reconnected { times } => *times,
            _ => 1,
        }
    }

    /// Returns the time that publishing took; `None` for other records.
    pub fn latency(&self) -> Option<Duration> {
        match self {
            Self::Published { latency } => Some(*latency),
            _ => None,
        }
    }
}
