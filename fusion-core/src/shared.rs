//! What several processes of one server share. One process needs nothing: each part is kept in its memory by
//! default.

mod boxed;
mod memory_store;
mod settings;
mod store;

pub(crate) use boxed::BoxedStore;
pub use memory_store::MemoryStore;
pub use settings::Shared;
pub use store::{Claim, Claimed, Store, StoreError};
