//! Prompts, resources and completions, as the handles offer them.

#[cfg(feature = "rmcp")]
use std::sync::Arc;

use std::future::Future;

use serde_json::{Map, Value};

use super::{Registry, View};
#[cfg(feature = "rmcp")]
use crate::call::{Replica, Subscriber};
use crate::{
    call::{self, Completion, CompletionCall, Reference},
    ctx::Ctx,
    error::CallError,
    result::{PromptResponse, ResourceContents},
    surface::{ListedPrompt, ListedResource, ListedTemplate},
};

impl View {
    /// Returns the prompts as a client sees them, in the order of registration and of the source.
    /// If the view [depends on the caller](Self::depends_on_caller), these are the prompts of all
    /// callers.
    pub fn prompts(&self) -> &[ListedPrompt] {
        &self.surface.offers().prompts
    }

    /// Fills in a prompt as a client would, by its wire name.
    ///
    /// # Errors
    ///
    /// [`CallError::UnknownPrompt`]; [`CallError::Invalid`] for arguments that are missing or wrong;
    /// the other errors of [`View::call`].
    pub fn prompt<'a>(
        &'a self,
        name: &'a str,
        arguments: Map<String, Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<PromptResponse, CallError>> + Send + 'a {
        #[cfg(feature = "testing")]
        let ctx = self.substituted(ctx);
        let runtime = &self.registry.inner.runtime;
        call::prompt(runtime, self.scope(), name, arguments, ctx)
    }

    /// Returns the resources as a client sees them, in the order of registration and of the source.
    /// If the view [depends on the caller](Self::depends_on_caller), these are the resources of all
    /// callers.
    pub fn resources(&self) -> &[ListedResource] {
        &self.surface.offers().resources
    }

    /// Returns the templates of resources, in the same order.
    pub fn templates(&self) -> &[ListedTemplate] {
        &self.surface.offers().templates
    }

    /// Reads a resource as a client would.
    ///
    /// # Errors
    ///
    /// [`CallError::UnknownResource`]; [`CallError::Invalid`] for variables of a template that are
    /// wrong; the other errors of [`View::call`].
    pub fn read<'a>(
        &'a self,
        uri: &'a str,
        ctx: Ctx,
    ) -> impl Future<Output = Result<Vec<ResourceContents>, CallError>> + Send + 'a {
        #[cfg(feature = "testing")]
        let ctx = self.substituted(ctx);
        call::read(&self.registry.inner.runtime, self.scope(), uri, ctx)
    }

    /// Completes the text so far of one argument of a prompt or one variable of a template. `filled`
    /// are the arguments that have a value already.
    ///
    /// # Errors
    ///
    /// [`CallError::UnknownPrompt`], [`CallError::UnknownResource`]; [`CallError::Invalid`] for an
    /// argument that does not exist; the errors of providers and guards, as [`View::call`].
    pub fn complete<'a>(
        &'a self,
        of: Reference<'a>,
        argument: &'a str,
        value: &'a str,
        filled: Map<String, Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<Completion, CallError>> + Send + 'a {
        let request = CompletionCall {
            reference: of,
            argument,
            value,
        };
        #[cfg(feature = "testing")]
        let ctx = self.substituted(ctx);
        let runtime = &self.registry.inner.runtime;
        call::complete(runtime, self.scope(), request, filled, ctx)
    }
}

/// For the transport, which must know whether a request is for this view or for another handler.
#[cfg(feature = "rmcp")]
impl View {
    /// Returns whether a prompt has this wire name.
    pub(crate) fn has_prompt(&self, name: &str) -> bool {
        self.surface.offers().prompt(name).is_some()
    }

    /// Returns whether a resource has this URI, or a template matches it: whether that resource
    /// exists, only its handler knows.
    pub(crate) fn has_resource(&self, uri: &str) -> bool {
        // The registry's own resource is listed without being a row of a tool.
        let listed = || self.resources().iter().any(|listed| listed.uri == uri);
        listed() || self.surface.offers().resource(uri).is_some()
    }

    /// Returns an error if the caller whom this view was selected for lacks scopes of the resource at a URI.
    pub(crate) fn require_scopes_of_resource(&self, uri: &str) -> Result<(), CallError> {
        call::require_scopes(&self.registry.inner.runtime, &self.surface, uri)
    }

    /// Returns whether a template has exactly this text.
    pub(crate) fn has_template(&self, template: &str) -> bool {
        self.surface.offers().template(template).is_some()
    }

    /// Creates a subscriber to changes of resources.
    pub(crate) fn subscriber(&self) -> Arc<Subscriber> {
        let runtime = &self.registry.inner.runtime;
        if let Some(replica) = &runtime.replica {
            replica.start();
        }
        runtime.updates.subscriber()
    }

    /// Returns the connection to the other replicas; `None` if there are none.
    pub(crate) fn replica(&self) -> Option<&Arc<Replica>> {
        self.registry.inner.runtime.replica.as_ref()
    }
}

impl Registry {
    /// Returns all prompts, in the order of registration and of the source.
    pub fn prompts(&self) -> &[ListedPrompt] {
        &self.inner.grouped.offers().prompts
    }

    /// Fills in a prompt; see [`View::prompt`].
    ///
    /// # Errors
    ///
    /// As [`View::prompt`].
    pub fn prompt<'a>(
        &'a self,
        name: &'a str,
        arguments: Map<String, Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<PromptResponse, CallError>> + Send + 'a {
        call::prompt(&self.inner.runtime, self.scope(), name, arguments, ctx)
    }

    /// Returns all resources without variables, in the order of registration and of the source.
    pub fn resources(&self) -> &[ListedResource] {
        &self.inner.grouped.offers().resources
    }

    /// Returns all templates of resources, in the same order.
    pub fn templates(&self) -> &[ListedTemplate] {
        &self.inner.grouped.offers().templates
    }

    /// Reads a resource; see [`View::read`].
    ///
    /// # Errors
    ///
    /// As [`View::read`].
    pub fn read<'a>(
        &'a self,
        uri: &'a str,
        ctx: Ctx,
    ) -> impl Future<Output = Result<Vec<ResourceContents>, CallError>> + Send + 'a {
        call::read(&self.inner.runtime, self.scope(), uri, ctx)
    }

    /// Completes an argument; see [`View::complete`].
    ///
    /// # Errors
    ///
    /// As [`View::complete`].
    pub fn complete<'a>(
        &'a self,
        of: Reference<'a>,
        argument: &'a str,
        value: &'a str,
        filled: Map<String, Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<Completion, CallError>> + Send + 'a {
        let request = CompletionCall {
            reference: of,
            argument,
            value,
        };
        call::complete(&self.inner.runtime, self.scope(), request, filled, ctx)
    }
}
