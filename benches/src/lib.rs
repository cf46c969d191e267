//! Fusion beside hand-written code and its peers: what is measured, and what is told of it.
//!
//! `peers` do the work of the kit; `process`, `wire`, `build`, `start` and `tokens` measure; `sections`
//! puts that into words, and `report` into a file.

pub mod build;
pub mod context;
pub mod generate;
pub mod measured;
pub mod options;
pub mod peers;
pub mod process;
pub mod report;
pub mod runs;
pub mod samples;
pub mod sections;
pub mod start;
pub mod tokens;
pub mod wire;
