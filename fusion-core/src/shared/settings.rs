//! The parts that several processes of one server share.

use super::{BoxedBus, Bus};
#[cfg(feature = "rate-limit")]
use super::{BoxedQuota, Quota};
#[cfg(feature = "ask")]
use super::{BoxedStore, MemoryStore, Store};

/// The parts that several processes of one server share, for
/// [`RegistryBuilder::shared`](crate::RegistryBuilder::shared). Each part is in the memory of its process unless it
/// is set.
///
/// ```
/// use fusion_core::{Registry, shared::{MemoryBus, Shared}};
///
/// // Two registries of one process.
/// let bus = MemoryBus::new();
/// let other = Registry::builder().shared(Shared::new().bus(bus.replica()));
/// let one = Registry::builder().shared(Shared::new().bus(bus));
/// # let _ = (one, other);
/// ```
#[derive(Debug, Default)]
#[must_use = "it does nothing until a registry is built with it"]
pub struct Shared {
    bus: Option<BoxedBus>,
    #[cfg(feature = "ask")]
    store: Option<BoxedStore>,
    #[cfg(feature = "rate-limit")]
    quota: Option<BoxedQuota>,
}

/// The parts as a registry takes them.
pub(crate) struct SharedParts {
    /// `None` if the registry has no other replicas.
    pub(crate) bus: Option<BoxedBus>,
    #[cfg(feature = "ask")]
    pub(crate) store: BoxedStore,
    /// `None` if each limit counts by itself.
    #[cfg(feature = "rate-limit")]
    pub(crate) quota: Option<BoxedQuota>,
}

impl Shared {
    /// Creates parts that are all in the memory of this process.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the bus. Changes of resources and of lists, and invalidations, reach the clients of all registries with
    /// the bus. Without one, they reach the clients of this registry.
    pub fn bus(mut self, bus: impl Bus) -> Self {
        self.bus = Some(BoxedBus::new(bus));
        self
    }

    /// Sets the store. It keeps which answers of users and which tokens have been used, so that none counts twice,
    /// and the encrypted results of [`Ask::once`](crate::Ask::once) while a token is good. It also keeps the claims and
    /// the answers of [actions that run once](crate::docs::once), which are not encrypted.
    #[cfg(feature = "ask")]
    pub fn store(mut self, store: impl Store) -> Self {
        self.store = Some(BoxedStore::new(store));
        self
    }

    /// Sets the quota. It counts the calls of limits that are [shared](crate::middleware::RateLimit::shared).
    #[cfg(feature = "rate-limit")]
    pub fn quota(mut self, quota: impl Quota) -> Self {
        self.quota = Some(BoxedQuota::new(quota));
        self
    }

    pub(crate) fn into_parts(self) -> SharedParts {
        SharedParts {
            bus: self.bus,
            #[cfg(feature = "ask")]
            store: self
                .store
                .unwrap_or_else(|| BoxedStore::new(MemoryStore::new())),
            #[cfg(feature = "rate-limit")]
            quota: self.quota,
        }
    }
}
