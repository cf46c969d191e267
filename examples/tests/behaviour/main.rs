//! The example servers. One program, because each program links the whole of Fusion again.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::unused_async,
    clippy::unused_self,
    clippy::unwrap_used
)]

mod auth;
mod balancer;
mod mounting;
mod readme;
mod result_formats;
mod search_list;
mod tracker_pack;
mod tracker_start;
mod tracker_store;
mod tracker_tools;
mod typed_client;
