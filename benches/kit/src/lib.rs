//! The work that every contender is measured with: the same five actions, the same calls, the same
//! rounds. The kit knows no contender but the floor, so that each contender may have a lock file of
//! its own.

pub mod floor;
pub mod pace;
pub mod probe;
pub mod program;
pub mod reading;
pub mod rounds;
pub mod statistics;
pub mod words;
pub mod work;

/// The error of a measurement.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// The result of a measurement.
pub type Result<T> = std::result::Result<T, Error>;
