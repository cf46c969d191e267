//! The connection of a client, and its boxed twin.

use std::{future::Future, pin::Pin, sync::Arc};

use serde_json::{Map, Value};

use super::ClientError;
use crate::result::ToolResponse;

/// A call as it goes to a server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OutgoingCall {
    /// The wire name of the tool.
    pub tool: String,
    /// The arguments, with the discriminator if the tool has one.
    pub arguments: Map<String, Value>,
    /// The `_meta` of the request, which asks for the whole result as JSON.
    pub meta: Map<String, Value>,
}

/// A server that the clients of `#[tool_group(client(…))]` call: its list of tools, and its calls.
///
/// [`View`](crate::View), [`Registry`](crate::Registry) and [`InProcess`](super::InProcess) implement it, as do
/// `TestClient` (feature `testing`), and `Peer<RoleClient>` and `RunningService` of the SDK (feature `client`).
#[diagnostic::on_unimplemented(
    message = "a client cannot call over `{Self}`",
    label = "not a connection to a server",
    note = "a `Registry`, a `View` and `client::InProcess` are connections; so are `TestClient` with the feature `testing`, and `Peer<RoleClient>` and `RunningService` of rmcp with the feature `client`"
)]
pub trait ClientConnection: Send + Sync {
    /// Returns all tools of the list, as in the protocol: objects with `name`, `inputSchema` and `_meta`.
    ///
    /// # Errors
    ///
    /// [`ClientError::Protocol`] and [`ClientError::Connection`].
    fn list_tools(&self) -> impl Future<Output = Result<Vec<Value>, ClientError>> + Send;

    /// Calls a tool, and returns its result.
    ///
    /// # Errors
    ///
    /// [`ClientError::Failed`] for a result that is an error, and as [`list_tools`](Self::list_tools).
    fn call_tool(
        &self,
        call: OutgoingCall,
    ) -> impl Future<Output = Result<ToolResponse, ClientError>> + Send;
}

/// Connections are shared as they are.
macro_rules! forwarded {
    ($($pointer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<C: ClientConnection + ?Sized> ClientConnection for $pointer {
            fn list_tools(&self) -> impl Future<Output = Result<Vec<Value>, ClientError>> + Send {
                (**self).list_tools()
            }

            fn call_tool(
                &self,
                call: OutgoingCall,
            ) -> impl Future<Output = Result<ToolResponse, ClientError>> + Send {
                (**self).call_tool(call)
            }
        }
    )*};
}

forwarded!(&C, Arc<C>, Box<C>);

/// The future of a request over an erased connection.
pub(super) type BoxedRequest<'c, T> =
    Pin<Box<dyn Future<Output = Result<T, ClientError>> + Send + 'c>>;

/// A [`ClientConnection`] without its type, so that the types of clients have no parameter for it.
pub(super) trait ErasedConnection: Send + Sync {
    fn list_tools(&self) -> BoxedRequest<'_, Vec<Value>>;
    fn call_tool(&self, call: OutgoingCall) -> BoxedRequest<'_, ToolResponse>;
}

impl<C: ClientConnection> ErasedConnection for C {
    fn list_tools(&self) -> BoxedRequest<'_, Vec<Value>> {
        Box::pin(ClientConnection::list_tools(self))
    }

    fn call_tool(&self, call: OutgoingCall) -> BoxedRequest<'_, ToolResponse> {
        Box::pin(ClientConnection::call_tool(self, call))
    }
}
