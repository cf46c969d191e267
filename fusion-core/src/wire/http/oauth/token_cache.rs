//! The tokens that were verified before, each by a digest, so that a request does not check its signature again.

use std::{
    collections::HashMap,
    hash::{BuildHasher, Hasher, RandomState},
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use super::keys::{IssuerKey, KeySource};
use crate::ctx::Claims;

/// The maximum number of entries of each generation.
const GENERATION: usize = 4096;
/// The maximum size of the tokens of a generation. Their claims take several times as much.
const GENERATION_BYTES: usize = 4 * 1024 * 1024;

/// The digest of a token: 128 bits of `SipHash` with a secret key of this cache, from one pass. A cryptographic hash
/// would cost several times as much as the rest of the check. It is not necessary, because nobody can compute a
/// digest without the key, and digests are never shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TokenDigest(u64, u64);

/// A token that was verified.
#[derive(Clone)]
pub(super) struct VerifiedToken {
    pub(super) claims: Claims,
    /// The second at which the entry ends. Invariant: not after the `exp` of the token.
    pub(super) until: u64,
    /// The key that signed the token, and where it comes from; `None` for a token of the author's function.
    pub(super) signer: Option<(Arc<IssuerKey>, Arc<KeySource>)>,
}

/// The verified tokens. Invariant: no more than two generations of [`GENERATION`] entries and [`GENERATION_BYTES`].
#[derive(Default)]
pub(super) struct TokenCache {
    secret: RandomState,
    entries: Mutex<TokenGenerations>,
}

/// When the young generation is full, it becomes the old one, and what nobody used in the meantime is dropped.
#[derive(Default)]
struct TokenGenerations {
    young: TokenGeneration,
    old: TokenGeneration,
    /// The bytes of the tokens that came into the young generation.
    young_bytes: usize,
}

/// Each token with its length in bytes.
type TokenGeneration = HashMap<TokenDigest, (usize, VerifiedToken), DigestHashing>;

impl TokenCache {
    /// Returns the digest of a token.
    pub(super) fn digest(&self, token: &[u8]) -> TokenDigest {
        let mut hasher = self.secret.build_hasher();
        hasher.write(token);
        let first = hasher.finish();
        hasher.write_u8(0xff);
        TokenDigest(first, hasher.finish())
    }

    /// Returns the claims of a token if it was verified before and is still valid at `now`.
    pub(super) fn find(&self, digest: TokenDigest, now: u64) -> Option<Claims> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, entry)) = entries.young.get(&digest) {
            if let Some(claims) = entry.claims_at(now) {
                return Some(claims);
            }
            entries.young.remove(&digest);
            return None;
        }
        let (bytes, entry) = entries.old.remove(&digest)?;
        let claims = entry.claims_at(now)?;
        entries.insert(digest, bytes, entry);
        Some(claims)
    }

    /// Keeps a token of `bytes` bytes that was verified.
    pub(super) fn insert(&self, digest: TokenDigest, bytes: usize, entry: VerifiedToken) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.insert(digest, bytes, entry);
    }
}

impl TokenGenerations {
    fn insert(&mut self, digest: TokenDigest, bytes: usize, entry: VerifiedToken) {
        let would_be = self.young_bytes.saturating_add(bytes);
        if self.young.len() >= GENERATION || would_be > GENERATION_BYTES {
            self.old = mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += bytes;
        self.young.insert(digest, (bytes, entry));
    }
}

impl VerifiedToken {
    /// Returns the claims if the entry is valid. Also requests the keys of the issuer again where they are stale:
    /// otherwise a server whose clients have verified tokens would never learn that a key was removed. A token whose
    /// keys are overdue is verified again, which waits for them.
    fn claims_at(&self, now: u64) -> Option<Claims> {
        if now >= self.until {
            return None;
        }
        if let Some((key, source)) = &self.signer {
            if source.are_overdue(now) {
                return None;
            }
            source.renew_if_stale(now);
            if key.is_gone() {
                return None;
            }
        }
        Some(self.claims.clone())
    }
}

/// Hashes digests, which are hashes already.
#[derive(Clone, Copy, Default)]
struct DigestHashing;

/// The first half of a digest.
#[derive(Default)]
struct DigestHasher(u64);

impl BuildHasher for DigestHashing {
    type Hasher = DigestHasher;

    fn build_hasher(&self) -> DigestHasher {
        DigestHasher::default()
    }
}

impl Hasher for DigestHasher {
    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, half: u64) {
        self.0 ^= half;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;

    fn entry(until: u64) -> VerifiedToken {
        VerifiedToken {
            claims: Claims::new(Map::new()),
            until,
            signer: None,
        }
    }

    fn size(cache: &TokenCache) -> usize {
        let entries = cache.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.young.len() + entries.old.len()
    }

    #[test]
    fn an_entry_ends_with_its_second() {
        let cache = TokenCache::default();
        let digest = cache.digest(b"token");
        cache.insert(digest, 5, entry(100));
        assert!(cache.find(digest, 99).is_some());
        assert!(cache.find(digest, 100).is_none());
        assert_eq!(size(&cache), 0);
    }

    #[test]
    fn the_cache_is_bounded_and_keeps_what_is_used() {
        let cache = TokenCache::default();
        let used = cache.digest(b"used");
        cache.insert(used, 4, entry(100));
        for number in 0..100_000_u32 {
            cache.insert(cache.digest(&number.to_le_bytes()), 4, entry(100));
            assert!(size(&cache) <= 2 * GENERATION);
            if number % 1000 == 0 {
                assert!(cache.find(used, 1).is_some(), "{number}");
            }
        }
        assert!(cache.find(cache.digest(&0_u32.to_le_bytes()), 1).is_none());
    }

    #[test]
    fn the_cache_is_bounded_in_bytes_too() {
        const LONGEST: usize = 16 * 1024;
        let cache = TokenCache::default();
        for number in 0..5_000_u32 {
            cache.insert(cache.digest(&number.to_le_bytes()), LONGEST, entry(100));
            assert!(size(&cache) * LONGEST <= 2 * GENERATION_BYTES);
        }
        assert!(size(&cache) * LONGEST > GENERATION_BYTES);
    }

    #[test]
    fn digests_differ_between_tokens_and_between_caches() {
        let (cache, other) = (TokenCache::default(), TokenCache::default());
        let digest = cache.digest(b"token");
        assert_eq!(digest, cache.digest(b"token"));
        assert_ne!(digest, cache.digest(b"tokem"));
        assert_ne!(digest.0, digest.1);
        assert_ne!(digest, other.digest(b"token"));
    }
}
