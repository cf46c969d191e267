//! The client.

use std::{fmt, sync::Arc};

use serde_json::{Map, Value};

#[cfg(feature = "http")]
use super::expect::fail;
use super::{
    call::TestCall,
    connect::{ConnectTestClient, TestServer},
    failure::ProtocolError,
    session::TestSession,
};
use crate::wire::server::ServeError;

/// A client of a server in the same process, for tests. Cloning it is cheap, and clones share the connection.
///
/// Without settings it is a client of the modern era over the lines of stdio:
///
/// ```
/// use fusion_core::{Exposition, Ext, Filter, Registry, Server, TestClient, server_info, tool_group};
/// use serde_json::json;
///
/// #[derive(Clone)]
/// struct Caller(&'static str);
///
/// struct Desk;
///
/// #[tool_group(name = "desk")]
/// impl Desk {
///     /// Tell whose desk this is.
///     #[action(read_only, tags("member"))]
///     fn owner(&self, caller: &Ext<Caller>) -> String {
///         caller.0.0.to_owned()
///     }
///
///     /// Clear the desk.
///     #[action(destructive, tags("keeper"))]
///     fn clear(&self) {}
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), fusion_core::BuildErrors> {
/// let registry = Registry::builder().expects::<Caller>().tool(Desk).build()?;
/// let server = Server::new(registry, server_info!())
///     .exposition(Exposition::Flat)?
///     .access(|caller: &Caller| Filter::any_tags([caller.0]))?;
///
/// let client = TestClient::of(server).as_caller(Caller("member")).await;
/// assert_eq!(client.actions().await.unwrap(), ["desk/owner"]);
/// client.call("desk/owner", json!({})).await.ok_text("member");
/// let refused = client.call("desk/clear", json!({})).await.protocol_error();
/// assert_eq!(refused.message, "unknown tool `desk_clear`");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct TestClient {
    pub(super) session: Arc<TestSession>,
}

impl TestClient {
    /// Connects to a server, or to a registry with the default settings of a server. Await the returned value.
    pub fn of(server: impl Into<TestServer>) -> ConnectTestClient {
        ConnectTestClient::new(server.into())
    }

    /// Returns the settings of another client of the same endpoint, such as one with another token. Callers that
    /// [`as_caller`](ConnectTestClient::as_caller) set are those of both.
    ///
    /// # Panics
    ///
    /// If the connection is not one over HTTP: over lines, a server serves one client.
    #[cfg(feature = "http")]
    #[track_caller]
    pub fn beside(&self) -> ConnectTestClient {
        match self.session.link.endpoint() {
            Some(endpoint) => ConnectTestClient::new(endpoint.clone().into()),
            None => fail("over lines, a server serves one client: call `.http()`"),
        }
    }

    /// Calls an action by its full key, `tool/action` or `tool/module.action`, or a tool by its wire name.
    ///
    /// A key is found in the list of tools, so that the call is the same under any exposition: the client adds the
    /// discriminator that a grouped tool needs. A key that the caller does not see is called as a client could call
    /// it, and the server refuses the call.
    pub fn call(&self, key: impl Into<String>, arguments: impl Into<Value>) -> TestCall<'_> {
        TestCall {
            session: &self.session,
            key: key.into(),
            arguments: arguments.into(),
            meta: Map::new(),
        }
    }

    /// Sends a request of any method, and returns its result.
    ///
    /// # Errors
    ///
    /// The error that the server responds with.
    pub async fn request(&self, method: &str, params: Value) -> Result<Value, ProtocolError> {
        self.session.request(method, params).await
    }

    /// Sends a notification of any method.
    pub async fn notify(&self, method: &str, params: Value) {
        self.session.notify(method, params).await;
    }

    /// Returns the instructions of the server.
    ///
    /// # Errors
    ///
    /// The error that the server responds with.
    pub async fn instructions(&self) -> Result<Option<String>, ProtocolError> {
        let text = |result: &Value| result["instructions"].as_str().map(str::to_owned);
        if let Some(result) = &self.session.handshake {
            return Ok(text(result));
        }
        let result = self.request("server/discover", Map::new().into()).await?;
        Ok(text(&result))
    }

    /// Ends the connection as a client does that closes it, and waits for the end of the server, which gives the
    /// calls in flight its grace period. Over HTTP, the server has no end of its own, and the requests of this client
    /// end at once.
    ///
    /// # Errors
    ///
    /// The error that serving ended with.
    pub async fn close(&self) -> Result<(), ServeError> {
        self.session.link.close().await
    }
}

impl fmt::Debug for TestClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestClient")
            .field("is_modern", &self.session.is_modern())
            .finish_non_exhaustive()
    }
}
