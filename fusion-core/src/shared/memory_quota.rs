//! A quota inside of one process.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::{Allowance, Quota, QuotaError, Taken};

/// The maximum number of keys.
const MAX_KEYS: usize = 65_536;
/// The least number of keys at which keys that have all their uses again are removed.
const LEAST_SWEEP: usize = 64;

/// A [`Quota`] in the memory of one process, for several registries of it.
///
/// It keeps at most 65,536 keys that have been used lately, and refuses others with [`QuotaError::Full`].
#[derive(Debug)]
pub struct MemoryQuota {
    begin: Instant,
    counts: Mutex<Counts>,
}

#[derive(Debug)]
struct Counts {
    /// The time from the begin at which each key has all its uses again, in microseconds.
    full_at: HashMap<String, u64>,
    /// The number of keys at which those that have all their uses again are removed.
    sweep_at: usize,
}

impl MemoryQuota {
    /// Creates a quota in which every key has all its uses.
    pub fn new() -> Self {
        Self {
            begin: Instant::now(),
            counts: Mutex::new(Counts {
                full_at: HashMap::new(),
                sweep_at: LEAST_SWEEP,
            }),
        }
    }

    fn take_now(&self, key: &str, allowance: &Allowance, cost: u32) -> Result<Taken, QuotaError> {
        let burst = allowance.burst().get();
        if cost > burst {
            return Err(QuotaError::TooCostly);
        }
        let now = micros(self.begin.elapsed());
        let interval = allowance.interval_micros();
        // The map behind a poisoned lock is still valid.
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let full_at = counts.full_at.get(key).map_or(now, |at| now.max(*at));
        let after = full_at.saturating_add(interval.saturating_mul(cost.into()));
        let early = after.saturating_sub(interval.saturating_mul(burst.into()));
        if early > now {
            let wait = Duration::from_micros(early - now);
            return Ok(Taken::Refused { wait });
        }
        if let Some(at) = counts.full_at.get_mut(key) {
            *at = after;
            return Ok(Taken::Granted);
        }
        counts.make_room(now)?;
        counts.full_at.insert(key.to_owned(), after);
        Ok(Taken::Granted)
    }
}

impl Counts {
    /// Makes room for a key. The number of keys at which others are removed doubles, so that a use pays for a bounded
    /// number of other keys.
    fn make_room(&mut self, now: u64) -> Result<(), QuotaError> {
        if self.full_at.len() >= self.sweep_at.min(MAX_KEYS) {
            self.full_at.retain(|_, at| *at > now);
            self.sweep_at = LEAST_SWEEP.max(self.full_at.len() * 2);
        }
        if self.full_at.len() >= MAX_KEYS {
            return Err(QuotaError::Full);
        }
        Ok(())
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl Default for MemoryQuota {
    fn default() -> Self {
        Self::new()
    }
}

impl Quota for MemoryQuota {
    async fn take(&self, key: &str, allowance: &Allowance, cost: u32) -> Result<Taken, QuotaError> {
        self.take_now(key, allowance, cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn keys_that_have_all_their_uses_again_are_forgotten_and_no_more_than_so_many_are_kept() {
        let quota = MemoryQuota::new();
        let allowance = Allowance::new(Duration::from_secs(1), 1);
        let take = async |key: usize| quota.take(&key.to_string(), &allowance, 1).await;
        for key in 0..MAX_KEYS {
            assert_eq!(take(key).await.unwrap(), Taken::Granted);
        }
        assert!(matches!(take(MAX_KEYS).await, Err(QuotaError::Full)));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(take(MAX_KEYS).await.unwrap(), Taken::Granted);
        assert_eq!(quota.counts.lock().unwrap().full_at.len(), 1);
    }
}
