//! The bus: events from one replica to all others.

use std::{error::Error, future::Future};

use super::Event;

/// A bus carries [`Event`]s from each replica of a server to all others. One value belongs to one replica, which never
/// receives its own events.
///
/// Events of one replica arrive in their order. A bus may lose events if it says so by a [`Gap`]; it keeps at most a
/// bounded number of them.
///
/// ```
/// use fusion_core::shared::{Bus, Event, Feed, MemoryBus};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let one = MemoryBus::new();
/// let other = one.replica();
/// let (mut to_one, mut to_other) = (one.subscribe(), other.subscribe());
/// one.publish(Event::Lists).await?;
/// other.publish(Event::Everything).await?;
/// assert_eq!(to_other.next().await, Some(Ok(Event::Lists)));
/// assert_eq!(to_one.next().await, Some(Ok(Event::Everything)));
/// # Ok(())
/// # }
/// ```
pub trait Bus: Send + Sync + 'static {
    /// Sends an event to all other replicas. The future is ready once the engine has the event.
    ///
    /// # Errors
    ///
    /// A [`BusError`] if the engine cannot be reached, or refuses the event. It may have arrived all the same.
    fn publish(&self, event: Event) -> impl Future<Output = Result<(), BusError>> + Send;

    /// Returns the events of all other replicas from now on.
    fn subscribe(&self) -> impl Feed + 'static;

    /// Returns how often the connection of the bus was made again after it was lost. The default is zero, for a bus
    /// without a connection.
    fn reconnects(&self) -> u64 {
        0
    }
}

/// The events that a replica receives.
pub trait Feed: Send {
    /// Waits for the next event. `None` means that none will follow.
    ///
    /// A lost connection is not an end: the feed connects again, and returns a [`Gap`] if it may have missed events.
    /// The future may be dropped before it is ready, and loses nothing then.
    fn next(&mut self) -> impl Future<Output = Option<Result<Event, Gap>>> + Send;
}

/// Events may have been lost: everything that is known of other replicas is stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Gap {
    /// The engine no longer has events that the feed had not read: it was restarted, or another took its place.
    Reset,
    /// The feed read too slowly, and the oldest events were dropped.
    Overflow,
    /// An event was no event of this version.
    Malformed,
}

impl Gap {
    /// Returns one word for a log or a table: `reset`, `overflow` or `malformed`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::Overflow => "overflow",
            Self::Malformed => "malformed",
        }
    }
}

/// The error of a bus.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BusError {
    /// The event is larger than [`Event::MAX_BYTES`], or has too many parts.
    #[error("the event is too large")]
    TooLarge,
    /// The bytes are no event of this version.
    #[error("the bytes are no event")]
    Malformed,
    /// The engine has answered, and refuses the event: it has no memory left, for example.
    #[error("the bus refuses the event")]
    Refused(#[source] Box<dyn Error + Send + Sync>),
    /// The engine failed.
    #[error("the bus cannot be reached")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
}
