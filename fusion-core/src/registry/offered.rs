//! Whether a view has a prompt or a resource, for whoever must know whose a request is.

use super::{Subscriber, View};
use std::sync::Arc;

impl View {
    /// Whether a prompt has this wire name.
    pub(crate) fn has_prompt(&self, name: &str) -> bool {
        self.prompts().iter().any(|prompt| prompt.name == name)
    }

    /// Whether a resource is at this URI, or would be: whether it exists, only its handler knows.
    pub(crate) fn has_resource(&self, uri: &str) -> bool {
        self.resources().iter().any(|resource| resource.uri == uri)
    }

    /// Whether a template is written so.
    pub(crate) fn has_template(&self, template: &str) -> bool {
        let mut templates = self.templates().iter();
        templates.any(|known| known.uri_template == template)
    }

    /// Somebody who wants to know which resources have changed.
    pub(crate) fn subscriber(&self) -> Arc<Subscriber> {
        self.registry.subscriber()
    }
}
