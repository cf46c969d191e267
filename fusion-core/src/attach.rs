//! Attachment to the official SDK. The only place where its types may be named.

mod changes;
mod context;
mod convert;
mod drain;
mod handler;
#[cfg(feature = "http")]
mod http;
mod opening;
mod server;
mod signals;
mod stdio;

#[cfg(feature = "http")]
pub use self::http::{HttpServer, HttpStop};
pub use changes::ListChanges;
pub use convert::{Wire, WireError};
pub use server::{ServeError, Server, ServerInfo};
