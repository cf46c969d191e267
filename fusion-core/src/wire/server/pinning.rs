//! The actions that a server lists beside the tools of a search.

use super::Server;
use crate::error::BuildErrors;

impl Server {
    /// Lists an action by itself under [`Exposition::Search`](crate::Exposition::Search); see
    /// [`View::pin`](crate::View::pin).
    ///
    /// ```
    /// use fusion_core::{BuildErrors, Exposition, Registry, Server, server_info};
    ///
    /// fn server(registry: Registry) -> Result<Server, BuildErrors> {
    ///     let server = Server::new(registry, server_info!()).exposition(Exposition::Search)?;
    ///     server.pin("tracker/issues.list")?.pin("tracker/issues.get")
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`View::pin`](crate::View::pin).
    pub fn pin(mut self, key: &str) -> Result<Self, BuildErrors> {
        self.view = self.view.pin(key)?;
        Ok(self)
    }
}
