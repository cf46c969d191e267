//! The parts that several processes of one server share: the bus, the store and the quota. Each part is in the memory
//! of one process by default. The guide [`replicas`](crate::docs::replicas) describes a server of several processes.

#[cfg(feature = "ask")]
mod boxed;
mod boxed_bus;
#[cfg(feature = "rate-limit")]
mod boxed_quota;
mod bus;
mod event;
mod failure_state;
mod memory_bus;
mod memory_quota;
mod memory_store;
mod quota;
#[cfg(feature = "redis")]
mod redis;
mod settings;
mod store;

#[cfg(feature = "ask")]
pub(crate) use boxed::BoxedStore;
pub(crate) use boxed_bus::{BoxedBus, BoxedFeed};
#[cfg(feature = "rate-limit")]
pub(crate) use boxed_quota::BoxedQuota;
pub use bus::{Bus, BusError, Feed, Gap};
pub use event::{Event, ResourceForm};
pub(crate) use failure_state::FailureState;
pub use memory_bus::MemoryBus;
pub use memory_quota::MemoryQuota;
pub use memory_store::MemoryStore;
pub use quota::{Allowance, Quota, QuotaError, Taken};
#[cfg(feature = "redis")]
pub use redis::{Redis, RedisConfig, RedisError};
pub use settings::Shared;
pub(crate) use settings::SharedParts;
pub use store::{Claim, Claimed, Store, StoreError};
