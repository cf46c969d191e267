//! The seal of a state that a client carries: nobody but the server reads it, and nobody changes it.

use std::{fmt, sync::OnceLock};

use chacha20poly1305::{
    Key, KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use sha2::{Digest, Sha256};

/// Encrypts and authenticates the state of a call that asks its user. The client carries the state, so it is in the
/// hands of anybody.
///
/// The default is XChaCha20-Poly1305 with the key of [`RegistryBuilder::state_key`](crate::RegistryBuilder::state_key).
/// Implement the trait to use a key service; set it by [`RegistryBuilder::seal`](crate::RegistryBuilder::seal).
///
/// Implementations must not block for long: both methods run on the runtime, once for each question.
pub trait Seal: Send + Sync + 'static {
    /// Encrypts `text`. Opening it succeeds only with the same `bound` bytes, which are authenticated and are no
    /// part of the result. Two calls with the same text have different results.
    fn seal(&self, text: &[u8], bound: &[u8]) -> Result<Vec<u8>, SealError>;

    /// Decrypts what [`seal`](Self::seal) returned.
    fn open(&self, sealed: &[u8], bound: &[u8]) -> Result<Vec<u8>, SealError>;
}

/// The error of a [`Seal`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SealError {
    /// The bytes were changed, belong to another call, or were sealed with another key.
    #[error("the state was changed, or sealed with another key")]
    Invalid,
    /// The seal cannot be used, for example because no random numbers can be had.
    #[error("the seal cannot be used")]
    Unavailable,
}

/// A type-erased seal.
pub(crate) struct BoxedSeal(pub(super) Box<dyn Seal>);

impl BoxedSeal {
    pub(crate) fn new(seal: impl Seal) -> Self {
        Self(Box::new(seal))
    }
}

impl fmt::Debug for BoxedSeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoxedSeal").finish_non_exhaustive()
    }
}

/// A key for states, of 32 bytes or more.
///
/// Several replicas of one server need the same key. A server by itself needs none, because each process makes a
/// random one by default; a question that is open when it restarts is then asked again.
///
/// ```
/// use fusion_core::ask::StateKey;
///
/// assert!(StateKey::new([7; 32]).is_some());
/// assert!(StateKey::new("too short").is_none());
/// ```
#[derive(Clone)]
pub struct StateKey(Key);

impl StateKey {
    /// The minimum size of a key in bytes.
    pub const MIN_BYTES: usize = 32;

    /// Creates a key from random bytes; `None` if they are fewer than [`StateKey::MIN_BYTES`]. The bytes are hashed,
    /// so that longer ones count whole.
    pub fn new(bytes: impl AsRef<[u8]>) -> Option<Self> {
        let bytes = bytes.as_ref();
        (bytes.len() >= Self::MIN_BYTES).then(|| Self::derive(bytes))
    }

    /// Creates a random key.
    ///
    /// # Errors
    ///
    /// [`SealError::Unavailable`] if the system has no random numbers.
    pub fn random() -> Result<Self, SealError> {
        let mut bytes = [0; Self::MIN_BYTES];
        getrandom::fill(&mut bytes).map_err(|_| SealError::Unavailable)?;
        Ok(Self::derive(&bytes))
    }

    /// Returns the bytes of the key.
    pub(in crate::call) fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn derive(bytes: &[u8]) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"dev.fusion/state-key/1");
        hash.update(bytes);
        Self(hash.finalize())
    }
}

impl fmt::Debug for StateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StateKey(hidden)")
    }
}

/// The seal of a registry without a key: a random key, made at the first question.
#[derive(Default)]
pub(crate) struct ProcessKey(OnceLock<StateKey>);

impl ProcessKey {
    fn key(&self) -> Result<&StateKey, SealError> {
        if let Some(key) = self.0.get() {
            return Ok(key);
        }
        // Of two keys that are made at once, the first stays.
        let key = StateKey::random()?;
        Ok(self.0.get_or_init(|| key))
    }
}

impl Seal for ProcessKey {
    fn seal(&self, text: &[u8], bound: &[u8]) -> Result<Vec<u8>, SealError> {
        self.key()?.seal(text, bound)
    }

    fn open(&self, sealed: &[u8], bound: &[u8]) -> Result<Vec<u8>, SealError> {
        self.key()?.open(sealed, bound)
    }
}

/// The size of a nonce in bytes. Random ones of this size do not repeat.
const NONCE: usize = 24;

impl Seal for StateKey {
    fn seal(&self, text: &[u8], bound: &[u8]) -> Result<Vec<u8>, SealError> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|_| SealError::Unavailable)?;
        let payload = Payload {
            msg: text,
            aad: bound,
        };
        let cipher = XChaCha20Poly1305::new(&self.0);
        let encrypted = cipher
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_| SealError::Unavailable)?;
        let mut sealed = Vec::with_capacity(NONCE + encrypted.len());
        sealed.extend_from_slice(&nonce);
        sealed.extend_from_slice(&encrypted);
        Ok(sealed)
    }

    fn open(&self, sealed: &[u8], bound: &[u8]) -> Result<Vec<u8>, SealError> {
        let (nonce, encrypted) = sealed
            .split_first_chunk::<NONCE>()
            .ok_or(SealError::Invalid)?;
        let payload = Payload {
            msg: encrypted,
            aad: bound,
        };
        XChaCha20Poly1305::new(&self.0)
            .decrypt(&XNonce::from(*nonce), payload)
            .map_err(|_| SealError::Invalid)
    }
}
