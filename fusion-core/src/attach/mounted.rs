//! The layer that adds a registry's tools to a handler: what it answers instead of the handler, and
//! what it adds to the handler's answers.

use std::sync::{
    Arc, Once,
    atomic::{AtomicBool, Ordering},
};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, CallToolRequestMethod, CallToolRequestParams, CallToolResponse, ConstString,
        CustomRequest, CustomResult, DiscoverResult, InitializeResult, ListToolsResult,
        PaginatedRequestParams, ServerConfig, SubscriptionFilter, Tool,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
};
use serde_json::Value;

use super::{
    around::HandlerLayer,
    calling::Claim,
    changes::{Connection, ListChanges},
    context, convert, listing,
};
use crate::{Ctx, Era, View};

/// How long a client may keep a list that depends on nothing: it is computed in `build()`.
const TTL_MS: u64 = 60 * 60 * 1_000;
/// How long it may keep one that depends on who asks, or on whether the tools are there: not every
/// client listens for changes.
const CHANGING_TTL_MS: u64 = 60 * 1_000;

type Cx = RequestContext<RoleServer>;

/// A registry's tools, for one connection; cloning it is cheap.
#[derive(Clone)]
pub struct Mounted {
    pub(super) view: View,
    /// Whether the handler behind it is known to have no tools.
    pub(super) alone: bool,
    /// `None` where the list never changes while the server runs.
    pub(super) changes: Option<ListChanges>,
    /// Whether the tools are there, for all connections.
    pub(super) there: Arc<AtomicBool>,
    /// Whether a clash of names was told of.
    pub(super) clash: Arc<Once>,
    pub(super) connection: Connection,
}

impl Mounted {
    /// Tools that are there for good, and no others beside them.
    pub(super) fn alone(view: View, changes: Option<ListChanges>) -> Self {
        Self {
            view,
            alone: true,
            changes,
            there: Arc::new(AtomicBool::new(true)),
            clash: Arc::new(Once::new()),
            connection: Connection::new(),
        }
    }

    pub(super) fn is_there(&self) -> bool {
        self.there.load(Ordering::Acquire)
    }

    /// Whether the handler has tools, too.
    pub(super) fn is_shared<H: ServerHandler>(&self, inner: &H) -> bool {
        !self.alone && ServerHandler::get_info(inner).capabilities.tools.is_some()
    }

    /// What the caller of a request sees; nothing where it is refused.
    pub(super) async fn seen(&self, request: Cx) -> Result<View, ErrorData> {
        if !self.view.depends_on_caller() {
            return Ok(self.view.clone());
        }
        let mut ctx: Ctx = context::ctx(request);
        let seen = self.view.seen_by(&mut ctx).await;
        seen.map_err(|error| ErrorData::invalid_request(error.to_string(), None))
    }

    fn changes(&self) -> bool {
        self.changes.is_some() || self.view.depends_on_caller()
    }

    /// An empty page, with what a client of the modern era is told about keeping it.
    fn page(&self, era: Era) -> ListToolsResult {
        let page = ListToolsResult::with_all_items(Vec::new());
        if era != Era::Modern {
            return page;
        }
        let ttl = if self.changes() {
            CHANGING_TTL_MS
        } else {
            TTL_MS
        };
        let scope = if self.view.depends_on_caller() {
            CacheScope::Private
        } else {
            CacheScope::Public
        };
        page.with_ttl_ms(ttl).with_cache_scope(scope)
    }

    /// What a client is told of the tools that `view` shows.
    fn introduce(&self, config: &mut ServerConfig, view: Option<&View>) {
        let tools = config.capabilities.tools.get_or_insert_default();
        if self.changes.is_some() {
            tools.list_changed = Some(true);
        }
        let view = view.filter(|_| self.is_there());
        let author = config.instructions.take();
        config.instructions = joined(author, view.and_then(View::instructions));
    }
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
        if self.changes() {
            result.ttl_ms = result.ttl_ms.min(CHANGING_TTL_MS);
        }
        if self.view.depends_on_caller() {
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
        let (first, shared) = (cursor.is_none(), self.is_shared(inner));
        if !first && !shared {
            let text = "unknown cursor: the whole list is one page";
            return Err(ErrorData::invalid_params(text, None));
        }
        let era = context::era(&request);
        let theirs = if shared {
            Some(inner.list_tools(page, request.clone()).await?)
        } else {
            None
        };
        let seen = match self.seen(request).await {
            Ok(seen) => Some(seen).filter(|_| self.is_there()),
            // The other's tools are there for everybody.
            Err(_) if shared => None,
            Err(error) => return Err(error),
        };
        let mut list = self.page(era);
        if let Some(seen) = seen.as_ref().filter(|_| first) {
            list.tools = listing::tools(seen, era);
        }
        Ok(match theirs {
            Some(theirs) => listing::merged(list, theirs, seen.as_ref(), &self.clash),
            None => list,
        })
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
        if let Some(answer) = self.theirs(inner, &params, &request).await {
            return answer;
        }
        let arguments = params.arguments.take().map_or(Value::Null, Value::Object);
        let result = self.call(claim, &params.name, arguments, request).await?;
        Ok(result.into())
    }

    fn tool<H: ServerHandler>(&self, inner: &H, name: &str) -> Option<Tool> {
        let ours = self.is_there() && !self.view.depends_on_caller();
        let ours = ours.then(|| self.view.listed(name)).flatten();
        ours.map(convert::tool).or_else(|| inner.get_tool(name))
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
            Some(name) if !self.is_there() && inner.get_tool(name).is_some() => None,
            Some(name) => self.claims(inner, name, &request).await,
            None => (!self.is_shared(inner)).then_some(Claim::Whole),
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
        let ours = self.alone || requested.tools_list_changed == Some(true);
        if self.changes.is_none() || (theirs.is_none() && !ours) {
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
            // The stream is the handler's to end: it may carry more than our notifications.
            never = changes.send(&sink) => match never {},
        }
    }
}

/// The author's words about the server, then the view's about its tools.
fn joined(author: Option<String>, view: Option<&str>) -> Option<String> {
    match (author, view) {
        (Some(author), Some(view)) => Some(format!("{author}\n\n{view}")),
        (author, view) => author.or_else(|| view.map(str::to_owned)),
    }
}
