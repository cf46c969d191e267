//! What may stand around a handler: each method has the handler behind it, and asks it unless the
//! layer knows better.
#![allow(deprecated)] // peers of the legacy era still use it

use std::future::Future;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
        CustomRequest, CustomResult, DiscoverResult, GetPromptRequestParams, GetPromptResponse,
        InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
        ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
        ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
};

type Cx = RequestContext<RoleServer>;
type Ncx = NotificationContext<RoleServer>;

/// What stands around a handler.
pub trait HandlerWrapper: Send + Sync + 'static {
    /// What a client is told without being known.
    fn config(&self, config: ServerConfig) -> ServerConfig {
        config
    }

    /// What a client of the legacy era is told.
    fn initialized(
        &self,
        result: InitializeResult,
        _: Cx,
    ) -> impl Future<Output = Result<InitializeResult, ErrorData>> + Send {
        let config = self.config(result);
        async move { Ok(config) }
    }

    /// What a client of the modern era is told.
    fn discovered(
        &self,
        result: DiscoverResult,
        _: Cx,
    ) -> impl Future<Output = Result<DiscoverResult, ErrorData>> + Send {
        async move { Ok(result) }
    }

    /// `tools/list`.
    fn list_tools<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListToolsResult, ErrorData>> + Send {
        inner.list_tools(page, cx)
    }

    /// `tools/call`.
    fn call_tool<H: ServerHandler>(
        &self,
        inner: &H,
        params: CallToolRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + Send {
        inner.call_tool(params, cx)
    }

    /// A tool by its name.
    fn tool<H: ServerHandler>(&self, inner: &H, name: &str) -> Option<Tool> {
        inner.get_tool(name)
    }

    /// `prompts/list`.
    fn list_prompts<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListPromptsResult, ErrorData>> + Send {
        inner.list_prompts(page, cx)
    }

    /// `prompts/get`.
    fn prompt<H: ServerHandler>(
        &self,
        inner: &H,
        request: GetPromptRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<GetPromptResponse, ErrorData>> + Send {
        inner.get_prompt(request, cx)
    }

    /// `resources/list`.
    fn list_resources<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListResourcesResult, ErrorData>> + Send {
        inner.list_resources(page, cx)
    }

    /// `resources/templates/list`.
    fn list_templates<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListResourceTemplatesResult, ErrorData>> + Send {
        inner.list_resource_templates(page, cx)
    }

    /// `resources/read`.
    fn read<H: ServerHandler>(
        &self,
        inner: &H,
        request: ReadResourceRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<ReadResourceResponse, ErrorData>> + Send {
        inner.read_resource(request, cx)
    }

    /// `completion/complete`.
    fn complete<H: ServerHandler>(
        &self,
        inner: &H,
        request: CompleteRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<CompleteResult, ErrorData>> + Send {
        inner.complete(request, cx)
    }

    /// `resources/subscribe`, of the legacy era.
    fn subscribe<H: ServerHandler>(
        &self,
        inner: &H,
        request: SubscribeRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        inner.subscribe(request, cx)
    }

    /// `resources/unsubscribe`, of the legacy era.
    fn unsubscribe<H: ServerHandler>(
        &self,
        inner: &H,
        request: UnsubscribeRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        inner.unsubscribe(request, cx)
    }

    /// A request that is none of the SDK's types.
    fn custom<H: ServerHandler>(
        &self,
        inner: &H,
        request: CustomRequest,
        cx: Cx,
    ) -> impl Future<Output = Result<CustomResult, ErrorData>> + Send {
        inner.on_custom_request(request, cx)
    }

    /// A client of the legacy era is ready.
    fn ready<H: ServerHandler>(&self, inner: &H, cx: Ncx) -> impl Future<Output = ()> + Send {
        inner.on_initialized(cx)
    }

    /// What of the asked-for notifications there will be.
    fn subscription<H: ServerHandler>(
        &self,
        inner: &H,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        inner.accepted_subscription_filter(requested)
    }

    /// A client of the modern era listens.
    fn listen<H: ServerHandler>(
        &self,
        inner: &H,
        subscription: SubscriptionContext,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        inner.listen(subscription)
    }
}
