//! The way of a resource: as that of a call, from its URI on.

use std::future::Future;

use super::{
    CallError, Registry, View,
    call::Of,
    manifest,
    offers::{Wanted, answered},
};
use crate::{
    ctx::Ctx,
    result::ResourceContents,
    surface::{ListedResource, ListedTemplate},
};

impl View {
    /// The resources as a client sees them, in the order of registration and of the source. Where
    /// that [depends on the caller](Self::depends_on_caller), all that there are.
    pub fn resources(&self) -> &[ListedResource] {
        &self.surface.offers().resources
    }

    /// The templates of resources, likewise.
    pub fn templates(&self) -> &[ListedTemplate] {
        &self.surface.offers().templates
    }

    /// Reads a resource as a client would.
    ///
    /// # Errors
    ///
    /// [`CallError::UnknownResource`], [`CallError::Invalid`] for variables of a template that are
    /// wrong; for the rest as [`View::call`].
    pub fn read<'a>(
        &'a self,
        uri: &'a str,
        ctx: Ctx,
    ) -> impl Future<Output = Result<Vec<ResourceContents>, CallError>> + Send + 'a {
        read(&self.registry, self.of(), uri, ctx)
    }

    /// The same where [`seen_by`](Self::seen_by) made the view and has run the providers.
    #[cfg(feature = "rmcp")]
    pub(crate) fn read_provided<'a>(
        &'a self,
        uri: &'a str,
        ctx: Ctx,
    ) -> impl Future<Output = Result<Vec<ResourceContents>, CallError>> + Send + 'a {
        read(&self.registry, Of::Provided(&self.surface), uri, ctx)
    }
}

impl Registry {
    /// All resources without variables, in the order of registration and of the source.
    pub fn resources(&self) -> &[ListedResource] {
        &self.inner.grouped.offers().resources
    }

    /// All templates of resources, likewise.
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
        read(self, Of::All(&self.inner.grouped), uri, ctx)
    }
}

async fn read<'a>(
    registry: &'a Registry,
    of: Of<'a>,
    uri: &'a str,
    ctx: Ctx,
) -> Result<Vec<ResourceContents>, CallError> {
    if registry.inner.manifest && uri == manifest::URI {
        return manifest::read(registry, of, ctx).await;
    }
    let (answer, told) = answered(registry, of, Wanted::Resource(uri), ctx).await?;
    let mut contents = answer.into_contents();
    for one in &mut contents {
        if one.uri.is_empty() {
            uri.clone_into(&mut one.uri);
        }
        if one.mime_type.is_none() {
            one.mime_type = told.mime.map(str::to_owned);
        }
    }
    Ok(contents)
}
