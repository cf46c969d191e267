//! The server over the official SDK: the SDK's handle of the connection behind a call, and conversions between a
//! catalog and the SDK's types. Only the rooms above this one also name types of the SDK.

mod byte_stream;
mod call_cancellation;
pub(crate) mod call_refusal;
mod caller_view;
mod client_link;
#[cfg(feature = "client")]
mod client_peer;
mod context;
mod convert;
mod cursor;
mod drain;
mod elicitation;
mod empty_handler;
mod first_request;
mod frames;
pub(crate) mod handler_wrapper;
mod hidden_tools;
#[cfg(feature = "http")]
pub(crate) mod http;
mod initialize;
mod lane;
mod line_transport;
pub(crate) mod list_changes;
mod listen_streams;
mod lists;
mod malformed_arguments;
mod malformed_message;
mod method_not_found;
pub(crate) mod mount;
pub(crate) mod mount_wrapper;
mod offers;
mod own_thread;
mod pending_requests;
mod request_ids;
mod sdk_types;
pub(crate) mod server;
pub(crate) mod server_info;
pub(crate) mod signals;
pub(crate) mod state_sync;
mod stdio;
mod stopped_input;
mod stream_reader;
mod subscriptions;
mod tool_calls;
mod unanswered_requests;
mod unknown_scopes;
pub(crate) mod wrapped_handler;

pub use client_link::peer;
pub use convert::{WireConverter, WireError};
