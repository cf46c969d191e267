//! A server over Streamable HTTP, at the socket.

mod access;
mod bodies;
mod cancellation;
mod eras;
mod half_closed;
mod hosts;
mod middleware;
mod nested_router;
mod refusals;
mod request_ids;
mod sessions;
mod shutdown;
mod stop;
mod subscriptions;
mod unknown;

use fusion_tests::desk::Desk;
