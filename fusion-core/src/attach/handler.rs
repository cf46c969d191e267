//! The SDK's handler over a registry: it lists what was computed, and passes calls on.

use std::sync::Arc;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, CallToolRequestMethod, CallToolRequestParams, CallToolResponse, CallToolResult,
        ConstString, CustomRequest, CustomResult, DiscoverResult, Implementation, ListToolsResult,
        PaginatedRequestParams, ServerCapabilities, ServerConfig, SubscriptionFilter, Tool,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
};
use serde_json::Value;

use super::{
    ServerInfo,
    changes::{Connection, ListChanges},
    context, convert,
};
use crate::{Era, View};

/// How long a client may keep the list: it is computed in `build()` and depends on nothing.
const TTL_MS: u64 = 60 * 60 * 1_000;

/// One handler serves every connection; cloning it is cheap.
#[derive(Clone)]
pub(super) struct Handler {
    view: View,
    config: Arc<ServerConfig>,
    tools: Arc<[Tool]>,
    /// The same for peers before 2026-07-28, whose results are objects.
    legacy: Arc<[Tool]>,
    /// `None` where the list never changes while the server runs.
    changes: Option<ListChanges>,
    connection: Connection,
}

impl Handler {
    pub(super) fn new(
        view: View,
        info: ServerInfo,
        instructions: Option<String>,
        changes: Option<ListChanges>,
    ) -> Self {
        let tools: Arc<[Tool]> = view.tools().iter().map(convert::tool).collect();
        let legacy = tools.iter().map(convert::legacy_tool).collect();
        let mut implementation = Implementation::new(info.name, info.version);
        implementation.title = info.title;
        let tells = ServerCapabilities::builder().enable_tools();
        let capabilities = match changes {
            Some(_) => tells.enable_tool_list_changed().build(),
            None => tells.build(),
        };
        let mut config = ServerConfig::new(capabilities).with_server_info(implementation);
        config.instructions = joined(instructions, view.instructions());
        Self {
            view,
            config: Arc::new(config),
            tools,
            legacy,
            changes,
            connection: Connection::new(),
        }
    }

    /// The handler of one connection more.
    #[cfg(feature = "http")]
    pub(super) fn for_connection(&self) -> Self {
        Self {
            connection: Connection::new(),
            ..self.clone()
        }
    }

    async fn call(
        &self,
        name: &str,
        arguments: Value,
        request: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let era = context::era(&request);
        let ctx = context::ctx(request);
        match self.view.call(name, arguments, ctx).await {
            Ok(response) => {
                let mut result = convert::response(response);
                if era == Era::Legacy && !self.lists_output(name) {
                    result.structured_content = None;
                }
                Ok(result)
            }
            Err(error) => convert::error(&error),
        }
    }

    fn tools(&self, era: Era) -> &[Tool] {
        match era {
            Era::Modern => &self.tools,
            Era::Legacy | Era::InProcess => &self.legacy,
        }
    }

    /// Whether a peer before 2026-07-28 was told the output schema of this tool: structured content
    /// goes together with one, and never without. The text is complete in any case.
    fn lists_output(&self, name: &str) -> bool {
        let schema = self
            .view
            .find(name)
            .and_then(|tool| tool.output_schema.as_ref());
        schema.is_some_and(|schema| convert::is_object(schema))
    }
}

/// The author's words about the server, then the view's about its tools.
fn joined(author: Option<String>, view: Option<&str>) -> Option<String> {
    match (author, view) {
        (Some(author), Some(view)) => Some(format!("{author}\n\n{view}")),
        (author, view) => author.or_else(|| view.map(str::to_owned)),
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::clone(&self.config)
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        // By its full name: `Service` has a `get_info`, too.
        let info = ServerHandler::get_info(self);
        Ok(DiscoverResult::from_server_info(versions, info)
            .with_ttl_ms(TTL_MS)
            .with_cache_scope(CacheScope::Public))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        request: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if page.is_some_and(|page| page.cursor.is_some()) {
            let text = "unknown cursor: the whole list is one page";
            return Err(ErrorData::invalid_params(text, None));
        }
        let era = context::era(&request);
        let list = ListToolsResult::with_all_items(self.tools(era).to_vec());
        Ok(match era {
            Era::Modern => list
                .with_ttl_ms(TTL_MS)
                .with_cache_scope(CacheScope::Public),
            _ => list,
        })
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        request: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = params.arguments.map_or(Value::Null, Value::Object);
        let result = self.call(&params.name, arguments, request).await?;
        Ok(result.into())
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        if let Some(changes) = &self.changes {
            changes.push(context.peer, self.connection.token());
        }
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        // The SDK keeps of it what the capabilities allow.
        self.changes.as_ref().map(|_| requested.clone())
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        if let Some(changes) = &self.changes {
            changes.listen(subscription).await;
        }
        Ok(())
    }

    /// A `tools/call` whose arguments are no object does not fit the SDK's type and arrives here.
    /// The model sent them, so the model is told.
    async fn on_custom_request(
        &self,
        custom: CustomRequest,
        request: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = custom;
        if method != CallToolRequestMethod::VALUE {
            return Err(ErrorData::new(
                rmcp::model::ErrorCode::METHOD_NOT_FOUND,
                method,
                None,
            ));
        }
        let Some(Value::Object(mut params)) = params else {
            return Err(ErrorData::invalid_params("params: expected object", None));
        };
        let Some(Value::String(name)) = params.remove("name") else {
            return Err(ErrorData::invalid_params("name: expected string", None));
        };
        let arguments = params.remove("arguments").unwrap_or_default();
        let era = context::era(&request);
        let mut result = self.call(&name, arguments, request).await?;
        if era != Era::Modern {
            // The SDK does this for results of its own types.
            result.result_type = None;
        }
        let value = serde_json::to_value(result)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(CustomResult::new(value))
    }
}
