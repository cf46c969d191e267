//! Serving a registry: over stdio, over Streamable HTTP, or beside the tools of another handler.
//!
//! [`Server`](crate::Server) serves a registry alone. [`Mount`](crate::Mount) adds it to any
//! [`ServerHandler`](crate::rmcp::ServerHandler) of the SDK, which then is [`Attached`].

#[cfg(feature = "http")]
pub use crate::wire::http::HttpStop;
pub use crate::wire::{
    handler_wrapper::HandlerWrapper,
    list_changes::ListChanges,
    mount::Attached,
    mount_wrapper::MountWrapper,
    server::ServeError,
    server_info::ServerInfo,
    state_sync::{StateSyncHandler, StateSyncWrapper},
    wrapped_handler::WrappedHandler,
};
