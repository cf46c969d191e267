//! What every contender is measured with: the same five actions, the same calls, the same rounds.
//! Knows no contender but the floor, so that each may have a lock file of its own.

pub mod floor;
pub mod pace;
pub mod probe;
pub mod program;
pub mod reading;
pub mod rounds;
pub mod statistics;
pub mod words;
pub mod work;

/// What a measurement may end with.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// A result of measuring.
pub type Result<T> = std::result::Result<T, Error>;
