//! The parts that several processes of one server share.

use super::{BoxedStore, MemoryStore, Store};

/// The parts that several processes of one server share, for
/// [`RegistryBuilder::shared`](crate::RegistryBuilder::shared). Each part is in the memory of its process unless it
/// is set.
///
/// ```
/// use fusion_core::{Registry, shared::{MemoryStore, Shared}};
///
/// let builder = Registry::builder().shared(Shared::new().store(MemoryStore::with_capacity(1_000)));
/// # let _ = builder;
/// ```
#[derive(Debug)]
#[must_use = "it does nothing until a registry is built with it"]
pub struct Shared {
    store: BoxedStore,
}

impl Shared {
    /// Creates parts that are all in the memory of this process.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the store. It keeps which answers of users and which tokens have been used, so that none counts twice,
    /// and the encrypted results of [`Ask::once`](crate::Ask::once) while a token is good. It also keeps the claims and
    /// the answers of [actions that run once](crate::docs::once), which are not encrypted.
    pub fn store(mut self, store: impl Store) -> Self {
        self.store = BoxedStore::new(store);
        self
    }

    /// Returns the store.
    pub(crate) fn into_store(self) -> BoxedStore {
        self.store
    }
}

impl Default for Shared {
    fn default() -> Self {
        Self {
            store: BoxedStore::new(MemoryStore::new()),
        }
    }
}
