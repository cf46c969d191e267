//! The connection to the client behind a call.

#[cfg(feature = "rmcp")]
use std::any::Any;
use std::{fmt, sync::Arc};

#[cfg(feature = "ask")]
use std::{future::Future, pin::Pin};

#[cfg(feature = "ask")]
use serde_json::Value;

#[cfg(feature = "ask")]
use crate::error::Question;

/// The future of the answer to a question. The error is a text about the client.
#[cfg(feature = "ask")]
pub(crate) type AnswerFuture = Pin<Box<dyn Future<Output = Result<Value, String>> + Send>>;

/// The connection to a client, implemented for the transport.
pub(crate) trait ClientLink: Send + Sync {
    /// Sends a question to the client in the middle of a call, and returns its answer as on the wire. A
    /// dropped future withdraws the question.
    #[cfg(feature = "ask")]
    fn ask(&self, question: Question) -> AnswerFuture;

    /// Returns the connection for the transport that it belongs to.
    #[cfg(feature = "rmcp")]
    fn as_any(&self) -> &dyn Any;
}

/// A shared connection.
#[derive(Clone)]
pub(crate) struct SharedLink(pub(crate) Arc<dyn ClientLink>);

impl fmt::Debug for SharedLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedLink")
    }
}
