//! A store behind a box, so that a registry has no type parameter for it.

use std::{fmt, future::Future, pin::Pin, sync::Arc, time::Duration};

use super::{Claim, Claimed, Store, StoreError};

type BoxedReply<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A type-erased store. A copy is the same store.
#[derive(Clone)]
pub(crate) struct BoxedStore(Arc<dyn DynStore>);

/// The object-safe twin of [`Store`], with the methods that a registry calls.
trait DynStore: Send + Sync {
    fn claim<'a>(
        &'a self,
        key: &'a str,
        fingerprint: &'a [u8],
        lease: Duration,
    ) -> BoxedReply<'a, Claimed>;

    fn renew<'a>(&'a self, claim: &'a Claim, lease: Duration) -> BoxedReply<'a, bool>;

    fn release(&self, claim: Claim) -> BoxedReply<'_, ()>;

    fn finish(&self, claim: Claim, value: Vec<u8>, ttl: Duration) -> BoxedReply<'_, ()>;

    fn read<'a>(&'a self, key: &'a str) -> BoxedReply<'a, Option<Vec<u8>>>;
}

impl<S: Store> DynStore for S {
    fn claim<'a>(
        &'a self,
        key: &'a str,
        fingerprint: &'a [u8],
        lease: Duration,
    ) -> BoxedReply<'a, Claimed> {
        Box::pin(Store::claim(self, key, fingerprint, lease))
    }

    fn renew<'a>(&'a self, claim: &'a Claim, lease: Duration) -> BoxedReply<'a, bool> {
        Box::pin(Store::renew(self, claim, lease))
    }

    fn release(&self, claim: Claim) -> BoxedReply<'_, ()> {
        Box::pin(Store::release(self, claim))
    }

    fn finish(&self, claim: Claim, value: Vec<u8>, ttl: Duration) -> BoxedReply<'_, ()> {
        Box::pin(Store::finish(self, claim, value, ttl))
    }

    fn read<'a>(&'a self, key: &'a str) -> BoxedReply<'a, Option<Vec<u8>>> {
        Box::pin(Store::read(self, key))
    }
}

impl BoxedStore {
    pub(super) fn new(store: impl Store) -> Self {
        Self(Arc::new(store))
    }
}

impl BoxedStore {
    pub(crate) fn claim<'a>(
        &'a self,
        key: &'a str,
        fingerprint: &'a [u8],
        lease: Duration,
    ) -> BoxedReply<'a, Claimed> {
        self.0.claim(key, fingerprint, lease)
    }

    pub(crate) fn renew<'a>(&'a self, claim: &'a Claim, lease: Duration) -> BoxedReply<'a, bool> {
        self.0.renew(claim, lease)
    }

    pub(crate) fn release(&self, claim: Claim) -> BoxedReply<'_, ()> {
        self.0.release(claim)
    }

    pub(crate) fn finish(&self, claim: Claim, value: Vec<u8>, ttl: Duration) -> BoxedReply<'_, ()> {
        self.0.finish(claim, value, ttl)
    }

    pub(crate) fn read<'a>(&'a self, key: &'a str) -> BoxedReply<'a, Option<Vec<u8>>> {
        self.0.read(key)
    }
}

impl fmt::Debug for BoxedStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoxedStore").finish_non_exhaustive()
    }
}
