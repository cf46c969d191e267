//! The layer that adds a registry's tools to a handler: it lists what was computed, and passes
//! calls on.

use std::sync::{
    Arc, Once,
    atomic::{AtomicBool, Ordering},
};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, CallToolRequestMethod, CallToolRequestParams, CallToolResponse, CallToolResult,
        ConstString, ContentBlock, CustomRequest, CustomResult, DiscoverResult, InitializeResult,
        ListToolsResult, PaginatedRequestParams, ServerConfig, SubscriptionFilter, Tool,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
};
use serde_json::Value;

use super::{
    around::HandlerLayer,
    changes::{Connection, ListChanges},
    context, convert,
};
use crate::{Ctx, Era, View};

/// How long a client may keep a list that depends on nothing: it is computed in `build()`.
const TTL_MS: u64 = 60 * 60 * 1_000;
/// How long it may keep one that depends on who asks: what a caller may see can change.
const PRIVATE_TTL_MS: u64 = 60 * 1_000;

type Cx = RequestContext<RoleServer>;

/// A registry's tools, for one connection; cloning it is cheap.
#[derive(Clone)]
pub struct Mounted {
    pub(super) view: View,
    /// `None` where the list never changes while the server runs.
    pub(super) changes: Option<ListChanges>,
    /// Whether the tools are there, for all connections.
    pub(super) there: Arc<AtomicBool>,
    /// Whether a clash of names was told of.
    pub(super) clash: Arc<Once>,
    pub(super) connection: Connection,
}

impl Mounted {
    /// Tools that are there for good.
    pub(super) fn new(view: View, changes: Option<ListChanges>) -> Self {
        Self {
            view,
            changes,
            there: Arc::new(AtomicBool::new(true)),
            clash: Arc::new(Once::new()),
            connection: Connection::new(),
        }
    }

    /// The same for one connection more.
    #[cfg(feature = "http")]
    pub(super) fn for_connection(&self) -> Self {
        Self {
            connection: Connection::new(),
            ..self.clone()
        }
    }

    fn is_there(&self) -> bool {
        self.there.load(Ordering::Acquire)
    }

    /// Whether a call of `name` is for the tools of this registry, and what its caller sees.
    async fn claims<H: ServerHandler>(&self, inner: &H, name: &str, request: &Cx) -> Option<Claim> {
        if !has_tools(inner) {
            // Nobody else could answer it: even what is wrong with it is ours to say.
            return Some(Claim::Whole);
        }
        if !self.is_there() && inner.get_tool(name).is_some() {
            return None;
        }
        if !self.view.depends_on_caller() {
            return self.view.find(name).map(|_| Claim::Whole);
        }
        // A caller who may not see it is answered as by a handler without it.
        let mut ctx = context::ctx(request.clone());
        let seen = self.view.seen_by(&mut ctx).await.ok()?;
        seen.find(name)?;
        Some(Claim::Seen(Box::new((seen, ctx))))
    }

    async fn call(
        &self,
        claim: Claim,
        name: &str,
        arguments: Value,
        request: Cx,
    ) -> Result<CallToolResult, ErrorData> {
        let result = match claim {
            _ if !self.is_there() => {
                let text = format!(
                    "Error: {name} is not available at the moment. List the tools again for those that are."
                );
                return Ok(CallToolResult::error(vec![ContentBlock::text(text)]));
            }
            Claim::Whole => self.view.call(name, arguments, context::ctx(request)).await,
            Claim::Seen(seen) => {
                let (view, ctx) = *seen;
                view.call_provided(name, arguments, ctx).await
            }
        };
        match result {
            Ok(response) => Ok(convert::response(response)),
            Err(error) => convert::error(&error),
        }
    }

    /// What the caller of a request sees; nothing where it is refused.
    async fn seen(&self, request: Cx) -> Result<View, ErrorData> {
        if !self.view.depends_on_caller() {
            return Ok(self.view.clone());
        }
        let mut ctx: Ctx = context::ctx(request);
        let seen = self.view.seen_by(&mut ctx).await;
        seen.map_err(|error| ErrorData::invalid_request(error.to_string(), None))
    }

    fn freshness(&self) -> (u64, CacheScope) {
        if self.view.depends_on_caller() {
            (PRIVATE_TTL_MS, CacheScope::Private)
        } else {
            (TTL_MS, CacheScope::Public)
        }
    }

    /// What a client is told of the tools that `view` shows.
    fn introduce(&self, config: &mut ServerConfig, view: Option<&View>) {
        let tools = config.capabilities.tools.get_or_insert_default();
        if self.changes.is_some() {
            tools.list_changed = Some(true);
        }
        let author = config.instructions.take();
        config.instructions = joined(author, view.and_then(View::instructions));
    }
}

/// Whose answer a call gets.
enum Claim {
    /// That of the whole view, which sees to who asks.
    Whole,
    /// That of what its caller sees, with the context in which that was asked.
    Seen(Box<(View, Ctx)>),
}

impl HandlerLayer for Mounted {
    fn config(&self, mut config: ServerConfig) -> ServerConfig {
        let view = (!self.view.depends_on_caller()).then_some(&self.view);
        self.introduce(&mut config, view);
        config
    }

    async fn initialized(
        &self,
        mut result: InitializeResult,
        request: Cx,
    ) -> Result<InitializeResult, ErrorData> {
        let seen = self.seen(request).await.ok();
        self.introduce(&mut result, seen.as_ref());
        Ok(result)
    }

    async fn discovered(
        &self,
        mut result: DiscoverResult,
        request: Cx,
    ) -> Result<DiscoverResult, ErrorData> {
        let seen = self.seen(request).await.ok();
        let mut config = ServerConfig::new(result.capabilities);
        config.instructions = result.instructions;
        self.introduce(&mut config, seen.as_ref());
        result.capabilities = config.capabilities;
        result.instructions = config.instructions;
        if self.view.depends_on_caller() {
            result.ttl_ms = result.ttl_ms.min(PRIVATE_TTL_MS);
            result.cache_scope = CacheScope::Private;
        }
        Ok(result)
    }

    async fn list_tools<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = page.as_ref().and_then(|page| page.cursor.as_ref());
        let (first, shared) = (cursor.is_none(), has_tools(inner));
        if !first && !shared {
            let text = "unknown cursor: the whole list is one page";
            return Err(ErrorData::invalid_params(text, None));
        }
        let era = context::era(&request);
        let mut list = ListToolsResult::with_all_items(Vec::new());
        let (ttl, scope) = self.freshness();
        if era == Era::Modern {
            list = list.with_ttl_ms(ttl).with_cache_scope(scope);
        }
        let seen = match self.seen(request.clone()).await {
            Ok(seen) => Some(seen).filter(|_| self.is_there()),
            // The other's tools are there for everybody.
            Err(_) if shared => None,
            Err(error) => return Err(error),
        };
        if let Some(seen) = seen.as_ref().filter(|_| first) {
            let tools = seen.tools().iter();
            list.tools = tools.map(|tool| convert::tool(tool, era)).collect();
        }
        if !shared {
            return Ok(list);
        }
        let theirs = inner.list_tools(page, request).await?;
        Ok(self.merged(list, theirs, seen.as_ref()))
    }

    async fn call_tool<H: ServerHandler>(
        &self,
        inner: &H,
        mut params: CallToolRequestParams,
        request: Cx,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(claim) = self.claims(inner, &params.name, &request).await else {
            return inner.call_tool(params, request).await;
        };
        let arguments = params.arguments.take().map_or(Value::Null, Value::Object);
        let result = self.call(claim, &params.name, arguments, request).await?;
        Ok(result.into())
    }

    fn tool<H: ServerHandler>(&self, inner: &H, name: &str) -> Option<Tool> {
        let ours = self.is_there() && !self.view.depends_on_caller();
        let ours = ours.then(|| self.view.listed(name)).flatten();
        ours.map(|tool| convert::tool(tool, Era::Modern))
            .or_else(|| inner.get_tool(name))
    }

    /// A `tools/call` whose arguments are no object does not fit the SDK's type and arrives here.
    /// The model sent them, so the model is told.
    async fn custom<H: ServerHandler>(
        &self,
        inner: &H,
        custom: CustomRequest,
        request: Cx,
    ) -> Result<CustomResult, ErrorData> {
        if custom.method != CallToolRequestMethod::VALUE {
            return inner.on_custom_request(custom, request).await;
        }
        let params = custom.params.as_ref().and_then(Value::as_object);
        let name = params.and_then(|params| params.get("name")?.as_str());
        let claim = match name {
            Some(name) => self.claims(inner, name, &request).await,
            None => (!has_tools(inner)).then_some(Claim::Whole),
        };
        let Some(claim) = claim else {
            return inner.on_custom_request(custom, request).await;
        };
        let Some(Value::Object(mut params)) = custom.params else {
            return Err(ErrorData::invalid_params("params: expected object", None));
        };
        let Some(Value::String(name)) = params.remove("name") else {
            return Err(ErrorData::invalid_params("name: expected string", None));
        };
        let arguments = params.remove("arguments").unwrap_or_default();
        let era = context::era(&request);
        let mut result = self.call(claim, &name, arguments, request).await?;
        if era != Era::Modern {
            // The SDK does this for results of its own types.
            result.result_type = None;
        }
        let value = serde_json::to_value(result)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(CustomResult::new(value))
    }

    async fn ready<H: ServerHandler>(&self, inner: &H, context: NotificationContext<RoleServer>) {
        if let Some(changes) = &self.changes {
            changes.push(context.peer.clone(), self.connection.token());
        }
        inner.on_initialized(context).await;
    }

    fn subscription<H: ServerHandler>(
        &self,
        inner: &H,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        let theirs = inner.accepted_subscription_filter(requested);
        if self.changes.is_none() {
            return theirs;
        }
        // The SDK keeps of it what the capabilities allow.
        let mut accepted = theirs.unwrap_or_default();
        accepted.tools_list_changed = requested.tools_list_changed;
        Some(accepted)
    }

    async fn listen<H: ServerHandler>(
        &self,
        inner: &H,
        subscription: SubscriptionContext,
    ) -> Result<(), ErrorData> {
        let Some(changes) = &self.changes else {
            return inner.listen(subscription).await;
        };
        let sink = subscription.sink().clone();
        tokio::select! {
            ended = inner.listen(subscription) => ended,
            () = changes.send(&sink) => Ok(()),
        }
    }
}

impl Mounted {
    /// Our tools, then those of the handler whose names are not ours.
    fn merged(
        &self,
        mut ours: ListToolsResult,
        theirs: ListToolsResult,
        seen: Option<&View>,
    ) -> ListToolsResult {
        let taken = |tool: &Tool| seen.is_some_and(|seen| seen.listed(&tool.name).is_some());
        for tool in theirs.tools {
            if taken(&tool) {
                self.clash.call_once(|| {
                    tracing::warn!(
                        tool = &*tool.name,
                        "the handler has a tool of a mounted tool's name: it is hidden; rename one of them"
                    );
                });
            } else {
                ours.tools.push(tool);
            }
        }
        ours.next_cursor = theirs.next_cursor;
        ours.meta = theirs.meta;
        // Both must be fresh; what is not said is the SDK's to fill in.
        ours.ttl_ms = ours.ttl_ms.zip(theirs.ttl_ms).map(|(a, b)| a.min(b));
        if theirs.cache_scope != Some(CacheScope::Public) {
            ours.cache_scope = theirs.cache_scope;
        }
        ours
    }
}

fn has_tools<H: ServerHandler>(inner: &H) -> bool {
    ServerHandler::get_info(inner).capabilities.tools.is_some()
}

/// The author's words about the server, then the view's about its tools.
fn joined(author: Option<String>, view: Option<&str>) -> Option<String> {
    match (author, view) {
        (Some(author), Some(view)) => Some(format!("{author}\n\n{view}")),
        (author, view) => author.or_else(|| view.map(str::to_owned)),
    }
}
