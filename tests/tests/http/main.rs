//! A server over Streamable HTTP, at the socket.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // a helper fails by panicking

mod access;
mod cancelling;
mod client;
mod ending;
mod eras;
mod layered;
mod nested;
mod offers;
mod refusing;

use fusion_tests::desk::Desk;
