//! The work by rust-mcp-sdk: structs of its macros, in one tool box. Its macros derive schemas of
//! their own, so the types of the kit are repeated here.

use std::sync::Arc;

use async_trait::async_trait;
use fusion_bench_kit::{self as kit, program::Task, work};
use rust_mcp_axum::{AxumServerOptions, create_axum_server};
use rust_mcp_sdk::{
    McpServer, RequestContext, ServerDetails, StdioTransport, ToMcpServerHandler, TransportOptions,
    macros::{JsonSchema, mcp_tool},
    mcp_server::{McpServerOptions, ServerHandler, server_runtime},
    schema::{
        CallToolRequestParams, CallToolResult, Implementation, ListToolsResult,
        ListToolsResultCacheScope, PaginatedRequestParams, RpcError, ServerCapabilities,
        ServerCapabilitiesTools, ServerResult, TextContent, schema_utils::CallToolError,
    },
    tool_box,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

#[mcp_tool(
    name = "ping",
    description = "Take no argument.",
    read_only_hint = true
)]
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Ping {}

#[mcp_tool(
    name = "scalars",
    description = "Take four scalars.",
    read_only_hint = true
)]
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Scalars {
    name: String,
    age: u8,
    days: u32,
    active: bool,
}

#[mcp_tool(
    name = "nested",
    description = "Take a nested struct and a list.",
    read_only_hint = true
)]
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nested {
    filter: Filter,
    ranges: Vec<Range>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Filter {
    owner: String,
    tags: Vec<String>,
    age: Range,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Range {
    from: u32,
    to: u32,
}

#[mcp_tool(
    name = "choices",
    description = "Take an enum and optionals.",
    read_only_hint = true
)]
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Choices {
    state: State,
    label: Option<String>,
    limit: Option<u32>,
    order: Option<Order>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Closed,
    Any,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Newest,
    Oldest,
}

#[mcp_tool(
    name = "twenty",
    description = "Take twenty numbers.",
    read_only_hint = true
)]
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Twenty {
    a00: u32,
    a01: u32,
    a02: u32,
    a03: u32,
    a04: u32,
    a05: u32,
    a06: u32,
    a07: u32,
    a08: u32,
    a09: u32,
    a10: u32,
    a11: u32,
    a12: u32,
    a13: u32,
    a14: u32,
    a15: u32,
    a16: u32,
    a17: u32,
    a18: u32,
    a19: u32,
}

tool_box!(Tools, [Ping, Scalars, Nested, Choices, Twenty]);

struct Work;

#[async_trait]
impl ServerHandler for Work {
    async fn handle_list_tools_request(
        &self,
        _: Option<PaginatedRequestParams>,
        _: &RequestContext,
        _: Arc<dyn McpServer>,
    ) -> Result<ListToolsResult, RpcError> {
        Ok(ListToolsResult {
            tools: Tools::tools(),
            meta: None,
            next_cursor: None,
            cache_scope: ListToolsResultCacheScope::Public,
            result_type: "complete".to_owned(),
            ttl_ms: 0,
        })
    }

    async fn handle_call_tool_request(
        &self,
        params: CallToolRequestParams,
        _: &RequestContext,
        _: Arc<dyn McpServer>,
    ) -> Result<ServerResult, CallToolError> {
        let text = match Tools::try_from(params).map_err(CallToolError::new)? {
            Tools::Ping(_) => work::ping(),
            Tools::Scalars(Scalars {
                name,
                age,
                days,
                active,
            }) => work::scalars(work::Scalars {
                name,
                age,
                days,
                active,
            }),
            Tools::Nested(given) => work::nested(convert(given)?),
            Tools::Choices(given) => work::choices(convert(given)?),
            Tools::Twenty(given) => work::twenty(convert(given)?),
        };
        Ok(CallToolResult::text_content(vec![TextContent::from(text)]).into())
    }
}

/// Converts to the kit's type. The conversion costs time, but only the four scalars are measured.
fn convert<T: DeserializeOwned>(given: impl Serialize) -> Result<T, CallToolError> {
    let value = serde_json::to_value(given).map_err(CallToolError::new)?;
    serde_json::from_value(value).map_err(CallToolError::new)
}

/// Converts an error to its text, because the SDK's errors are not `Send`.
fn to_kit_error(error: impl std::fmt::Display) -> kit::Error {
    error.to_string().into()
}

fn details() -> ServerDetails {
    ServerDetails {
        server_info: Implementation {
            name: "work".into(),
            version: "0.1.0".into(),
            title: None,
            description: None,
            icons: Vec::new(),
            website_url: None,
        },
        capabilities: ServerCapabilities {
            tools: Some(ServerCapabilitiesTools { list_changed: None }),
            ..Default::default()
        },
        instructions: None,
        meta: None,
    }
}

#[tokio::main]
async fn main() -> kit::Result<()> {
    match Task::from_process_arguments()? {
        Task::Stdio => {
            let server = server_runtime::create_server(McpServerOptions {
                server_details: details(),
                transport: StdioTransport::new(TransportOptions::default())
                    .map_err(to_kit_error)?,
                handler: Work.to_mcp_server_handler(),
                message_observer: None,
            });
            server.start().await.map_err(to_kit_error)?;
        }
        Task::Http(port) => {
            let options = AxumServerOptions {
                host: "127.0.0.1".to_owned(),
                port,
                sse_support: false,
                ..Default::default()
            };
            let server = create_axum_server(details(), Work.to_mcp_server_handler(), options);
            server.start().await.map_err(to_kit_error)?;
        }
        Task::Time(_) => return Err("this peer is measured on the wire".into()),
    }
    Ok(())
}
