//! Attachment to the official SDK. The only place where its types may be named.

mod context;
mod convert;
mod cursor;
mod drain;
mod empty_handler;
mod first_request;
mod handler_wrapper;
#[cfg(feature = "http")]
mod http;
mod initialize;
mod list_changes;
mod listen_streams;
mod lists;
mod malformed_arguments;
mod mount;
mod mount_wrapper;
mod resources;
mod server;
mod signals;
mod state_sync;
mod stdio;
mod subscriptions;
mod tool_calls;
mod wrapped_handler;

#[cfg(feature = "http")]
pub use self::http::{HttpServer, HttpStop};
pub use convert::{WireConverter, WireError};
pub use list_changes::ListChanges;
pub use mount::{Attached, Mount};
pub use server::{ServeError, Server, ServerInfo};
pub use state_sync::StateSyncHandler;
