//! What a client is told when it comes: what there is, what it will be told of, and the words about
//! it. Only what works is told.

use rmcp::model::{CacheScope, DiscoverResult, InitializeResult, ServerCapabilities, ServerConfig};

use super::{lists::CHANGING_TTL_MS, mount_wrapper::MountWrapper};
use crate::registry::View;

/// What a registry has at all, whoever asks: a client is told once, and what it may see can change.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfferedKinds {
    pub(super) tools: bool,
    pub(super) prompts: bool,
    pub(super) resources: bool,
}

impl OfferedKinds {
    pub(super) fn of(view: &View) -> Self {
        let prompts = !view.prompts().is_empty();
        let resources = !view.resources().is_empty() || !view.templates().is_empty();
        Self {
            // A registry without anything is one that will have tools.
            tools: !view.tools().is_empty() || !(prompts || resources),
            prompts,
            resources,
        }
    }
}

/// Whether there is anything that can be completed.
pub(super) fn completes(view: &View) -> bool {
    let mut prompts = view.prompts().iter();
    prompts.any(|prompt| !prompt.arguments.is_empty()) || !view.templates().is_empty()
}

impl MountWrapper {
    /// Adds what we have to what a handler has.
    fn add_to(&self, capabilities: &mut ServerCapabilities) {
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

    /// What a client is told of what `view` shows.
    pub(super) fn introduce(&self, config: &mut ServerConfig, view: Option<&View>) {
        self.add_to(&mut config.capabilities);
        let view = view.filter(|_| self.is_there());
        let author = config.instructions.take();
        config.instructions = joined(author, view.and_then(View::instructions));
    }

    /// The same of the legacy era, which is told of a resource only where its connection lasts.
    pub(super) fn introduce_legacy(&self, result: &mut InitializeResult, view: Option<&View>) {
        self.introduce(result, view);
        if self.forgets_clients
            && let Some(resources) = &mut result.capabilities.resources
        {
            resources.subscribe = None;
        }
    }

    /// The same of the modern era.
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

/// The author's words about the server, then the view's about its tools.
fn joined(author: Option<String>, view: Option<&str>) -> Option<String> {
    match (author, view) {
        (Some(author), Some(view)) => Some(format!("{author}\n\n{view}")),
        (author, view) => author.or_else(|| view.map(str::to_owned)),
    }
}
