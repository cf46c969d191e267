//! The capabilities and instructions in the responses to `initialize` and `server/discover`. Only
//! capabilities that work for the client are declared.

use rmcp::model::{CacheScope, DiscoverResult, InitializeResult, ServerCapabilities, ServerConfig};

use super::{lists::CHANGING_TTL_MS, mount_wrapper::MountWrapper};
use crate::registry::View;

/// The kinds of items in a registry, independent of the caller: capabilities are declared once, and the
/// items that a caller may see can change later.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfferedKinds {
    pub(super) tools: bool,
    pub(super) prompts: bool,
    pub(super) resources: bool,
}

impl OfferedKinds {
    pub(super) fn from_view(view: &View) -> Self {
        let prompts = !view.prompts().is_empty();
        let resources = !view.resources().is_empty() || !view.templates().is_empty();
        Self {
            // An empty registry still declares tools.
            tools: !view.tools().is_empty() || !(prompts || resources),
            prompts,
            resources,
        }
    }
}

/// Returns true if the view has arguments that can be completed: those of a prompt, or the variables of
/// a template.
pub(super) fn completes(view: &View) -> bool {
    let mut prompts = view.prompts().iter();
    prompts.any(|prompt| !prompt.arguments.is_empty()) || !view.templates().is_empty()
}

impl MountWrapper {
    /// Adds the registry's capabilities to those of a handler.
    fn add_capabilities(&self, capabilities: &mut ServerCapabilities) {
        let changes = self.changes.is_some().then_some(true);
        if self.has.tools {
            let tools = capabilities.tools.get_or_insert_default();
            tools.list_changed = changes.or(tools.list_changed);
        }
        if self.has.prompts {
            let prompts = capabilities.prompts.get_or_insert_default();
            prompts.list_changed = changes.or(prompts.list_changed);
        }
        if self.has.resources {
            let resources = capabilities.resources.get_or_insert_default();
            resources.list_changed = changes.or(resources.list_changed);
            resources.subscribe = Some(true);
        }
        if self.completes {
            capabilities.completions.get_or_insert_default();
        }
    }

    /// Adds the capabilities of the registry and the instructions of `view` to the configuration.
    pub(super) fn introduce(&self, config: &mut ServerConfig, view: Option<&View>) {
        self.add_capabilities(&mut config.capabilities);
        if let Some(view) = view.filter(|_| self.is_attached()) {
            config.instructions = view.instructions_beside(config.instructions.as_deref());
        }
    }

    /// Adds them to the response to `initialize`. A client of the legacy era can subscribe to resources
    /// only on a lasting connection.
    pub(super) fn introduce_legacy(&self, result: &mut InitializeResult, view: Option<&View>) {
        self.introduce(result, view);
        if self.forgets_clients
            && let Some(resources) = &mut result.capabilities.resources
        {
            resources.subscribe = None;
        }
    }

    /// Adds them to the response to `server/discover`.
    pub(super) fn introduce_modern(&self, result: &mut DiscoverResult, view: Option<&View>) {
        let mut config = ServerConfig::new(std::mem::take(&mut result.capabilities));
        config.instructions = result.instructions.take();
        self.introduce(&mut config, view);
        result.capabilities = config.capabilities;
        result.instructions = config.instructions;
        if self.may_change() {
            result.ttl_ms = result.ttl_ms.min(CHANGING_TTL_MS);
        }
        if self.view.depends_on_caller() {
            result.cache_scope = CacheScope::Private;
        }
    }
}
