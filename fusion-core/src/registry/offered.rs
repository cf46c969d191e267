//! Whether a view has a prompt or a resource, for whoever must know whose a request is.

use std::sync::Arc;

use super::{Subscriber, View};

impl View {
    /// Whether a prompt has this wire name.
    pub(crate) fn has_prompt(&self, name: &str) -> bool {
        self.surface.offers().prompt(name).is_some()
    }

    /// Whether a resource is at this URI, or would be: whether it exists, only its handler knows.
    pub(crate) fn has_resource(&self, uri: &str) -> bool {
        // Some are no row of a tool.
        let listed = || self.resources().iter().any(|listed| listed.uri == uri);
        listed() || self.surface.offers().resource(uri).is_some()
    }

    /// Whether a template is written so.
    pub(crate) fn has_template(&self, template: &str) -> bool {
        self.surface.offers().template(template).is_some()
    }

    /// Somebody who wants to know which resources have changed.
    pub(crate) fn subscriber(&self) -> Arc<Subscriber> {
        self.registry.subscriber()
    }
}
