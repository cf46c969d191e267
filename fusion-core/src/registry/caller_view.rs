//! The parts of a view that depend on its caller: the filter of `access`, and the scopes that the caller was granted.

use std::{
    any::{TypeId, type_name},
    sync::Arc,
};

use super::View;
use crate::{
    call::{AccessByValue, CallScope, CallerSurface, granted_scopes},
    ctx::Ctx,
    error::{BuildError, BuildErrors, CallError},
    surface::{Filter, Surface},
};

impl View {
    /// Filters this view for each caller, by a value that a provider inserts into the context.
    ///
    /// `filter` runs in every request, after the providers. A request whose context has no `T` sees
    /// nothing.
    ///
    /// ```
    /// use fusion_core::{Ctx, Exposition, Filter, Registry, ToolError, tool_group};
    ///
    /// #[derive(Clone)]
    /// struct Caller(&'static str);
    ///
    /// async fn caller(ctx: &Ctx) -> Result<Caller, ToolError> {
    ///     let client = ctx.client().ok_or("who are you?")?;
    ///     Ok(Caller(if client.name == "admin-console" { "admin" } else { "user" }))
    /// }
    ///
    /// struct Files;
    ///
    /// #[tool_group(name = "files", tags("admin"))]
    /// impl Files {
    ///     /// Read a file.
    ///     #[action(read_only, tags("user"))]
    ///     fn read(&self) {}
    ///
    ///     /// Delete a file.
    ///     #[action(destructive)]
    ///     fn delete(&self) {}
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = Registry::builder().provide(caller).tool(Files).build()?;
    /// let view = registry
    ///     .view(Exposition::Flat)?
    ///     .access(|Caller(role): &Caller| Filter::any_tags([*role]))?;
    ///
    /// let mut ctx = Ctx::new().with_client(fusion_core::ctx::Client::new("cursor", "1.0").into());
    /// let seen = view.seen_by(&mut ctx).await?;
    /// assert_eq!(seen.tools().len(), 1);
    /// assert_eq!(seen.tools()[0].name, "files_read");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`BuildError::NoCaller`] if nothing provides a `T`.
    pub fn access<T, F>(mut self, filter: F) -> Result<Self, BuildErrors>
    where
        T: Send + Sync + 'static,
        F: Fn(&T) -> Filter + Send + Sync + 'static,
    {
        if !self.registry.inner.provided.contains(&TypeId::of::<T>()) {
            let type_name = type_name::<T>();
            BuildErrors::check(vec![BuildError::NoCaller { type_name }])?;
        }
        self.access = Some(Arc::new(AccessByValue::new(filter)));
        Ok(self)
    }

    /// Returns the view of the caller in `ctx`: runs the providers, then the filter of
    /// [`access`](Self::access) and the function of [`scopes`](crate::RegistryBuilder::scopes). Without both it
    /// returns this view, and no provider runs.
    ///
    /// A call with the same `ctx` does not run the providers again.
    ///
    /// # Errors
    ///
    /// [`CallError::Refused`] by a provider, [`CallError::Cancelled`].
    pub async fn seen_by(&self, ctx: &mut Ctx) -> Result<Self, CallError> {
        if !self.depends_on_caller() {
            return Ok(self.clone());
        }
        #[cfg(feature = "testing")]
        if let Some(substitutes) = &self.substitutes {
            substitutes.insert_into(ctx);
        }
        let providers = &self.registry.inner.runtime.providers;
        if providers.must_run(ctx) {
            providers.run(ctx).await?;
        }
        let filter = self.filter_for(ctx)?;
        Ok(Self {
            access: None,
            granted: None,
            ..self.restricted(filter)
        })
    }

    /// Returns whether callers see different views.
    pub fn depends_on_caller(&self) -> bool {
        self.access.is_some() || self.granted.is_some()
    }

    /// Returns the surface of a request, or how to select it.
    pub(super) fn scope(&self) -> CallScope<'_> {
        if self.depends_on_caller() {
            CallScope::PerCaller(self)
        } else {
            CallScope::Shared(&self.surface)
        }
    }

    /// Returns the filter of this view and of the caller in `ctx`; the providers have already run.
    fn filter_for(&self, ctx: &Ctx) -> Result<Filter, CallError> {
        let mut filter = self.filter.clone();
        if let Some(access) = &self.access {
            filter = filter.and(access.filter(ctx)?);
        }
        let Some(granted) = &self.granted else {
            return Ok(filter);
        };
        let granted = granted_scopes(granted, ctx)?;
        Ok(filter.and_held(self.registry.inner.scopes.held(&granted)))
    }
}

impl CallerSurface for View {
    fn surface_for(&self, ctx: &Ctx) -> Result<Arc<Surface>, CallError> {
        let filter = self.filter_for(ctx)?;
        if filter == self.filter {
            return Ok(Arc::clone(&self.surface));
        }
        Ok(self.surface_of(&filter))
    }
}
