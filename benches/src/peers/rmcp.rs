//! rmcp, the official SDK: the work as tools of its macros. The router is built once, although the
//! default of the SDK builds it anew for each call. `Result` is that of the prelude here, because
//! the SDK's macros use it unqualified.

use std::{
    rc::Rc,
    sync::{Arc, Mutex},
};

use axum::{Router, serve::ListenerExt as _};
use fusion_bench_kit::{
    self as kit,
    probe::{Probe, Table},
    program::Task,
    work::{self, Case, Choices, Nested, Scalars, Twenty},
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    handler::server::{router::tool::ToolRouter, tool::ToolCallContext, wrapper::Parameters},
    model::{
        CallToolRequestParams, CallToolResponse, ListToolsResult, PaginatedRequestParams,
        ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
    tool, tool_handler, tool_router,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    runtime::Runtime,
};

/// The column name of rmcp.
pub const NAME: &str = "rmcp";

/// The context that the SDK passes to a handler besides the arguments.
pub type RmcpContext = RequestContext<RoleServer>;

/// The work.
pub struct Work {
    router: ToolRouter<Self>,
}

#[tool_router]
impl Work {
    /// Take no argument.
    #[tool(annotations(read_only_hint = true))]
    async fn ping(&self) -> String {
        work::ping()
    }

    /// Take four scalars.
    #[tool(annotations(read_only_hint = true))]
    async fn scalars(&self, Parameters(given): Parameters<Scalars>) -> String {
        work::scalars(given)
    }

    /// Take a nested struct and a list.
    #[tool(annotations(read_only_hint = true))]
    async fn nested(&self, Parameters(given): Parameters<Nested>) -> String {
        work::nested(given)
    }

    /// Take an enum and optionals.
    #[tool(annotations(read_only_hint = true))]
    async fn choices(&self, Parameters(given): Parameters<Choices>) -> String {
        work::choices(given)
    }

    /// Take twenty numbers.
    #[tool(annotations(read_only_hint = true))]
    async fn twenty(&self, Parameters(given): Parameters<Twenty>) -> String {
        work::twenty(given)
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Work {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

impl Work {
    fn new() -> Self {
        Self {
            router: Self::tool_router(),
        }
    }
}

/// Adds a column of calls of the router.
pub fn probes(table: &mut Table, runtime: &Runtime) -> kit::Result<()> {
    let context = runtime.block_on(context())?;
    let work = Rc::new(Work::new());
    for case in Case::ALL {
        let (work, right) = (Rc::clone(&work), case.answer().is_some());
        let params = CallToolRequestParams::new(case.action()).with_arguments(case.arguments());
        let sample = (params, context.clone());
        table.push(Probe::new(
            case.name(),
            NAME,
            sample,
            async move |(params, context)| {
                let context = ToolCallContext::new(&*work, params, context);
                let result = std::hint::black_box(work.router.call(context).await);
                succeeded(&result) == right
            },
        ));
    }
    Ok(())
}

fn succeeded(result: &Result<CallToolResponse, ErrorData>) -> bool {
    matches!(result, Ok(CallToolResponse::Complete(result)) if result.is_error != Some(true))
}

/// Serves the work until the client disconnects, with the default settings of the SDK.
pub async fn serve(task: Task) -> kit::Result<()> {
    let work = Arc::new(Work::new());
    match task {
        Task::Stdio => {
            work.serve(rmcp::transport::stdio())
                .await?
                .waiting()
                .await?;
        }
        Task::Http(port) => {
            let service = StreamableHttpService::new(
                move || Ok(Arc::clone(&work)),
                LocalSessionManager::default().into(),
                StreamableHttpServerConfig::default(),
            );
            let router = Router::new().nest_service("/mcp", service);
            let listener = TcpListener::bind(("127.0.0.1", port)).await?;
            // The guide of the SDK leaves this out; an event stream then waits 40 ms for the
            // client's kernel.
            let listener = listener.tap_io(|stream| {
                let _ = stream.set_nodelay(true);
            });
            axum::serve(listener, router).await?;
        }
        Task::Time(_) => return Err("the program `process` measures".into()),
    }
    Ok(())
}

/// Captures the context of the first request: the SDK makes contexts only for real requests.
struct Capture(Mutex<Option<tokio::sync::oneshot::Sender<RmcpContext>>>);

impl ServerHandler for Capture {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RmcpContext,
    ) -> Result<ListToolsResult, ErrorData> {
        if let Ok(mut sender) = self.0.lock()
            && let Some(sender) = sender.take()
        {
            // The receiver is gone only if the program ends.
            let _ = sender.send(context);
        }
        Ok(ListToolsResult::default())
    }
}

/// Returns the context of a real request.
pub async fn context() -> kit::Result<RmcpContext> {
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
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    write
        .write_all(format!("{hello}\n{ready}\n{list}\n").as_bytes())
        .await?;
    BufReader::new(read).read_line(&mut String::new()).await?;
    Ok(receiver.await?)
}
