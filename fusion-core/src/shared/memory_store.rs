//! The store in the memory of one process.

#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    future::Future,
    mem::size_of,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::{Claim, Claimed, Store, StoreError};

/// The default of the maximum number of keys.
const MAX_KEYS: usize = 65_536;
/// The maximum size of all keys, fingerprints and values in bytes.
const MAX_BYTES: usize = 64 * 1024 * 1024;
/// The part of the store that only keys without a fingerprint take.
const MARKS_PART: usize = 8;
/// The time for which a key is kept whose lease ran out.
const ABANDONED_FOR: Duration = Duration::from_secs(24 * 60 * 60);
/// The least number of keys at which keys that ran out are removed.
const LEAST_SWEEP: usize = 64;

/// A [`Store`] in the memory of one process: the default.
///
/// It keeps at most 65,536 keys, and 64 MiB of keys, fingerprints and values. A claim that would take more is
/// [`StoreError::Full`]; nothing is dropped before its time, because it would count twice. An eighth of both is for
/// keys without a fingerprint, which note that something was used: others cannot take their room.
#[derive(Debug)]
pub struct MemoryStore {
    entries: Mutex<Entries>,
    max_keys: usize,
}

#[derive(Debug)]
struct Entries {
    by_key: HashMap<String, Entry>,
    /// The size of all keys, fingerprints and values.
    bytes: usize,
    /// The number of the next claim.
    next_owner: u64,
    /// The number of keys at which those that ran out are removed.
    sweep_at: usize,
}

#[derive(Debug)]
struct Entry {
    fingerprint: Box<[u8]>,
    state: EntryState,
}

#[derive(Debug)]
enum EntryState {
    /// Claimed by `owner` until `until`.
    Claimed { owner: u64, until: Instant },
    /// Completed.
    Done { value: Vec<u8>, until: Instant },
}

impl MemoryStore {
    /// Creates an empty store.
    pub fn new() -> Self {
        Self::with_capacity(MAX_KEYS)
    }

    /// Creates an empty store for at most `keys` keys, of which an eighth is for keys without a fingerprint.
    pub fn with_capacity(keys: usize) -> Self {
        Self {
            entries: Mutex::new(Entries {
                by_key: HashMap::new(),
                bytes: 0,
                next_owner: 0,
                sweep_at: LEAST_SWEEP,
            }),
            max_keys: keys,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the maximum number of keys and of bytes at which a key with this fingerprint has room.
    fn limits(&self, fingerprint: &[u8]) -> (usize, usize) {
        let (keys, bytes) = (self.max_keys, MAX_BYTES);
        if fingerprint.is_empty() {
            (keys, bytes)
        } else {
            (keys - keys / MARKS_PART, bytes - bytes / MARKS_PART)
        }
    }

    fn claim_now(
        &self,
        key: &str,
        fingerprint: &[u8],
        lease: Duration,
    ) -> Result<Claimed, StoreError> {
        let now = Instant::now();
        let mut entries = self.lock();
        if let Some(claimed) = entries.find(key, fingerprint, now) {
            return Ok(claimed);
        }
        entries.remove(key);
        let size = entry_size(key, fingerprint);
        let (max_keys, max_bytes) = self.limits(fingerprint);
        let is_full = |entries: &Entries| {
            entries.by_key.len() >= max_keys || entries.bytes + size > max_bytes
        };
        if entries.by_key.len() >= entries.sweep_at || is_full(&entries) {
            entries.sweep(now);
        }
        if is_full(&entries) {
            return Err(StoreError::Full);
        }
        let owner = entries.next_owner;
        entries.next_owner += 1;
        entries.bytes += size;
        let entry = Entry {
            fingerprint: fingerprint.into(),
            state: EntryState::Claimed {
                owner,
                until: now + lease,
            },
        };
        entries.by_key.insert(key.to_owned(), entry);
        Ok(Claimed::Mine(Claim::new(key, owner.to_string())))
    }

    fn finish_now(&self, claim: &Claim, value: Vec<u8>, ttl: Duration) -> Result<(), StoreError> {
        let now = Instant::now();
        let mut entries = self.lock();
        let entry = entries.owned(claim, now).ok_or(StoreError::Lost)?;
        let (_, max_bytes) = self.limits(&entry.fingerprint);
        // Without a value, the key has its room already.
        let is_full =
            |entries: &Entries| !value.is_empty() && entries.bytes + value.len() > max_bytes;
        if is_full(&entries) {
            entries.sweep(now);
        }
        if is_full(&entries) {
            return Err(StoreError::Full);
        }
        let entry = entries.owned(claim, now).ok_or(StoreError::Lost)?;
        let size = value.len();
        entry.state = EntryState::Done {
            value,
            until: now + ttl,
        };
        entries.bytes += size;
        Ok(())
    }

    fn renew_now(&self, claim: &Claim, lease: Duration) -> bool {
        let now = Instant::now();
        match self.lock().owned(claim, now) {
            Some(Entry {
                state: EntryState::Claimed { until, .. },
                ..
            }) => {
                *until = now + lease;
                true
            }
            _ => false,
        }
    }

    fn release_now(&self, claim: &Claim) {
        let mut entries = self.lock();
        if entries.owned(claim, Instant::now()).is_some() {
            entries.remove(claim.key());
        }
    }

    fn read_now(&self, key: &str) -> Option<Vec<u8>> {
        let entries = self.lock();
        match &entries.by_key.get(key)?.state {
            EntryState::Done { value, until } if *until > Instant::now() => Some(value.clone()),
            _ => None,
        }
    }
}

impl Entries {
    /// Returns the state of a key, or `None` if it is free.
    fn find(&self, key: &str, fingerprint: &[u8], now: Instant) -> Option<Claimed> {
        let entry = self.by_key.get(key)?;
        if entry.ends_at() <= now {
            return None;
        }
        if *entry.fingerprint != *fingerprint {
            return Some(Claimed::Other);
        }
        Some(match &entry.state {
            EntryState::Claimed { until, .. } if *until > now => Claimed::Busy,
            EntryState::Claimed { .. } => Claimed::Abandoned,
            EntryState::Done { value, .. } => Claimed::Done(value.clone()),
        })
    }

    /// Returns the entry of a claim that has not run out.
    fn owned(&mut self, claim: &Claim, now: Instant) -> Option<&mut Entry> {
        let entry = self.by_key.get_mut(claim.key())?;
        match &entry.state {
            EntryState::Claimed { owner, until }
                if *until > now && claim.owner() == owner.to_string() =>
            {
                Some(entry)
            }
            _ => None,
        }
    }

    fn remove(&mut self, key: &str) {
        if let Some(entry) = self.by_key.remove(key) {
            self.bytes -= entry.size(key);
        }
    }

    /// Removes the keys that ran out. The number of keys at which this happens doubles, so that a claim pays for
    /// a bounded number of other keys.
    fn sweep(&mut self, now: Instant) {
        let Self { by_key, bytes, .. } = self;
        by_key.retain(|key, entry| {
            let stays = entry.ends_at() > now;
            if !stays {
                *bytes -= entry.size(key);
            }
            stays
        });
        self.sweep_at = LEAST_SWEEP.max(self.by_key.len() * 2);
    }
}

impl Entry {
    /// Returns the time from which the key is free.
    fn ends_at(&self) -> Instant {
        match &self.state {
            EntryState::Claimed { until, .. } => *until + ABANDONED_FOR,
            EntryState::Done { until, .. } => *until,
        }
    }

    fn size(&self, key: &str) -> usize {
        let value = match &self.state {
            EntryState::Claimed { .. } => 0,
            EntryState::Done { value, .. } => value.len(),
        };
        entry_size(key, &self.fingerprint) + value
    }
}

fn entry_size(key: &str, fingerprint: &[u8]) -> usize {
    key.len() + fingerprint.len() + size_of::<Entry>()
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl Store for MemoryStore {
    fn claim(
        &self,
        key: &str,
        fingerprint: &[u8],
        lease: Duration,
    ) -> impl Future<Output = Result<Claimed, StoreError>> + Send {
        std::future::ready(self.claim_now(key, fingerprint, lease))
    }

    fn renew(
        &self,
        claim: &Claim,
        lease: Duration,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        std::future::ready(Ok(self.renew_now(claim, lease)))
    }

    async fn release(&self, claim: Claim) -> Result<(), StoreError> {
        self.release_now(&claim);
        Ok(())
    }

    async fn finish(&self, claim: Claim, value: Vec<u8>, ttl: Duration) -> Result<(), StoreError> {
        self.finish_now(&claim, value, ttl)
    }

    fn read(&self, key: &str) -> impl Future<Output = Result<Option<Vec<u8>>, StoreError>> + Send {
        std::future::ready(Ok(self.read_now(key)))
    }
}
