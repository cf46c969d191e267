//! The names of keys.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// The version of what stands behind the keys. Replicas of different versions do not read each other's.
const VERSION: &str = "1";
/// The longest name that stands in a key as it is.
const LONGEST: usize = 200;

/// The names of keys of one server.
#[derive(Clone, Debug)]
pub(super) struct KeyNames {
    prefix: String,
    /// The stream of events. The braces keep it on one node of a cluster with `sequence`.
    pub(super) events: String,
    /// The number of the last event.
    pub(super) sequence: String,
}

impl KeyNames {
    /// Returns `None` for a prefix that is no word.
    pub(super) fn new(prefix: &str) -> Option<Self> {
        let is_legal = |one: char| one.is_ascii_alphanumeric() || "-_.".contains(one);
        if prefix.is_empty() || prefix.len() > 64 || !prefix.chars().all(is_legal) {
            return None;
        }
        Some(Self {
            events: format!("{{{prefix}:{VERSION}:bus}}:events"),
            sequence: format!("{{{prefix}:{VERSION}:bus}}:sequence"),
            prefix: format!("{prefix}:{VERSION}"),
        })
    }

    /// Returns the key of a key of the store.
    pub(super) fn store(&self, key: &str) -> String {
        self.named("store", key)
    }

    /// Returns the key of a key of the quota.
    pub(super) fn quota(&self, key: &str) -> String {
        self.named("quota", key)
    }

    /// Returns the key of a session.
    #[cfg(feature = "http")]
    pub(super) fn session(&self, id: &str) -> String {
        self.named("session", id)
    }

    fn named(&self, part: &str, key: &str) -> String {
        let Self { prefix, .. } = self;
        if key.len() <= LONGEST {
            return format!("{prefix}:{part}:={key}");
        }
        // The key may have been written by a client, and keys of any length take memory.
        let mut named = format!("{prefix}:{part}:#");
        for byte in Sha256::digest(key.as_bytes()) {
            let _ = write!(named, "{byte:02x}");
        }
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_prefix_and_the_version_and_long_ones_are_digests() {
        let keys = KeyNames::new("tracker").unwrap();
        assert_eq!(keys.events, "{tracker:1:bus}:events");
        assert_eq!(keys.store("a"), "tracker:1:store:=a");
        assert_eq!(keys.quota("a"), "tracker:1:quota:=a");
        let long = keys.store(&"a".repeat(LONGEST + 1));
        assert_eq!(long.len(), "tracker:1:store:#".len() + 64);
        assert!(long.starts_with("tracker:1:store:#"), "{long}");
        for prefix in ["", "a b", "a{b}", "a:b", &"a".repeat(65)] {
            assert!(KeyNames::new(prefix).is_none(), "{prefix}");
        }
    }
}
