//! The keys of one issuer at one time.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use serde_json::Value;

use super::{super::compact_token::CompactToken, public_key::PublicKey};

/// The maximum number of keys of an issuer. Further ones are ignored.
const MAX_KEYS: usize = 100;
/// The maximum number of keys that may have signed one token. Each of them is tried, which costs as much as a token.
const MAX_TRIED: usize = 8;

/// A key of an issuer, and whether its issuer still has it.
pub(in super::super) struct IssuerKey {
    key: PublicKey,
    is_gone: AtomicBool,
}

impl IssuerKey {
    /// Returns true once the issuer has removed the key. Tokens that it signed are no longer accepted.
    pub(in super::super) fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed)
    }
}

/// A set of keys.
#[derive(Clone, Default)]
pub(in super::super) struct KeySet {
    keys: Vec<Arc<IssuerKey>>,
    /// The number of sets before this one; 0 for the empty set before the first request.
    pub(super) version: u64,
}

/// The reason for which no key has signed a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum KeyFailure {
    /// The issuer has no such key.
    Unknown,
    /// The key of the token is for other algorithms.
    WrongAlgorithm,
    /// The key of the token did not sign it.
    WrongSignature,
    /// The keys of the issuer could not be requested so far.
    Unavailable,
}

impl KeySet {
    /// Reads a key set. Keys of other kinds are ignored, so that the set may be empty. The error says which form is
    /// expected.
    pub(super) fn read(json: &Value) -> Result<Self, &'static str> {
        let keys = json.get("keys").and_then(Value::as_array);
        let keys = keys.ok_or("a key set is an object with an array `keys`")?;
        let read = keys.iter().filter_map(PublicKey::read).take(MAX_KEYS);
        let keys: Vec<_> = read
            .map(|key| {
                Arc::new(IssuerKey {
                    key,
                    is_gone: AtomicBool::new(false),
                })
            })
            .collect();
        Ok(Self { keys, version: 1 })
    }

    /// Reads a key set that does not change, and is therefore of no use without a key.
    pub(in super::super) fn given(json: &Value) -> Result<Self, &'static str> {
        let keys = Self::read(json)?;
        if keys.is_empty() {
            return Err("the key set has no key for an asymmetric signature");
        }
        Ok(keys)
    }

    /// Returns this set as the one after `old`. Keys that both have stay the same objects, so that tokens of
    /// them need no second check; all other keys of `old` are marked as gone.
    pub(super) fn after(mut self, old: &Self) -> Self {
        self.version = old.version + 1;
        for key in &mut self.keys {
            let same = |kept: &&Arc<IssuerKey>| kept.key == key.key;
            if let Some(kept) = old.keys.iter().find(same) {
                *key = Arc::clone(kept);
            }
        }
        let stays = |gone: &Arc<IssuerKey>| self.keys.iter().any(|key| Arc::ptr_eq(key, gone));
        for gone in old.keys.iter().filter(|key| !stays(key)) {
            gone.is_gone.store(true, Ordering::Relaxed);
        }
        self
    }

    /// Returns true if no key of the set verifies anything.
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the key that signed a token: one with the id of the token, or any that fits a token without an id.
    pub(super) fn signer(&self, token: &CompactToken<'_>) -> Result<Arc<IssuerKey>, KeyFailure> {
        let Some(id) = &token.key_id else {
            let fitting = self.keys.iter().filter(|key| key.key.fits(token.algorithm));
            let fitting: Vec<_> = fitting.take(MAX_TRIED + 1).collect();
            if fitting.len() > MAX_TRIED {
                return Err(KeyFailure::Unknown);
            }
            return signer(fitting.into_iter(), token).ok_or(KeyFailure::Unknown);
        };
        let named = |key: &&Arc<IssuerKey>| key.key.id.as_ref() == Some(id);
        let mut named = self.keys.iter().filter(named).peekable();
        if named.peek().is_none() {
            return Err(KeyFailure::Unknown);
        }
        let mut fitting = named.filter(|key| key.key.fits(token.algorithm)).peekable();
        if fitting.peek().is_none() {
            return Err(KeyFailure::WrongAlgorithm);
        }
        signer(fitting.take(MAX_TRIED), token).ok_or(KeyFailure::WrongSignature)
    }
}

fn signer<'k>(
    mut keys: impl Iterator<Item = &'k Arc<IssuerKey>>,
    token: &CompactToken<'_>,
) -> Option<Arc<IssuerKey>> {
    let key = keys.find(|key| {
        let signature = &token.signature;
        key.key.verifies(token.algorithm, token.signed, signature)
    });
    key.map(Arc::clone)
}
