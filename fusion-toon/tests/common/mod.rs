//! What several test programs need; none needs all of it.
// clippy.toml allows `expect` in test functions, not in what they call.
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
