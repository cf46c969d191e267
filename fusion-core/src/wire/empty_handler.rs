//! A handler without tools, prompts and resources: the inner handler of a [`Server`](super::server::Server).
#![allow(deprecated)] // clients of the legacy era still use these methods

use std::sync::Arc;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, CompleteRequestMethod, CompleteRequestParams, CompleteResult, DiscoverResult,
        GetPromptRequestMethod, GetPromptRequestParams, GetPromptResponse, Implementation,
        ListPromptsRequestMethod, ListPromptsResult, ListResourceTemplatesRequestMethod,
        ListResourceTemplatesResult, ListResourcesRequestMethod, ListResourcesResult,
        PaginatedRequestParams, ReadResourceRequestMethod, ReadResourceRequestParams,
        ReadResourceResponse, ServerCapabilities, ServerConfig, SetLevelRequestMethod,
        SetLevelRequestParams, SubscribeRequestMethod, SubscribeRequestParams,
        UnsubscribeRequestMethod, UnsubscribeRequestParams,
    },
    service::RequestContext,
};

use super::convert::icons;
use super::method_not_found::unsupported_method;
use crate::wire::server_info::ServerInfo;

type Cx = RequestContext<RoleServer>;
type Page = Option<PaginatedRequestParams>;

/// The time in milliseconds for which a client may cache the discovery result: one hour.
const TTL_MS: u64 = 60 * 60 * 1_000;

/// A handler that only has a configuration. Cloning it is cheap.
#[derive(Clone, Debug)]
pub(super) struct EmptyHandler(Arc<ServerConfig>);

impl EmptyHandler {
    pub(super) fn new(info: ServerInfo, instructions: Option<String>) -> Self {
        let mut implementation = Implementation::new(info.name, info.version);
        implementation.title = info.title;
        implementation.description = info.description;
        implementation.icons = icons(&info.icons);
        implementation.website_url = info.website;
        let mut config =
            ServerConfig::new(ServerCapabilities::default()).with_server_info(implementation);
        config.instructions = instructions;
        Self(Arc::new(config))
    }
}

impl ServerHandler for EmptyHandler {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::clone(&self.0)
    }

    async fn complete(&self, _: CompleteRequestParams, _: Cx) -> Result<CompleteResult, ErrorData> {
        Err(unsupported_method::<CompleteRequestMethod>())
    }

    async fn set_level(&self, _: SetLevelRequestParams, _: Cx) -> Result<(), ErrorData> {
        Err(unsupported_method::<SetLevelRequestMethod>())
    }

    async fn get_prompt(
        &self,
        _: GetPromptRequestParams,
        _: Cx,
    ) -> Result<GetPromptResponse, ErrorData> {
        Err(unsupported_method::<GetPromptRequestMethod>())
    }

    async fn list_prompts(&self, _: Page, _: Cx) -> Result<ListPromptsResult, ErrorData> {
        Err(unsupported_method::<ListPromptsRequestMethod>())
    }

    async fn list_resources(&self, _: Page, _: Cx) -> Result<ListResourcesResult, ErrorData> {
        Err(unsupported_method::<ListResourcesRequestMethod>())
    }

    async fn list_resource_templates(
        &self,
        _: Page,
        _: Cx,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Err(unsupported_method::<ListResourceTemplatesRequestMethod>())
    }

    async fn read_resource(
        &self,
        _: ReadResourceRequestParams,
        _: Cx,
    ) -> Result<ReadResourceResponse, ErrorData> {
        Err(unsupported_method::<ReadResourceRequestMethod>())
    }

    async fn subscribe(&self, _: SubscribeRequestParams, _: Cx) -> Result<(), ErrorData> {
        Err(unsupported_method::<SubscribeRequestMethod>())
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: Cx) -> Result<(), ErrorData> {
        Err(unsupported_method::<UnsubscribeRequestMethod>())
    }

    async fn discover(&self, _: Cx) -> Result<DiscoverResult, ErrorData> {
        let versions = ServerHandler::supported_protocol_versions(self).into_owned();
        let info = ServerHandler::get_info(self);
        Ok(DiscoverResult::from_server_info(versions, info)
            .with_ttl_ms(TTL_MS)
            .with_cache_scope(CacheScope::Public))
    }
}
