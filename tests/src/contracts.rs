//! What every bus, store and quota does: functions that run over any implementation. `behaviour` runs them in memory,
//! `redis` over a server.

mod bus;
mod quota;
mod store;

pub use bus::{bus, overflow};
pub use quota::quota;
pub use store::store;

/// The result of a contract.
pub type Kept = Result<(), Box<dyn std::error::Error + Send + Sync>>;
