//! A handler of somebody else, made with the SDK's own macros, that does everything: tools,
//! prompts, resources, completion, logging, subscriptions. It has what the conformance suite calls.
#![allow(deprecated)] // clients of the legacy era still subscribe and set levels

mod prompts;
mod resources;
mod tools;

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CompleteRequestParams, CompleteResult, CompletionInfo, Implementation,
        ListResourceTemplatesResult, ListResourcesResult, LoggingLevel, PaginatedRequestParams,
        ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
        SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter,
        UnsubscribeRequestParams,
    },
    prompt_handler,
    service::{RequestContext, SubscriptionContext, SubscriptionSink},
    tool_handler,
};

/// One red pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

type Cx = RequestContext<RoleServer>;

/// The handler. Clones are one server: over HTTP there is one for each request.
#[derive(Clone, Debug, Default)]
pub struct Full {
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    level: Mutex<Option<LoggingLevel>>,
    subscribed: Mutex<Vec<String>>,
    listening: Mutex<Vec<SubscriptionSink>>,
}

impl Full {
    /// The least severe level that a client of the legacy era wants.
    pub fn level(&self) -> Option<LoggingLevel> {
        *lock(&self.state.level)
    }

    /// The resources that clients of the legacy era subscribed to.
    pub fn subscribed(&self) -> Vec<String> {
        lock(&self.state.subscribed).clone()
    }

    /// Everybody who listens.
    fn listening(&self) -> Vec<SubscriptionSink> {
        lock(&self.state.listening).clone()
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Full {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_completions()
            .enable_logging()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_tools()
            .enable_tool_list_changed()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("full", "1.0.0"))
            .with_instructions("A server of somebody else.")
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: Cx,
    ) -> Result<CompleteResult, ErrorData> {
        let values = ["paris", "park", "party"].into_iter();
        let values = values.filter(|value| value.starts_with(&request.argument.value));
        let info = CompletionInfo::new(values.map(str::to_owned).collect());
        let info = info.map_err(|error| ErrorData::internal_error(error, None))?;
        Ok(CompleteResult::new(info))
    }

    async fn set_level(&self, request: SetLevelRequestParams, _: Cx) -> Result<(), ErrorData> {
        *lock(&self.state.level) = Some(request.level);
        Ok(())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Cx,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(resources::all())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Cx,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Cx,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(&request.uri).map(ReadResourceResponse::from)
    }

    async fn subscribe(&self, request: SubscribeRequestParams, _: Cx) -> Result<(), ErrorData> {
        lock(&self.state.subscribed).push(request.uri);
        Ok(())
    }

    async fn unsubscribe(&self, request: UnsubscribeRequestParams, _: Cx) -> Result<(), ErrorData> {
        lock(&self.state.subscribed).retain(|uri| *uri != request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let sink = context.sink().clone();
        let id = sink.id().clone();
        lock(&self.state.listening).push(sink);
        context.cancelled().await;
        lock(&self.state.listening).retain(|sink| *sink.id() != id);
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
