//! The bus over a stream of Redis.

use std::{fmt::Write, sync::atomic::Ordering};

use ::redis::Script;
use tokio::sync::Mutex;

use super::{Redis, failure::RedisFailure, feed::RedisFeed};
use crate::shared::{Bus, BusError, Event, Feed};

/// The number of entries that the stream holds, about.
const MAX_ENTRIES: usize = 10_000;
/// The time after which a stream without events goes, in milliseconds.
const KEPT: u64 = 60 * 60 * 1_000;
/// The number of attempts to publish an event. Those after the first are for a connection that was lost.
const ATTEMPTS: usize = 3;

/// The identity of a replica on the bus, and the number of the events that it has published.
pub(super) struct Publisher {
    pub(super) name: String,
    script: Script,
    /// Locked while an event is published, so that events arrive in their order.
    published: Mutex<Published>,
}

#[derive(Default)]
struct Published {
    number: u64,
    /// The event with this number, if nobody knows whether Redis has it. The next attempt to publish it has the same
    /// number, so that feeds take one of them.
    unknown: Option<Event>,
}

impl Publisher {
    pub(super) fn new() -> Result<Self, getrandom::Error> {
        Ok(Self {
            name: random_name()?,
            script: Script::new(include_str!("lua/publish.lua")),
            published: Mutex::default(),
        })
    }
}

/// Returns a text that no other call returns.
pub(super) fn random_name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    let mut name = String::new();
    for byte in bytes {
        let _ = write!(name, "{byte:02x}");
    }
    Ok(name)
}

impl Bus for Redis {
    async fn publish(&self, event: Event) -> Result<(), BusError> {
        let bytes = event.to_bytes()?;
        let link = &*self.0;
        let mut published = link.publisher.published.lock().await;
        if published.unknown.as_ref() != Some(&event) {
            published.number += 1;
            published.unknown = Some(event);
        }
        let mut script = link.publisher.script.prepare_invoke();
        script.key(&link.keys.events).key(&link.keys.sequence);
        script.arg(MAX_ENTRIES).arg(KEPT);
        script
            .arg(&link.publisher.name)
            .arg(published.number)
            .arg(&bytes[..]);
        let mut attempt = 1;
        loop {
            let mut connection = link.connection.clone();
            let sent: Result<(), _> = script.invoke_async(&mut connection).await;
            match sent {
                Ok(()) => {
                    published.unknown = None;
                    return Ok(());
                }
                Err(error) => {
                    let failure = RedisFailure::from(error);
                    // Another attempt would have the same answer.
                    if failure.is_refusal() {
                        return Err(BusError::Refused(failure.into_source()));
                    }
                    if attempt == ATTEMPTS {
                        return Err(BusError::Unavailable(failure.into_source()));
                    }
                    attempt += 1;
                }
            }
        }
    }

    fn subscribe(&self) -> impl Feed + 'static {
        RedisFeed::new(self.clone())
    }

    fn reconnects(&self) -> u64 {
        self.0.reconnects.load(Ordering::Relaxed)
    }
}
