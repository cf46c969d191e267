//! The parts that several processes of one server share. Each part is in the memory of one process by default.

mod boxed;
mod memory_store;
mod settings;
mod store;

pub(crate) use boxed::BoxedStore;
pub use memory_store::MemoryStore;
pub use settings::Shared;
pub use store::{Claim, Claimed, Store, StoreError};
