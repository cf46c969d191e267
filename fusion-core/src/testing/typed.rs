//! Typed clients over a test client.

use serde_json::Value;
use tokio::runtime::Handle;

use super::{call::RunningTestCall, client::TestClient};
use crate::{
    client::{ClientConnection, ClientError, OutgoingCall, response},
    error::ProtocolError,
    loopback::list,
    result::ToolResponse,
};

/// Questions of an action go to the user of the test client.
impl ClientConnection for TestClient {
    async fn list_tools(&self) -> Result<Vec<Value>, ClientError> {
        let tools = list(&self.session, "tools/list", "tools").await;
        tools.map_err(ClientError::from)
    }

    async fn call_tool(&self, call: OutgoingCall) -> Result<ToolResponse, ClientError> {
        let mut request = self.call(call.tool, call.arguments);
        for (key, value) in call.meta {
            request = request.meta(key, value);
        }
        let mut call = CancelOnDrop {
            call: request.send(false).await,
            has_ended: false,
        };
        let result = call.call.result().await;
        call.has_ended = true;
        response(result?)
    }
}

/// A call that ends with its future, as over every other connection. Over lines, only a notification tells the server.
struct CancelOnDrop {
    call: RunningTestCall,
    has_ended: bool,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if self.has_ended {
            return;
        }
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(self.call.cancellation());
        }
    }
}

impl From<ProtocolError> for ClientError {
    fn from(error: ProtocolError) -> Self {
        match (error.code, error.status) {
            (None, None) => Self::Connection(Box::new(error)),
            (code, _) => Self::Protocol {
                code,
                message: error.message,
            },
        }
    }
}
