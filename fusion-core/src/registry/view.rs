//! A registry under one exposition and one filter, as a handle.

use std::{
    any::{TypeId, type_name},
    fmt,
    sync::Arc,
};

use serde_json::Value;

use super::{
    CallError, Registry,
    access::{Access, ByValue},
    call::{self, Of},
};
use crate::{
    ctx::Ctx,
    error::{BuildError, BuildErrors},
    result::ToolResponse,
    surface::{Exposition, Filter, ListedTool, Surface},
};

/// The wire surface of a registry: what is listed, and how it is called. Cloning it is cheap.
#[derive(Clone)]
pub struct View {
    pub(super) registry: Registry,
    exposition: Exposition,
    filter: Filter,
    pub(super) surface: Arc<Surface>,
    access: Option<Arc<dyn Access>>,
}

impl View {
    pub(super) fn new(registry: Registry, exposition: Exposition, surface: Arc<Surface>) -> Self {
        Self {
            registry,
            exposition,
            filter: Filter::all(),
            surface,
            access: None,
        }
    }

    /// The same under another exposition.
    #[cfg(feature = "rmcp")]
    pub(crate) fn exposed(&self, exposition: Exposition) -> Result<Self, BuildErrors> {
        let whole = self.registry.view(exposition)?;
        Ok(Self {
            access: self.access.clone(),
            ..whole.filtered(&self.filter)?
        })
    }

    /// What `filter` shows of this view. Made once for each filter, and kept with the registry: of
    /// more than 64 those that are not used are made again.
    ///
    /// # Errors
    ///
    /// [`BuildError::UnknownInFilter`] for each key in `filter` that is none of the registry.
    pub fn filtered(&self, filter: &Filter) -> Result<Self, BuildErrors> {
        if filter.is_all() {
            return Ok(self.clone());
        }
        if filter.names_keys() {
            BuildErrors::check(filter.mistakes(&self.registry.defs()))?;
        }
        let filter = self.filter.clone().and(filter.clone());
        let surface = self.surface(&filter);
        Ok(Self {
            filter,
            surface,
            ..self.clone()
        })
    }

    /// What each caller may see of this view, by a value that a provider makes of the request.
    ///
    /// The filter is asked for in every call and for every list, after the providers. A request
    /// whose context has no such value sees nothing.
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
    /// let mut ctx = Ctx::new().with_client(fusion_core::Client::new("cursor", "1.0").into());
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
        self.access = Some(Arc::new(ByValue::new(filter)));
        Ok(self)
    }

    /// What the caller of a request may see: runs the providers, then asks the filter of
    /// [`access`](Self::access). Without one, this view as it is, and no provider runs.
    ///
    /// # Errors
    ///
    /// [`CallError::Refused`] by a provider, [`CallError::Cancelled`].
    pub async fn seen_by(&self, ctx: &mut Ctx) -> Result<Self, CallError> {
        let Some(access) = &self.access else {
            return Ok(self.clone());
        };
        call::provide(&self.registry, ctx).await?;
        let surface = self.surface_of(&**access, ctx)?;
        Ok(Self {
            surface,
            access: None,
            ..self.clone()
        })
    }

    /// Whether callers see different views.
    pub fn depends_on_caller(&self) -> bool {
        self.access.is_some()
    }

    /// The tools as a client sees them, in the order of registration and of the source. Where that
    /// [depends on the caller](Self::depends_on_caller), all that there are.
    pub fn tools(&self) -> &[ListedTool] {
        self.surface.tools()
    }

    /// A tool by its wire name, or by an alias of it.
    #[cfg(feature = "rmcp")]
    pub(crate) fn find(&self, name: &str) -> Option<&ListedTool> {
        self.surface.find(name).map(|(listed, _)| listed)
    }

    /// A tool by the wire name under which it is listed.
    #[cfg(feature = "rmcp")]
    pub(crate) fn listed(&self, name: &str) -> Option<&ListedTool> {
        self.find(name).filter(|tool| tool.name == name)
    }

    /// All names that lead to a tool, aliases too.
    #[cfg(feature = "rmcp")]
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &ListedTool)> {
        self.surface.names()
    }

    /// What the attachment makes of the tools, once; it is told whether no filter hides any.
    #[cfg(feature = "rmcp")]
    pub(crate) fn made<T: Send + Sync + 'static>(
        &self,
        make: impl FnOnce(bool) -> T,
    ) -> Option<&T> {
        self.surface.made(make)
    }

    /// What a server of this view says in its instructions: the docs of tools and modules, where
    /// no listed tool carries them.
    pub fn instructions(&self) -> Option<&str> {
        self.surface.instructions()
    }

    /// Calls a listed tool as a client would. `arguments` is a JSON object, with the discriminator
    /// in it where the tool has one; `null` stands for an empty object.
    ///
    /// # Errors
    ///
    /// [`CallError::UnknownTool`] is a mistake of the client; every other error is for the model
    /// to read, and tells it what to do.
    pub fn call<'a>(
        &'a self,
        tool: &'a str,
        arguments: impl Into<Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<ToolResponse, CallError>> + Send {
        call::call(&self.registry, self.of(), tool, arguments.into(), ctx)
    }

    /// Whose surface a call is of.
    pub(super) fn of(&self) -> Of<'_> {
        match self.access {
            None => Of::All(&self.surface),
            Some(_) => Of::Caller(self),
        }
    }

    /// The same where [`seen_by`](Self::seen_by) made the view and has run the providers.
    #[cfg(feature = "rmcp")]
    pub(crate) fn call_provided<'a>(
        &'a self,
        tool: &'a str,
        arguments: Value,
        ctx: Ctx,
    ) -> impl Future<Output = Result<ToolResponse, CallError>> + Send {
        let of = Of::Provided(&self.surface);
        call::call(&self.registry, of, tool, arguments, ctx)
    }

    /// The surface that a caller sees; its value is in the context.
    pub(super) fn of_caller(&self, ctx: &Ctx) -> Result<Arc<Surface>, CallError> {
        match &self.access {
            Some(access) => self.surface_of(&**access, ctx),
            None => Ok(Arc::clone(&self.surface)),
        }
    }

    fn surface_of(&self, access: &dyn Access, ctx: &Ctx) -> Result<Arc<Surface>, CallError> {
        let filter = access.filter(ctx)?;
        if filter.is_all() {
            return Ok(Arc::clone(&self.surface));
        }
        Ok(self.surface(&self.filter.clone().and(filter)))
    }

    fn surface(&self, filter: &Filter) -> Arc<Surface> {
        let Registry { inner } = &self.registry;
        let views = &inner.views;
        views.filtered(self.exposition, filter, &|| self.registry.defs())
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.tools().iter().map(|tool| &tool.name);
        f.debug_list().entries(names).finish()
    }
}
