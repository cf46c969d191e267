//! Typed clients over the client of the SDK.

use rmcp::{
    Peer, RoleClient, Service, ServiceError,
    model::{CallToolRequestParams, CallToolResponse, MetaObject, RequestMetaObject},
    service::RunningService,
};
use serde::Serialize;
use serde_json::Value;

use crate::{
    client::{ClientConnection, ClientError, OutgoingCall, response},
    result::ToolResponse,
};

/// A peer does not answer the questions of an action in a modern session, so that such a call is
/// [`ClientError::Asked`]; a [`RunningService`] answers them.
impl ClientConnection for Peer<RoleClient> {
    async fn list_tools(&self) -> Result<Vec<Value>, ClientError> {
        let tools = self.list_all_tools().await.map_err(error)?;
        tools.iter().map(json).collect()
    }

    async fn call_tool(&self, call: OutgoingCall) -> Result<ToolResponse, ClientError> {
        match self.call_tool_once(params(call)).await.map_err(error)? {
            CallToolResponse::Complete(result) => response(json(&result)?),
            CallToolResponse::InputRequired(_) => Err(ClientError::Asked),
            _ => Err(error(ServiceError::UnexpectedResponse)),
        }
    }
}

/// Questions of an action go to the handler of the service.
impl<S: Service<RoleClient>> ClientConnection for RunningService<RoleClient, S> {
    async fn list_tools(&self) -> Result<Vec<Value>, ClientError> {
        ClientConnection::list_tools(self.peer()).await
    }

    async fn call_tool(&self, call: OutgoingCall) -> Result<ToolResponse, ClientError> {
        let result = Self::call_tool(self, params(call)).await;
        response(json(&result.map_err(error)?)?)
    }
}

fn params(call: OutgoingCall) -> CallToolRequestParams {
    let mut params = CallToolRequestParams::new(call.tool).with_arguments(call.arguments);
    params.meta = Some(RequestMetaObject(MetaObject(call.meta)));
    params
}

fn json(value: &impl Serialize) -> Result<Value, ClientError> {
    serde_json::to_value(value).map_err(|error| ClientError::Connection(Box::new(error)))
}

fn error(error: ServiceError) -> ClientError {
    match error {
        ServiceError::McpError(error) => ClientError::Protocol {
            code: Some(error.code.0.into()),
            message: error.message.into_owned(),
        },
        other => ClientError::Connection(Box::new(other)),
    }
}
