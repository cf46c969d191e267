//! The allocation counts of calls in a build without the feature `ask`: those of `fusion-tests`, whose build has it.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::unused_async,
    clippy::unused_self,
    clippy::unwrap_used
)]

#[path = "../../tests/allocations/calls.rs"]
mod calls;
