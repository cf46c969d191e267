//! Connections to a registry or a view in the same process.

use std::fmt;

use serde_json::{Value, json};

use super::{
    ActionFailure, ClientConnection, ClientError, OutgoingCall,
    error::INVALID_PARAMS,
    listed_actions::{ACTIONS, KEY},
};
use crate::{
    ctx::Ctx,
    error::CallError,
    registry::{Registry, View},
    result::ToolResponse,
};

/// A connection to a view in the same process, with a context for each call.
///
/// ```
/// use fusion_core::{Ctx, Exposition, Ext, Registry, client::InProcess, tool_group};
///
/// #[derive(Clone)]
/// struct Caller(&'static str);
///
/// pub struct Desk;
///
/// #[tool_group(name = "desk", client(pub DeskClient))]
/// impl Desk {
///     /// Tell whose desk this is.
///     #[action(read_only)]
///     fn owner(&self, caller: &Ext<Caller>) -> String {
///         caller.0.0.to_owned()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder().expects::<Caller>().tool(Desk).build()?;
/// let view = registry.view(Exposition::Flat)?;
/// let ada = InProcess::new(view, || {
///     let mut ctx = Ctx::new();
///     ctx.insert(Caller("Ada"));
///     ctx
/// });
/// assert_eq!(DeskClient::at(&ada, "desk").owner().await?, "Ada");
/// # Ok(())
/// # }
/// ```
pub struct InProcess<F> {
    view: View,
    context: F,
}

impl<F: Fn() -> Ctx + Send + Sync> InProcess<F> {
    /// Creates a connection. `context` returns the context of each call.
    pub fn new(view: View, context: F) -> Self {
        Self { view, context }
    }
}

impl<F> fmt::Debug for InProcess<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("InProcess").field(&self.view).finish()
    }
}

impl<F: Fn() -> Ctx + Send + Sync> ClientConnection for InProcess<F> {
    async fn list_tools(&self) -> Result<Vec<Value>, ClientError> {
        Ok(list(&self.view))
    }

    async fn call_tool(&self, call: OutgoingCall) -> Result<ToolResponse, ClientError> {
        call_view(&self.view, call, (self.context)()).await
    }
}

/// Calls have an empty context; [`InProcess`] sets one.
impl ClientConnection for View {
    async fn list_tools(&self) -> Result<Vec<Value>, ClientError> {
        Ok(list(self))
    }

    async fn call_tool(&self, call: OutgoingCall) -> Result<ToolResponse, ClientError> {
        call_view(self, call, Ctx::new()).await
    }
}

/// Calls go to the grouped view and have an empty context; [`InProcess`] sets one.
impl ClientConnection for Registry {
    async fn list_tools(&self) -> Result<Vec<Value>, ClientError> {
        Ok(list(&self.grouped()))
    }

    async fn call_tool(&self, call: OutgoingCall) -> Result<ToolResponse, ClientError> {
        call_view(&self.grouped(), call, Ctx::new()).await
    }
}

fn list(view: &View) -> Vec<Value> {
    let tools = view.tools().iter();
    let tools = tools.map(|tool| {
        let meta = json!({KEY: tool.key, ACTIONS: tool.actions});
        json!({"name": tool.name, "inputSchema": *tool.input_schema, "_meta": meta})
    });
    tools.collect()
}

async fn call_view(view: &View, call: OutgoingCall, ctx: Ctx) -> Result<ToolResponse, ClientError> {
    let mut meta = ctx.meta().to_map();
    meta.extend(call.meta);
    let called = view.call(&call.tool, call.arguments, ctx.with_meta(meta));
    called.await.map_err(|error| match error {
        CallError::UnknownTool { .. } | CallError::State { .. } => ClientError::Protocol {
            code: Some(INVALID_PARAMS),
            message: error.to_string(),
        },
        CallError::Asked { .. } => ClientError::Asked,
        CallError::Cancelled => ClientError::Connection(Box::new(error)),
        error => {
            let failure = ActionFailure::new(error.to_string(), &error.data());
            ClientError::Failed(Box::new(failure))
        }
    })
}
