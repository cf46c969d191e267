//! The wrapper that adds a registry to a handler: it handles requests for the registry's items, and
//! adds them to the handler's lists.
#![allow(deprecated)] // clients of the legacy era subscribe with methods of their own

use std::{
    num::NonZeroUsize,
    pin::pin,
    sync::{
        Arc, Once,
        atomic::{AtomicBool, Ordering},
    },
};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
        CustomRequest, CustomResult, DiscoverResult, ErrorCode, GetPromptRequestParams,
        GetPromptResponse, InitializeResult, ListPromptsResult, ListResourceTemplatesResult,
        ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
        ReadResourceResponse, ServerCapabilities, ServerConfig, SubscribeRequestParams,
        SubscriptionFilter, Tool, UnsubscribeRequestParams,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
};
use tokio_util::sync::CancellationToken;

use super::{
    call_cancellation::client_left,
    context, convert,
    handler_wrapper::HandlerWrapper,
    hidden_tools::HiddenTools,
    initialize::{OfferedKinds, completes},
    list_changes::{Connection, ListChanges, connect_replicas},
    lists::PagedResult as _,
    method_not_found,
};
use crate::registry::View;

type Cx = RequestContext<RoleServer>;

/// A wrapper with the registry for one connection. Cloning it is cheap.
#[derive(Clone)]
pub struct MountWrapper {
    pub(super) view: View,
    pub(super) has: OfferedKinds,
    pub(super) completes: bool,
    /// True if the inner handler has no items of its own.
    pub(super) inner_is_empty: bool,
    /// The channel of list changes; `None` if the lists never change while the server runs.
    pub(super) changes: Option<ListChanges>,
    /// True if the registry is attached; shared by all connections.
    pub(super) attached: Arc<AtomicBool>,
    /// The guard that logs a name clash only once.
    pub(super) clash: Arc<Once>,
    /// The page size of the lists.
    pub(super) page: NonZeroUsize,
    /// The tools of the inner handler that are hidden.
    pub(super) hidden: HiddenTools,
    /// True if no state is kept between requests of a client of the legacy era, so that it cannot be
    /// notified.
    pub(super) forgets_clients: bool,
    /// The token that cancels the calls at the end of a server over HTTP.
    pub(super) over: Option<CancellationToken>,
    /// The token that ends the open questions of a server over HTTP when it begins to stop.
    #[cfg(all(feature = "ask", feature = "http"))]
    pub(super) stopping: Option<CancellationToken>,
    pub(super) connection: Connection,
}

impl MountWrapper {
    /// Creates a wrapper that is always attached, around a handler without items.
    pub(super) fn for_server(view: View, changes: Option<ListChanges>, page: NonZeroUsize) -> Self {
        connect_replicas(&view, changes.as_ref());
        Self {
            has: OfferedKinds::from_view(&view),
            completes: completes(&view),
            view,
            inner_is_empty: true,
            changes,
            attached: Arc::new(AtomicBool::new(true)),
            clash: Arc::new(Once::new()),
            page,
            hidden: HiddenTools::default(),
            forgets_clients: false,
            over: None,
            #[cfg(all(feature = "ask", feature = "http"))]
            stopping: None,
            connection: Connection::new(),
        }
    }

    pub(super) fn is_attached(&self) -> bool {
        self.attached.load(Ordering::Acquire)
    }

    /// Returns true if the handler also has items of a kind.
    pub(super) fn shares<H: ServerHandler>(
        &self,
        inner: &H,
        kind: impl Fn(&ServerCapabilities) -> bool,
    ) -> bool {
        !self.inner_is_empty && kind(&ServerHandler::get_info(inner).capabilities)
    }

    /// Returns true if the lists can change.
    pub(super) fn may_change(&self) -> bool {
        self.changes.is_some() || self.view.depends_on_caller()
    }
}

impl HandlerWrapper for MountWrapper {
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
        // The lane has no other way to it.
        self.connection.link.set(request.peer.clone());
        let seen = self.caller_view(request).await.ok();
        self.introduce_legacy(&mut result, seen.as_ref());
        Ok(result)
    }

    async fn discovered(
        &self,
        mut result: DiscoverResult,
        request: Cx,
    ) -> Result<DiscoverResult, ErrorData> {
        // The peer of this request is not kept: before the first other request, the SDK's peer reaches no client.
        let seen = self.caller_view(request).await.ok();
        self.introduce_modern(&mut result, seen.as_ref());
        Ok(result)
    }

    async fn list_tools<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> Result<ListToolsResult, ErrorData> {
        if self.has.tools {
            self.list(inner, page, request).await
        } else {
            ListToolsResult::handler_list(self, inner, page, request).await
        }
    }

    async fn list_prompts<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> Result<ListPromptsResult, ErrorData> {
        if self.has.prompts {
            self.list(inner, page, request).await
        } else {
            inner.list_prompts(page, request).await
        }
    }

    async fn list_resources<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> Result<ListResourcesResult, ErrorData> {
        if self.has.resources {
            self.list(inner, page, request).await
        } else {
            inner.list_resources(page, request).await
        }
    }

    async fn list_templates<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        request: Cx,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        if self.has.resources {
            self.list(inner, page, request).await
        } else {
            inner.list_resource_templates(page, request).await
        }
    }

    async fn call_tool<H: ServerHandler>(
        &self,
        inner: &H,
        params: CallToolRequestParams,
        request: Cx,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(owner) = self.call_owner(inner, &params.name, &request).await else {
            if let Some(unknown) = self.hidden.unknown(&params.name) {
                return Err(unknown);
            }
            return inner.call_tool(params, request).await;
        };
        if let Some(answer) = self
            .handler_response_while_detached(inner, &params, &request)
            .await
        {
            return answer;
        }
        self.call(owner, params.into(), request).await
    }

    fn tool<H: ServerHandler>(&self, inner: &H, name: &str) -> Option<Tool> {
        let ours = self.is_attached() && !self.view.depends_on_caller();
        let ours = ours.then(|| self.view.listed_tool(name)).flatten();
        ours.map(convert::tool).or_else(|| {
            let is_hidden = self.hidden.contains(name);
            inner.get_tool(name).filter(|_| !is_hidden)
        })
    }

    async fn prompt<H: ServerHandler>(
        &self,
        inner: &H,
        params: GetPromptRequestParams,
        request: Cx,
    ) -> Result<GetPromptResponse, ErrorData> {
        if self.has.prompts {
            let cancellation = self.cancellation(&request);
            let call = pin!(self.fill(inner, params, request));
            cancellation.run(call).await
        } else {
            inner.get_prompt(params, request).await
        }
    }

    async fn read<H: ServerHandler>(
        &self,
        inner: &H,
        params: ReadResourceRequestParams,
        request: Cx,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if self.has.resources {
            let cancellation = self.cancellation(&request);
            let call = pin!(self.read_one(inner, params, request));
            cancellation.run(call).await
        } else {
            inner.read_resource(params, request).await
        }
    }

    async fn complete<H: ServerHandler>(
        &self,
        inner: &H,
        params: CompleteRequestParams,
        request: Cx,
    ) -> Result<CompleteResult, ErrorData> {
        if self.completes {
            let cancellation = self.cancellation(&request);
            let call = pin!(self.complete_one(inner, params, request));
            cancellation.run(call).await
        } else {
            inner.complete(params, request).await
        }
    }

    async fn subscribe<H: ServerHandler>(
        &self,
        inner: &H,
        params: SubscribeRequestParams,
        request: Cx,
    ) -> Result<(), ErrorData> {
        if self.has.resources {
            self.subscribe_one(inner, params, request).await
        } else {
            inner.subscribe(params, request).await
        }
    }

    async fn unsubscribe<H: ServerHandler>(
        &self,
        inner: &H,
        params: UnsubscribeRequestParams,
        request: Cx,
    ) -> Result<(), ErrorData> {
        if self.has.resources {
            self.unsubscribe_one(inner, params, request).await
        } else {
            inner.unsubscribe(params, request).await
        }
    }

    async fn custom<H: ServerHandler>(
        &self,
        inner: &H,
        custom: CustomRequest,
        request: Cx,
    ) -> Result<CustomResult, ErrorData> {
        let malformed = self.params_error(&custom, context::era(&request));
        let method = custom.method.clone();
        match self.custom_call(inner, custom, request).await {
            // The handler does not support the method either.
            Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                // A handler of the author's responds as it does without the registry.
                let own = self
                    .inner_is_empty
                    .then(|| method_not_found::not_found(&method));
                Err(malformed.or(own).unwrap_or(error))
            }
            answer => answer,
        }
    }

    async fn ready<H: ServerHandler>(&self, inner: &H, context: NotificationContext<RoleServer>) {
        if let Some(changes) = &self.changes
            && !self.connection.is_notified.swap(true, Ordering::Relaxed)
        {
            let connection = self.connection.token();
            changes.push(&self.view, context.peer.clone(), connection, self.has);
        }
        inner.on_initialized(context).await;
    }

    fn subscription<H: ServerHandler>(
        &self,
        inner: &H,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.accept_subscription(inner, requested)
    }

    async fn listen<H: ServerHandler>(
        &self,
        inner: &H,
        subscription: SubscriptionContext,
    ) -> Result<(), ErrorData> {
        let request = subscription.request_context().clone();
        let sink = subscription.sink().clone();
        tokio::select! {
            ended = inner.listen(subscription) => ended,
            () = client_left(&request) => Ok(()),
            // Only the handler may end the stream, because it may send notifications of its own.
            never = self.send_notifications(&sink, request) => match never {},
        }
    }
}
