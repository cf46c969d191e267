//! Spans, events and warnings, as a subscriber of `tracing` sees them.
//!
//! A process of its own: `tracing` caches for the whole process whether anyone listens at a call
//! site. A call site that a test without a subscriber reaches first can be cached as unused while
//! another test installs its subscriber, which then sees nothing.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::unused_async,
    clippy::unused_self,
    clippy::unwrap_used
)]

mod access_tokens;
mod calls;
mod lane;
mod left_clients;
mod logged_errors;
mod name_clashes;
mod refused_keys;
mod request_ids;
mod scopes;
mod shutdown;
