//! Replicas over a real Redis: the contracts of its parts, what clients notice, and what happens when it fails. It is a
//! step of its own, because it starts `redis-server`.
#![allow(missing_docs, unreachable_pub, clippy::panic, clippy::unwrap_used)]

mod certificates;
mod clients;
mod cluster;
mod confirm;
mod contracts;
mod faults;
mod log;
mod once;
mod once_faults;
mod proxy;
mod refusals;
mod server;
mod sessions;
mod tls;
mod untrusted;
