//! The connection of a test client: messages out, and the messages that arrive, each for the request that it
//! belongs to.

#[cfg(feature = "http")]
mod http;
#[cfg(feature = "http")]
mod request_headers;
mod routes;
mod stream;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

#[cfg(feature = "http")]
pub(super) use self::http::HttpLink;
use self::routes::Arrivals;
pub(super) use self::stream::StreamLink;
use super::{
    failure::ProtocolError,
    question::{AnswerQuestion, TestQuestion},
    session::RepeatedArgument,
};
#[cfg(feature = "http")]
use crate::wire::http::LocalEndpoint;
use crate::{result::catch_call, wire::server::ServeError};

/// A connection to a server.
pub(super) enum TestLink {
    Stream(StreamLink),
    #[cfg(feature = "http")]
    Http(HttpLink),
}

/// A message for a request: a notification about it, its response, or an HTTP response that is no message.
pub(super) type Arrival = Result<Value, ProtocolError>;

/// A request that the server has, until it is dropped.
pub(super) struct Exchange {
    pub(super) arrivals: Arrivals,
    /// The task that reads the HTTP response. Aborting it closes the stream of the request.
    #[cfg(feature = "http")]
    reading: Option<tokio::task::AbortHandle>,
}

impl TestLink {
    /// Sends a request. The messages that belong to it arrive at the exchange.
    ///
    /// `repeated` are the arguments that HTTP repeats in headers.
    pub(super) async fn request(
        &self,
        id: u64,
        message: Value,
        repeated: Vec<RepeatedArgument>,
    ) -> Exchange {
        match self {
            Self::Stream(link) => {
                drop(repeated); // a line has no headers
                link.request(id, &message).await
            }
            #[cfg(feature = "http")]
            Self::Http(link) => link.request(id, message, repeated),
        }
    }

    /// Returns true for a connection over HTTP.
    pub(super) fn is_http(&self) -> bool {
        match self {
            Self::Stream(_) => false,
            #[cfg(feature = "http")]
            Self::Http(_) => true,
        }
    }

    /// Returns the endpoint of a connection over HTTP.
    #[cfg(feature = "http")]
    pub(super) fn endpoint(&self) -> Option<&LocalEndpoint> {
        match self {
            Self::Stream(_) => None,
            Self::Http(link) => Some(link.endpoint()),
        }
    }

    /// Sends a notification.
    pub(super) async fn notify(&self, message: Value) {
        match self {
            Self::Stream(link) => link.send(&message).await,
            #[cfg(feature = "http")]
            Self::Http(link) => link.notify(message).await,
        }
    }

    /// Cancels a request by a notification. Over HTTP without a session, the server cannot know which request is
    /// meant, and the end of its exchange cancels it.
    pub(super) async fn cancel(&self, id: u64) {
        #[cfg(feature = "http")]
        if let Self::Http(link) = self
            && !link.has_session()
        {
            return;
        }
        let params = json!({"requestId": id, "reason": "the test cancels"});
        let message =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        self.notify(message).await;
    }

    /// Returns the notifications that belong to no request, from now on.
    pub(super) fn notifications(&self) -> UnboundedReceiver<Value> {
        match self {
            Self::Stream(link) => link.routes().listen(),
            #[cfg(feature = "http")]
            Self::Http(link) => link.routes().listen(),
        }
    }

    /// Ends the connection, and waits for the end of the server.
    pub(super) async fn close(&self) -> Result<(), ServeError> {
        match self {
            Self::Stream(link) => link.close().await,
            #[cfg(feature = "http")]
            Self::Http(link) => {
                link.close().await;
                Ok(())
            }
        }
    }
}

#[cfg(feature = "http")]
impl Drop for Exchange {
    fn drop(&mut self) {
        if let Some(reading) = &self.reading {
            reading.abort();
        }
    }
}

/// Returns the response to a request of the server; `None` if the user does not answer.
///
/// # Errors
///
/// A panic of the function that answers. It runs in no task of the test, so that the test would not see the panic.
fn answer(request: &Value, user: Option<&AnswerQuestion>) -> Result<Option<Value>, ProtocolError> {
    let id = &request["id"];
    if request["method"] != "elicitation/create" {
        let error = json!({"code": -32601, "message": "the test client does not have this method"});
        return Ok(Some(json!({"jsonrpc": "2.0", "id": id, "error": error})));
    }
    let Some(user) = user else {
        return Ok(None);
    };
    let question = TestQuestion::read(&request["params"]);
    let answered = catch_call(|| user(&question));
    let answered = answered.map_err(|_| ProtocolError::panicked_user(&question.message))?;
    let result = answered.to_result();
    Ok(result.map(|result| json!({"jsonrpc": "2.0", "id": id, "result": result})))
}
