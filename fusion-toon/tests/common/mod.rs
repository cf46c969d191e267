//! Helpers that several test programs share; none uses all of them.
// clippy.toml allows `expect` in test functions, not in the functions that they call.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::expect_used,
    clippy::missing_panics_doc
)]

pub mod calls;
pub mod json;
pub mod model;
pub mod oracle;
pub mod strategy;
