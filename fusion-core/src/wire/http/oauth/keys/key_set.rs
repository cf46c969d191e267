//! The keys of one issuer at one time.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use serde_json::Value;

use super::public_key::{PublicKey, SignatureAlgorithm};

/// The maximum number of keys of an issuer. Further ones are ignored.
const MAX_KEYS: usize = 100;

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

    /// Returns true if the signature is of this key.
    pub(in super::super) fn verifies(
        &self,
        algorithm: SignatureAlgorithm,
        signed: &[u8],
        signature: &[u8],
    ) -> bool {
        self.key.verifies(algorithm, signed, signature)
    }
}

/// A set of keys.
#[derive(Clone, Default)]
pub(in super::super) struct KeySet {
    keys: Vec<Arc<IssuerKey>>,
    /// The number of sets before this one; 0 for the empty set before the first request.
    pub(super) version: u64,
}

/// The keys that may have signed a token.
pub(super) enum SelectedKeys {
    /// All keys with the id of the token, or the only key that fits a token without an id.
    Some(Vec<Arc<IssuerKey>>),
    /// The key of the token is for other algorithms.
    WrongAlgorithm,
    /// No key has the id of the token, or several keys fit a token without an id.
    Unknown,
}

impl KeySet {
    /// Reads a key set. Keys of other kinds are ignored. The error says which form is expected.
    pub(in super::super) fn read(json: &Value) -> Result<Self, &'static str> {
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
        if keys.is_empty() {
            return Err("the key set has no key for an asymmetric signature");
        }
        Ok(Self { keys, version: 1 })
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

    /// Selects the keys that may have signed a token.
    pub(super) fn select(&self, id: Option<&str>, algorithm: SignatureAlgorithm) -> SelectedKeys {
        let fitting = |keys: &mut dyn Iterator<Item = &Arc<IssuerKey>>| -> Vec<Arc<IssuerKey>> {
            let fitting = keys.filter(|key| key.key.fits(algorithm));
            fitting.map(Arc::clone).collect()
        };
        let Some(id) = id else {
            let keys = fitting(&mut self.keys.iter());
            return if keys.len() == 1 {
                SelectedKeys::Some(keys)
            } else {
                SelectedKeys::Unknown
            };
        };
        let named = |key: &&Arc<IssuerKey>| key.key.id.as_deref() == Some(id);
        let keys = fitting(&mut self.keys.iter().filter(named));
        if !keys.is_empty() {
            SelectedKeys::Some(keys)
        } else if self.keys.iter().any(|key| named(&key)) {
            SelectedKeys::WrongAlgorithm
        } else {
            SelectedKeys::Unknown
        }
    }
}
