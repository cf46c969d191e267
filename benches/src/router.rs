//! The same as one of rmcp's tools, called through its router, which is built once: its own
//! default would build it anew for each call.

use std::sync::Mutex;

use rmcp::{
    RoleServer, ServerHandler, ServiceExt,
    handler::server::{router::tool::ToolRouter, tool::ToolCallContext, wrapper::Parameters},
    model::{
        CallToolRequestParams, ListToolsResult, PaginatedRequestParams, ServerCapabilities,
        ServerConfig,
    },
    schemars::{self, JsonSchema},
    service::RequestContext,
    tool, tool_router,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use crate::handler::{Role, invite};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Invite {
    email: String,
    role: Option<Role>,
    #[serde(default)]
    days: u32,
    tags: Vec<String>,
}

pub struct Members;

/// What rmcp hands to a handler beside the arguments.
pub type Context = RequestContext<RoleServer>;

#[tool_router]
impl Members {
    #[tool]
    async fn list(&self) -> String {
        String::new()
    }

    #[tool]
    async fn invite(&self, Parameters(one): Parameters<Invite>) -> String {
        invite(one.email, one.role, one.days, one.tags).await
    }
}

pub struct Bench {
    members: Members,
    router: ToolRouter<Members>,
}

impl Bench {
    pub fn new() -> Self {
        Self {
            members: Members,
            router: Members::tool_router(),
        }
    }

    pub async fn run(
        &self,
        sets: Vec<Map<String, Value>>,
        contexts: Vec<RequestContext<RoleServer>>,
    ) {
        for (mut set, context) in sets.into_iter().zip(contexts) {
            // The others find their action in here; this one has it in the tool's name.
            set.remove("action");
            let params = CallToolRequestParams::new("invite").with_arguments(set);
            let context = ToolCallContext::new(&self.members, params, context);
            assert!(std::hint::black_box(self.router.call(context).await).is_ok());
        }
    }
}

/// Keeps the context of the first request that it sees: rmcp makes them only for real ones.
struct Capture(Mutex<Option<tokio::sync::oneshot::Sender<RequestContext<RoleServer>>>>);

impl ServerHandler for Capture {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, rmcp::ErrorData> {
        if let Ok(mut sender) = self.0.lock()
            && let Some(sender) = sender.take()
        {
            let _ = sender.send(context);
        }
        Ok(ListToolsResult::default())
    }
}

/// The context of a real request.
pub async fn context() -> Context {
    let (client, server) = tokio::io::duplex(4096);
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let capture = Capture(Mutex::new(Some(sender)));
    tokio::spawn(async move {
        if let Ok(running) = capture.serve(server).await {
            let _ = running.waiting().await;
        }
    });
    let (read, mut write) = tokio::io::split(client);
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"}}});
    let lines = format!(
        "{hello}\n{}\n{}\n",
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    );
    let sent = write.write_all(lines.as_bytes()).await;
    let mut answer = String::new();
    let read = BufReader::new(read).read_line(&mut answer).await;
    match (sent, read, receiver.await) {
        (Ok(()), Ok(_), Ok(context)) => context,
        other => panic!("no context: {other:?}"),
    }
}
