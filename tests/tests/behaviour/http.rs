//! A server over Streamable HTTP, at the socket.

mod access;
mod cancellation;
mod client;
mod eras;
mod middleware;
mod nested_router;
mod refusals;
mod shutdown;
mod subscriptions;
mod unknown;

use fusion_tests::desk::Desk;
