//! A handler without tools, prompts and resources: the inner handler of a [`Server`](super::server::Server).

use std::sync::Arc;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{CacheScope, DiscoverResult, Implementation, ServerCapabilities, ServerConfig},
    service::RequestContext,
};

use crate::wire::server_info::ServerInfo;

/// The time in milliseconds for which a client may cache the discovery result: one hour.
const TTL_MS: u64 = 60 * 60 * 1_000;

/// A handler that only has a configuration. Cloning it is cheap.
#[derive(Clone, Debug)]
pub(super) struct EmptyHandler(Arc<ServerConfig>);

impl EmptyHandler {
    pub(super) fn new(info: ServerInfo, instructions: Option<String>) -> Self {
        let mut implementation = Implementation::new(info.name, info.version);
        implementation.title = info.title;
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

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let versions = ServerHandler::supported_protocol_versions(self).into_owned();
        let info = ServerHandler::get_info(self);
        Ok(DiscoverResult::from_server_info(versions, info)
            .with_ttl_ms(TTL_MS)
            .with_cache_scope(CacheScope::Public))
    }
}
