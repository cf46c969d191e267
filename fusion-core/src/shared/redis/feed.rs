//! The feed over a stream of Redis.

use std::{
    collections::{HashMap, VecDeque},
    pin::Pin,
    time::Duration,
};

use ::redis::{RedisResult, streams::StreamId};

use super::{
    LIMIT, Redis,
    connection::RedisConnection,
    failure::RedisFailure,
    position::{StreamEntry, StreamPosition},
};
use crate::shared::{Event, FailureState, Feed, Gap};

/// The time for which Redis waits for an event before it answers that there is none.
const WAIT: Duration = Duration::from_secs(1);
/// The first and the longest pause before a connection is made again.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));
/// The number of other replicas whose last event is known.
const MAX_REPLICAS: usize = 4_096;

type Connecting = Pin<Box<dyn Future<Output = RedisResult<RedisConnection>> + Send>>;

/// The events of the other replicas. It has a connection of its own, because it waits on it.
pub(super) struct RedisFeed {
    redis: Redis,
    connection: Option<RedisConnection>,
    /// A pause and an attempt to connect. It goes on if the future of the caller was dropped.
    connecting: Option<Connecting>,
    was_connected: bool,
    /// True if nothing was read over the connection yet. Redis may refuse to be read over it.
    is_new: bool,
    failure: FailureState,
    /// True if the next read compares the number of the last event: after a new connection, and without events.
    checks: bool,
    place: StreamPosition,
    /// The number of the last event of each replica. An event of which Redis took two copies has one number.
    last: HashMap<String, u64>,
    read: VecDeque<Result<Event, Gap>>,
    pause: Duration,
}

impl RedisFeed {
    pub(super) fn new(redis: Redis) -> Self {
        let place = redis.0.latest().clone();
        Self {
            connection: None,
            connecting: None,
            checks: true,
            place,
            was_connected: false,
            is_new: false,
            failure: FailureState::default(),
            redis,
            last: HashMap::new(),
            read: VecDeque::new(),
            pause: Duration::ZERO,
        }
    }

    /// Reads more events, or connects. A failure is a pause before the next attempt.
    async fn advance(&mut self) {
        let Self {
            redis,
            connection,
            place,
            ..
        } = self;
        let Some(open) = connection else {
            self.connect().await;
            return;
        };
        let (keys, position) = (&redis.0.keys, &redis.0.position);
        let read = if self.checks {
            limited(LIMIT, position.behind(place, open, keys)).await
        } else {
            let wait = usize::try_from(WAIT.as_millis()).unwrap_or(usize::MAX);
            let entries = limited(WAIT + LIMIT, place.wait(open, keys, wait)).await;
            entries.map(|entries| (entries, None))
        };
        let (entries, number) = match read {
            Ok(read) => read,
            Err(failure) => return self.lost(&failure),
        };
        self.works();
        let is_idle = entries.is_empty();
        for entry in &entries {
            self.take(entry);
        }
        if let Some(number) = number {
            self.compare(number).await;
            self.checks = false;
        } else {
            self.checks |= is_idle;
        }
        self.redis.0.latest().clone_from(&self.place);
    }

    async fn connect(&mut self) {
        let (redis, pause) = (self.redis.clone(), self.pause);
        let connecting = self.connecting.get_or_insert_with(|| {
            Box::pin(async move {
                tokio::time::sleep(pause).await;
                redis.0.client.connect_to_wait(WAIT).await
            })
        });
        let connected = connecting.await;
        self.connecting = None;
        match connected {
            Ok(connection) => {
                self.connection = Some(connection);
                self.is_new = true;
                self.checks = true;
            }
            Err(error) => self.lost(&error.into()),
        }
    }

    /// Notes that the connection can be read.
    fn works(&mut self) {
        self.pause = Duration::ZERO;
        if std::mem::take(&mut self.is_new) && std::mem::replace(&mut self.was_connected, true) {
            self.redis.0.reconnected();
        }
        if self.failure.ends() {
            tracing::info!("events of other replicas are received again");
        }
    }

    /// Ends the connection, and makes the pause before the next one longer.
    fn lost(&mut self, failure: &RedisFailure) {
        if self.failure.begins(failure.kind()) {
            let error = failure.text();
            tracing::warn!(error, "events of other replicas are not received");
        }
        self.connection = None;
        let (first, longest) = PAUSES;
        self.pause = longest.min(first.max(self.pause * 2));
    }

    /// Takes an entry: the event, unless it is one of this replica or known, and a gap if others are missing before.
    fn take(&mut self, entry: &StreamId) {
        self.place.id.clone_from(&entry.id);
        let Some(entry) = StreamEntry::new(entry) else {
            self.gap(Gap::Malformed);
            return;
        };
        let next = self.place.number.wrapping_add(1);
        if entry.number != next {
            // The number begins anew if Redis has lost what it had.
            let is_behind = entry.number < next;
            self.gap(if is_behind { Gap::Reset } else { Gap::Overflow });
        }
        self.place.number = entry.number;
        if entry.replica == self.redis.0.publisher.name || self.is_known(&entry) {
            return;
        }
        match Event::from_bytes(entry.event) {
            Ok(event) => self.read.push_back(Ok(event)),
            Err(_) => self.gap(Gap::Malformed),
        }
    }

    /// Returns true for another copy of an event.
    fn is_known(&mut self, entry: &StreamEntry<'_>) -> bool {
        if let Some(last) = self.last.get_mut(entry.replica) {
            let is_known = entry.own_number <= *last;
            *last = entry.own_number.max(*last);
            return is_known;
        }
        if self.last.len() >= MAX_REPLICAS {
            self.last.clear();
        }
        self.last.insert(entry.replica.to_owned(), entry.own_number);
        false
    }

    /// Compares the number of the last event that was read with that of the last one that was published.
    async fn compare(&mut self, number: u64) {
        if self.place.number == number {
            return;
        }
        let Some(connection) = &mut self.connection else {
            return;
        };
        // The clock of Redis may be behind that of one before it, so that the ids begin anew as well.
        let keys = &self.redis.0.keys;
        let end = self.redis.0.position.end(connection, keys);
        match limited(LIMIT, end).await {
            Ok(place) => {
                self.place = place;
                self.gap(Gap::Reset);
            }
            Err(failure) => self.lost(&failure),
        }
    }

    /// Adds a gap, unless one waits already.
    fn gap(&mut self, gap: Gap) {
        if !matches!(self.read.back(), Some(Err(_))) {
            self.read.push_back(Err(gap));
        }
    }
}

/// Waits for an answer for at most `limit`.
async fn limited<T>(
    limit: Duration,
    read: impl Future<Output = RedisResult<T>>,
) -> Result<T, RedisFailure> {
    match tokio::time::timeout(limit, read).await {
        Ok(read) => read.map_err(RedisFailure::from),
        Err(_) => Err(RedisFailure::timed_out()),
    }
}

impl Feed for RedisFeed {
    async fn next(&mut self) -> Option<Result<Event, Gap>> {
        loop {
            if let Some(read) = self.read.pop_front() {
                return Some(read);
            }
            self.advance().await;
        }
    }
}
