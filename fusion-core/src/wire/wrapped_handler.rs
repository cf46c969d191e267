//! A handler with a wrapper around it. It forwards every method that the wrapper does not handle.
//!
//! This file is as long as the SDK's trait. A test reads the SDK's source and fails if a method is not
//! forwarded.
#![allow(deprecated)] // peers of the legacy era still use it

use std::{borrow::Cow, future::Future, pin::Pin};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam,
        CompleteRequestParams, CompleteResult, CustomNotification, CustomRequest, CustomResult,
        DiscoverResult, GetPromptRequestParams, GetPromptResponse, GetSkillRequestParams,
        GetSkillResult, GetTaskParams, GetTaskResult, InitializeRequestParams, InitializeResult,
        ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult,
        ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
        ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams,
        ReadResourceResponse, ServerConfig, SetLevelRequestParams, SubscribeRequestParams,
        SubscriptionFilter, Tool, UnsubscribeRequestParams, UpdateTaskParams,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
};

use super::handler_wrapper::HandlerWrapper;

type Cx = RequestContext<RoleServer>;
type Ncx = NotificationContext<RoleServer>;

/// A handler with a wrapper around it.
#[derive(Clone, Debug)]
pub struct WrappedHandler<L, H> {
    pub(super) wrapper: L,
    pub(super) inner: H,
}

impl<L, H> WrappedHandler<L, H> {
    /// Returns the inner handler.
    pub fn inner(&self) -> &H {
        &self.inner
    }
}

/// Boxes the future of a method. The SDK's dispatcher is one future with room for those of all methods, which is
/// moved into tasks, and which rustc compiles into each codegen unit that polls or drops it.
fn boxed<'a, T>(
    future: impl Future<Output = T> + Send + 'a,
) -> Pin<Box<dyn Future<Output = T> + Send + 'a>> {
    Box::pin(future)
}

impl<L: HandlerWrapper, H: ServerHandler> ServerHandler for WrappedHandler<L, H> {
    fn get_info(&self) -> ServerConfig {
        // A qualified path, because `Service` also has a `get_info`.
        self.wrapper.config(ServerHandler::get_info(&self.inner))
    }

    fn initialize(
        &self,
        request: InitializeRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<InitializeResult, ErrorData>> + Send {
        boxed(async move {
            let result = self.inner.initialize(request, cx.clone()).await?;
            self.wrapper.initialized(result, cx).await
        })
    }

    fn negotiate_initialize(
        &self,
        request: &InitializeRequestParams,
    ) -> Result<InitializeResult, ErrorData> {
        let result = self.inner.negotiate_initialize(request)?;
        Ok(self.wrapper.config(result))
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        ServerHandler::supported_protocol_versions(&self.inner)
    }

    fn discover(&self, cx: Cx) -> impl Future<Output = Result<DiscoverResult, ErrorData>> + Send {
        boxed(async move {
            let result = self.inner.discover(cx.clone()).await?;
            self.wrapper.discovered(result, cx).await
        })
    }

    fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListToolsResult, ErrorData>> + Send {
        self.wrapper.list_tools(&self.inner, page, cx)
    }

    fn call_tool(
        &self,
        params: CallToolRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + Send {
        boxed(self.wrapper.call_tool(&self.inner, params, cx))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.wrapper.tool(&self.inner, name)
    }

    fn on_custom_request(
        &self,
        request: CustomRequest,
        cx: Cx,
    ) -> impl Future<Output = Result<CustomResult, ErrorData>> + Send {
        boxed(self.wrapper.custom(&self.inner, request, cx))
    }

    fn on_initialized(&self, cx: Ncx) -> impl Future<Output = ()> + Send {
        boxed(self.wrapper.ready(&self.inner, cx))
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.wrapper.subscription(&self.inner, requested)
    }

    fn listen(
        &self,
        subscription: SubscriptionContext,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        boxed(self.wrapper.listen(&self.inner, subscription))
    }

    fn ping(&self, cx: Cx) -> impl Future<Output = Result<(), ErrorData>> + Send {
        self.inner.ping(cx)
    }

    fn complete(
        &self,
        request: CompleteRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<CompleteResult, ErrorData>> + Send {
        boxed(self.wrapper.complete(&self.inner, request, cx))
    }

    fn set_level(
        &self,
        request: SetLevelRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        self.inner.set_level(request, cx)
    }

    fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<GetPromptResponse, ErrorData>> + Send {
        boxed(self.wrapper.prompt(&self.inner, request, cx))
    }

    fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListPromptsResult, ErrorData>> + Send {
        boxed(self.wrapper.list_prompts(&self.inner, page, cx))
    }

    fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListResourcesResult, ErrorData>> + Send {
        boxed(self.wrapper.list_resources(&self.inner, page, cx))
    }

    fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListResourceTemplatesResult, ErrorData>> + Send {
        boxed(self.wrapper.list_templates(&self.inner, page, cx))
    }

    fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<ReadResourceResponse, ErrorData>> + Send {
        boxed(self.wrapper.read(&self.inner, request, cx))
    }

    fn subscribe(
        &self,
        request: SubscribeRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        boxed(self.wrapper.subscribe(&self.inner, request, cx))
    }

    fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        boxed(self.wrapper.unsubscribe(&self.inner, request, cx))
    }

    fn on_cancelled(
        &self,
        notification: CancelledNotificationParam,
        cx: Ncx,
    ) -> impl Future<Output = ()> + Send {
        self.inner.on_cancelled(notification, cx)
    }

    fn on_progress(
        &self,
        notification: ProgressNotificationParam,
        cx: Ncx,
    ) -> impl Future<Output = ()> + Send {
        self.inner.on_progress(notification, cx)
    }

    fn on_roots_list_changed(&self, cx: Ncx) -> impl Future<Output = ()> + Send {
        self.inner.on_roots_list_changed(cx)
    }

    fn on_custom_notification(
        &self,
        notification: CustomNotification,
        cx: Ncx,
    ) -> impl Future<Output = ()> + Send {
        self.inner.on_custom_notification(notification, cx)
    }

    fn get_task(
        &self,
        request: GetTaskParams,
        cx: Cx,
    ) -> impl Future<Output = Result<GetTaskResult, ErrorData>> + Send {
        self.inner.get_task(request, cx)
    }

    fn update_task(
        &self,
        request: UpdateTaskParams,
        cx: Cx,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        self.inner.update_task(request, cx)
    }

    fn cancel_task(
        &self,
        request: CancelTaskParams,
        cx: Cx,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        self.inner.cancel_task(request, cx)
    }

    fn list_skills(
        &self,
        page: Option<PaginatedRequestParams>,
        cx: Cx,
    ) -> impl Future<Output = Result<ListSkillsResult, ErrorData>> + Send {
        self.inner.list_skills(page, cx)
    }

    fn get_skill(
        &self,
        request: GetSkillRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<GetSkillResult, ErrorData>> + Send {
        self.inner.get_skill(request, cx)
    }

    fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        cx: Cx,
    ) -> impl Future<Output = Result<ReadResourceDirectoryResult, ErrorData>> + Send {
        self.inner.read_resource_directory(request, cx)
    }
}
