//! The allocation counts of calls, lists and `build()`.
//!
//! A process of its own: `allocation-counter` replaces the global allocator of the program that it
//! is linked to.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::unused_async,
    clippy::unused_self,
    clippy::unwrap_used
)]

mod asking;
mod build;
mod calls;
mod lists;
mod middleware;
