//! Changes of keys that Redis has not taken: they are tried again once it works.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::Semaphore, time::sleep};

use super::Redis;
use crate::shared::{Claim, Store};

/// The maximum number of claims without an owner that wait to be released.
const MAX_RELEASES: usize = 1_024;
/// The maximum size of all values that wait to be written, in KiB.
const MAX_WAITING: usize = 32 * 1_024;
/// The longest time for which a value waits. A claim mostly runs out before.
const LONGEST: Duration = Duration::from_secs(60);
/// The first and the longest pause between two attempts.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(1));

/// The changes that wait.
pub(super) struct WaitingChanges {
    /// Has a permit for each claim that may still be released later.
    releases: Arc<Semaphore>,
    /// Has a permit for each KiB of the values that may still wait.
    room: Arc<Semaphore>,
    /// The owners of the claims whose value waits.
    finishing: Mutex<HashSet<String>>,
}

impl WaitingChanges {
    pub(super) fn new() -> Self {
        Self {
            releases: Arc::new(Semaphore::new(MAX_RELEASES)),
            room: Arc::new(Semaphore::new(MAX_WAITING)),
            finishing: Mutex::default(),
        }
    }

    fn finishing(&self) -> MutexGuard<'_, HashSet<String>> {
        // The value behind a poisoned lock is still valid.
        self.finishing
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Redis {
    /// Releases a claim whose answer was lost, once Redis can be reached, for as long as its lease. Its key would be busy
    /// until then, although nobody uses it.
    pub(super) fn release_later(&self, claim: Claim, lease: Duration) {
        // Without a permit, the lease ends by itself.
        let Ok(permit) = Arc::clone(&self.0.waiting.releases).try_acquire_owned() else {
            return;
        };
        let redis = self.clone();
        tokio::spawn(async move {
            let release = async {
                while redis.release(claim.clone()).await.is_err() {
                    sleep(PAUSES.0).await;
                }
            };
            let _ = tokio::time::timeout(lease, release).await;
            drop(permit);
        });
    }

    /// Writes the value of a claim once Redis takes it, unless the claim runs out before. A claim has one value that
    /// waits, the first.
    pub(super) fn finish_later(&self, claim: Claim, value: Vec<u8>, ttl: Duration) {
        let size = u32::try_from(value.len() / 1_024 + 1).unwrap_or(u32::MAX);
        // Without a permit, the claim runs out.
        let Ok(permit) = Arc::clone(&self.0.waiting.room).try_acquire_many_owned(size) else {
            return;
        };
        let owner = claim.owner().to_owned();
        if !self.0.waiting.finishing().insert(owner.clone()) {
            return;
        }
        let redis = self.clone();
        tokio::spawn(async move {
            let finish = async {
                let (mut pause, longest) = PAUSES;
                loop {
                    sleep(pause).await;
                    if let Ok(is_kept) = redis.try_finish(&claim, &value, ttl).await {
                        return is_kept;
                    }
                    pause = longest.min(pause * 2);
                }
            };
            match tokio::time::timeout(LONGEST, finish).await {
                Ok(true) => tracing::info!("a value is kept that Redis had not taken before"),
                Ok(false) | Err(_) => {
                    tracing::warn!("a value is lost, because Redis has not taken it in time");
                }
            }
            redis.0.waiting.finishing().remove(&owner);
            drop(permit);
        });
    }
}
