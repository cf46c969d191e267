//! Attachment to the official SDK. The only place where its types may be named.

mod around;
mod bare;
mod calling;
mod changes;
mod context;
mod convert;
mod drain;
#[cfg(feature = "http")]
mod http;
mod introducing;
mod layer;
mod listening;
mod listing;
mod malformed;
mod mount;
mod mounted;
mod opening;
mod paging;
mod reading;
mod server;
mod signals;
mod stdio;
mod subscribing;
mod sync;

#[cfg(feature = "http")]
pub use self::http::{HttpServer, HttpStop};
pub use changes::ListChanges;
pub use convert::{Wire, WireError};
pub use mount::{Attached, Mount};
pub use server::{ServeError, Server, ServerInfo};
pub use sync::Synced;
