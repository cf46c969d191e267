//! Measures Fusion beside handwritten code and its peers, and reports the results.
//!
//! `peers` implement the work of the kit; `process`, `wire`, `build`, `programs`, `start` and `tokens` measure;
//! `sections` formats the results, and `report` writes them into a file.

pub mod build;
pub mod context;
pub mod generate;
pub mod measurements;
pub mod options;
pub mod peers;
pub mod process;
pub mod programs;
pub mod report;
pub mod runs;
pub mod samples;
pub mod sections;
pub mod start;
pub mod tokens;
pub mod wire;
