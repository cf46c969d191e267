//! The pace of actions. A call of a fast action is polled once where it was read; any other is spawned at
//! once, so that an action that computes does not hold up the reading.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// The time of one poll from which on an action is slow. A task costs far less.
const SLOW: Duration = Duration::from_millis(1);
/// The number of fast polls in a row after which an action is fast again.
const PROBATION: u64 = 32;
/// The number of actions whose pace is known at the same time.
const SLOTS: usize = 512;
/// The bits of a slot that count the fast polls which are still needed. The other bits have the action.
const COUNT: u64 = 0xff;

/// The paces of the actions that were called last.
pub(super) struct Paces(Box<[AtomicU64]>);

/// An action, by its tool and key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PaceKey(u64);

impl PaceKey {
    /// Returns the key of an action, by FNV-1a. Two actions with one key would only be taken for one.
    pub(super) fn new(tool: &str, action: Option<&str>) -> Self {
        const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0100_0000_01b3;
        let parts = [tool, "/", action.unwrap_or_default()];
        let bytes = parts.into_iter().flat_map(str::bytes);
        let hash = bytes.fold(BASIS, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(PRIME)
        });
        Self(hash & !COUNT)
    }
}

impl Paces {
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(COUNT)).collect())
    }

    fn slot(&self, key: PaceKey) -> Option<&AtomicU64> {
        let place = (key.0 >> COUNT.count_ones()) % self.0.len() as u64;
        self.0.get(usize::try_from(place).ok()?)
    }

    /// Returns whether the action was seen, and was fast.
    pub(super) fn is_fast(&self, key: PaceKey) -> bool {
        let slot = self.slot(key);
        slot.is_some_and(|slot| slot.load(Ordering::Relaxed) == key.0)
    }

    /// Notes the time of one poll.
    pub(super) fn note(&self, key: PaceKey, time: Duration) {
        let Some(slot) = self.slot(key) else {
            return;
        };
        let known = slot.load(Ordering::Relaxed);
        let count = if time >= SLOW {
            PROBATION
        } else if known & !COUNT == key.0 {
            (known & COUNT).saturating_sub(1)
        } else {
            0
        };
        if known != key.0 | count {
            slot.store(key.0 | count, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_fast_after_one_fast_poll_and_slow_for_many_after_a_slow_one() {
        let paces = Paces::new();
        let key = PaceKey::new("tool", Some("action"));
        let other = PaceKey::new("tool", None);
        assert_ne!(key, other);
        assert!(!paces.is_fast(key));
        paces.note(key, Duration::from_micros(3));
        assert!(paces.is_fast(key));
        assert!(!paces.is_fast(other));
        paces.note(key, SLOW);
        for _ in 0..PROBATION {
            assert!(!paces.is_fast(key));
            paces.note(key, Duration::ZERO);
        }
        assert!(paces.is_fast(key));
    }

    #[test]
    fn another_action_in_the_same_slot_is_unknown() {
        let paces = Paces::new();
        let key = PaceKey(0x100);
        let same_slot = PaceKey(0x100 + ((SLOTS as u64) << 8));
        paces.note(key, Duration::ZERO);
        assert!(paces.is_fast(key) && !paces.is_fast(same_slot));
        paces.note(same_slot, Duration::ZERO);
        assert!(paces.is_fast(same_slot) && !paces.is_fast(key));
    }
}
