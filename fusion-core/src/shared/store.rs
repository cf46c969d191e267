//! The store: keys that one caller owns at a time, and the values that their owners leave.

use std::{error::Error, future::Future, sync::Arc, time::Duration};

/// A store of claims on keys. A claim makes sure that something happens once: the first to claim a key does it
/// and leaves a value, and all others find the key taken.
///
/// Keys are texts of at most a few hundred bytes. A fingerprint tells what a key was claimed for, so that another
/// use of the key is found. Values are opaque bytes.
///
/// ```
/// use std::time::Duration;
///
/// use fusion_core::shared::{Claimed, MemoryStore, Store};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let store = MemoryStore::new();
/// let minute = Duration::from_secs(60);
/// let Claimed::Mine(claim) = store.claim("order-7", b"2 books", minute).await? else {
///     return Err("the store was empty".into());
/// };
/// assert!(matches!(store.claim("order-7", b"2 books", minute).await?, Claimed::Busy));
/// store.finish(claim, b"sent".to_vec(), minute).await?;
/// assert!(matches!(store.claim("order-7", b"2 books", minute).await?, Claimed::Done(value) if value == b"sent"));
/// assert!(matches!(store.claim("order-7", b"3 books", minute).await?, Claimed::Other));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// Each method returns a [`StoreError`] if the store cannot be reached or has no room. Nothing has changed then, as
/// far as the store knows.
pub trait Store: Send + Sync + 'static {
    /// Claims a key for the time of `lease`.
    fn claim(
        &self,
        key: &str,
        fingerprint: &[u8],
        lease: Duration,
    ) -> impl Future<Output = Result<Claimed, StoreError>> + Send;

    /// Sets the lease of a claim to `lease` from now. A `lease` of zero ends it at once, so that the key is
    /// [`Abandoned`](Claimed::Abandoned) and not free. Returns `false` if the claim has run out or the key is claimed by
    /// another.
    fn renew(
        &self,
        claim: &Claim,
        lease: Duration,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Gives a claim back, so that the key is free.
    fn release(&self, claim: Claim) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Completes a claim: the key has `value` for the time of `ttl`.
    fn finish(
        &self,
        claim: Claim,
        value: Vec<u8>,
        ttl: Duration,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Returns the value of a completed claim; `None` if the key has none.
    fn read(&self, key: &str) -> impl Future<Output = Result<Option<Vec<u8>>, StoreError>> + Send;
}

/// Several registries of one process share a store in an [`Arc`].
#[diagnostic::do_not_recommend]
impl<S: Store> Store for Arc<S> {
    fn claim(
        &self,
        key: &str,
        fingerprint: &[u8],
        lease: Duration,
    ) -> impl Future<Output = Result<Claimed, StoreError>> + Send {
        S::claim(self, key, fingerprint, lease)
    }

    fn renew(
        &self,
        claim: &Claim,
        lease: Duration,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        S::renew(self, claim, lease)
    }

    fn release(&self, claim: Claim) -> impl Future<Output = Result<(), StoreError>> + Send {
        S::release(self, claim)
    }

    fn finish(
        &self,
        claim: Claim,
        value: Vec<u8>,
        ttl: Duration,
    ) -> impl Future<Output = Result<(), StoreError>> + Send {
        S::finish(self, claim, value, ttl)
    }

    fn read(&self, key: &str) -> impl Future<Output = Result<Option<Vec<u8>>, StoreError>> + Send {
        S::read(self, key)
    }
}

/// The answer to a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claimed {
    /// The key was free and belongs to the caller now.
    Mine(Claim),
    /// Another caller owns the key, with the same fingerprint, and has not finished.
    Busy,
    /// The claim was completed with this value.
    Done(Vec<u8>),
    /// The key was claimed with another fingerprint.
    Other,
    /// The lease ran out before the owner finished, so that nobody knows how far it came.
    Abandoned,
}

/// The ownership of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    key: String,
    owner: String,
}

impl Claim {
    /// Creates a claim on `key`, for implementations of [`Store`]. `owner` is a text that no other claim has.
    pub fn new(key: impl Into<String>, owner: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            owner: owner.into(),
        }
    }

    /// Returns the key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the text that no other claim has.
    pub fn owner(&self) -> &str {
        &self.owner
    }
}

/// The error of a store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The store has no room for another key or value.
    #[error("the store is full")]
    Full,
    /// The claim has run out, or the key is claimed by another.
    #[error("the claim has run out")]
    Lost,
    /// The store failed.
    #[error("the store cannot be reached")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
}
