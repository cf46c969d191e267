//! The trait for wrappers around a handler. Each method receives the inner handler and forwards to it
//! by default.
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

/// A wrapper around a handler of the SDK.
pub trait HandlerWrapper: Send + Sync + 'static {
    /// Changes the server configuration for an unknown client.
    fn config(&self, config: ServerConfig) -> ServerConfig {
        config
    }

    /// Handles `initialize`, of the legacy era.
    fn initialized(
        &self,
        result: InitializeResult,
        _: Cx,
    ) -> impl Future<Output = Result<InitializeResult, ErrorData>> + Send {
        let config = self.config(result);
        async move { Ok(config) }
    }

    /// Handles `server/discover`, of the modern era.
    fn discovered(
        &self,
        result: DiscoverResult,
        _: Cx,
    ) -> impl Future<Output = Result<DiscoverResult, ErrorData>> + Send {
        async move { Ok(result) }
    }

    /// Handles `tools/list`.
    fn list_tools<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListToolsResult, ErrorData>> + Send {
        inner.list_tools(page, cx)
    }

    /// Handles `tools/call`.
    fn call_tool<H: ServerHandler>(
        &self,
        inner: &H,
        params: CallToolRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + Send {
        inner.call_tool(params, cx)
    }

    /// Returns a tool by its name.
    fn tool<H: ServerHandler>(&self, inner: &H, name: &str) -> Option<Tool> {
        inner.get_tool(name)
    }

    /// Handles `prompts/list`.
    fn list_prompts<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListPromptsResult, ErrorData>> + Send {
        inner.list_prompts(page, cx)
    }

    /// Handles `prompts/get`.
    fn prompt<H: ServerHandler>(
        &self,
        inner: &H,
        request: GetPromptRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<GetPromptResponse, ErrorData>> + Send {
        inner.get_prompt(request, cx)
    }

    /// Handles `resources/list`.
    fn list_resources<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListResourcesResult, ErrorData>> + Send {
        inner.list_resources(page, cx)
    }

    /// Handles `resources/templates/list`.
    fn list_templates<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListResourceTemplatesResult, ErrorData>> + Send {
        inner.list_resource_templates(page, cx)
    }

    /// Handles `resources/read`.
    fn read<H: ServerHandler>(
        &self,
        inner: &H,
        request: ReadResourceRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<ReadResourceResponse, ErrorData>> + Send {
        inner.read_resource(request, cx)
    }

    /// Handles `completion/complete`.
    fn complete<H: ServerHandler>(
        &self,
        inner: &H,
        request: CompleteRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<CompleteResult, ErrorData>> + Send {
        inner.complete(request, cx)
    }

    /// Handles `resources/subscribe`, of the legacy era.
    fn subscribe<H: ServerHandler>(
        &self,
        inner: &H,
        request: SubscribeRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        inner.subscribe(request, cx)
    }

    /// Handles `resources/unsubscribe`, of the legacy era.
    fn unsubscribe<H: ServerHandler>(
        &self,
        inner: &H,
        request: UnsubscribeRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        inner.unsubscribe(request, cx)
    }

    /// Handles a request for which the SDK has no type.
    fn custom<H: ServerHandler>(
        &self,
        inner: &H,
        request: CustomRequest,
        cx: Cx,
    ) -> impl Future<Output = Result<CustomResult, ErrorData>> + Send {
        inner.on_custom_request(request, cx)
    }

    /// Handles the `initialized` notification, of the legacy era.
    fn ready<H: ServerHandler>(&self, inner: &H, cx: Ncx) -> impl Future<Output = ()> + Send {
        inner.on_initialized(cx)
    }

    /// Returns the accepted part of a subscription request, of the modern era.
    fn subscription<H: ServerHandler>(
        &self,
        inner: &H,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        inner.accepted_subscription_filter(requested)
    }

    /// Handles a subscription stream, of the modern era.
    fn listen<H: ServerHandler>(
        &self,
        inner: &H,
        subscription: SubscriptionContext,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        inner.listen(subscription)
    }
}
