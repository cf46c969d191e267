//! A view: a registry under one exposition, one profile and one filter.

use std::{
    any::{TypeId, type_name},
    fmt,
    sync::Arc,
};

use serde_json::Value;

use super::Registry;
#[cfg(feature = "testing")]
use crate::call::Substitutes;
use crate::{
    args::SentArguments,
    call::{self, Access, AccessByValue, ActionCall, CallScope, CallerSurface},
    ctx::Ctx,
    error::{BuildError, BuildErrors, CallError},
    lint::Finding,
    result::ToolResponse,
    schema::Profile,
    surface::{Exposition, Filter, ListedTool, Surface},
};

/// A registry as clients see it, under one exposition, one profile and one filter. Cloning it is
/// cheap.
#[derive(Clone)]
pub struct View {
    pub(super) registry: Registry,
    exposition: Exposition,
    pub(super) profile: Profile,
    filter: Filter,
    pub(super) surface: Arc<Surface>,
    access: Option<Arc<dyn Access>>,
    /// The values that stand in for those of providers.
    #[cfg(feature = "testing")]
    substitutes: Option<Arc<Substitutes>>,
}

impl View {
    pub(super) fn new(
        registry: Registry,
        exposition: Exposition,
        profile: Profile,
        surface: Arc<Surface>,
    ) -> Self {
        Self {
            registry,
            exposition,
            profile,
            filter: Filter::all(),
            surface,
            access: None,
            #[cfg(feature = "testing")]
            substitutes: None,
        }
    }

    /// Returns this view under another exposition.
    #[cfg(feature = "rmcp")]
    pub(crate) fn with_exposition(&self, exposition: Exposition) -> Result<Self, BuildErrors> {
        self.with_form(exposition, self.profile)
    }

    /// Returns this view with the schemas of another profile. Arguments are checked as before.
    ///
    /// ```
    /// use fusion_core::{Exposition, Registry, schema::Profile, tool_group};
    /// use serde_json::json;
    ///
    /// struct Clock;
    ///
    /// #[tool_group(name = "clock")]
    /// impl Clock {
    ///     /// Tell the time.
    ///     #[action(read_only)]
    ///     fn time(&self, /** As `+02:00`. */ zone: Option<String>) -> String {
    ///         format!("noon {}", zone.unwrap_or_default())
    ///     }
    /// }
    ///
    /// let registry = Registry::builder().tool(Clock).build()?;
    /// let view = registry.view(Exposition::Flat)?.in_profile(Profile::OpenAiStrict)?;
    /// assert_eq!(
    ///     *view.tools()[0].input_schema,
    ///     *json!({
    ///         "type": "object",
    ///         "properties": {"zone": {"type": ["string", "null"], "description": "As `+02:00`."}},
    ///         "required": ["zone"],
    ///         "additionalProperties": false
    ///     })
    ///     .as_object()
    ///     .unwrap()
    /// );
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BuildError::Schema`] for each argument that the profile cannot publish, and
    /// [`BuildError::SchemaTooLarge`] for each of its limits that a listed tool exceeds.
    pub fn in_profile(&self, profile: Profile) -> Result<Self, BuildErrors> {
        self.with_form(self.exposition, profile)
    }

    /// Returns this view under another exposition and profile.
    fn with_form(&self, exposition: Exposition, profile: Profile) -> Result<Self, BuildErrors> {
        let whole = self.registry.unfiltered(exposition, profile)?;
        Ok(Self {
            access: self.access.clone(),
            #[cfg(feature = "testing")]
            substitutes: self.substitutes.clone(),
            ..whole.filtered(&self.filter)?
        })
    }

    /// Returns the part of this view that `filter` shows. The registry caches the 64 filters that were
    /// used last.
    ///
    /// # Errors
    ///
    /// [`BuildError::UnknownInFilter`] for each key in `filter` that names nothing in the registry.
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
    /// [`access`](Self::access). Without such a filter it returns this view, and no provider runs.
    ///
    /// A call with the same `ctx` does not run the providers again.
    ///
    /// # Errors
    ///
    /// [`CallError::Refused`] by a provider, [`CallError::Cancelled`].
    pub async fn seen_by(&self, ctx: &mut Ctx) -> Result<Self, CallError> {
        if self.access.is_none() {
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
        let surface = self.surface_for(ctx)?;
        Ok(Self {
            surface,
            access: None,
            ..self.clone()
        })
    }

    /// Returns whether callers see different views.
    pub fn depends_on_caller(&self) -> bool {
        self.access.is_some()
    }

    /// Returns the tools as a client sees them, in the order of registration and of the source. If the
    /// view [depends on the caller](Self::depends_on_caller), these are the tools of all callers.
    pub fn tools(&self) -> &[ListedTool] {
        self.surface.tools()
    }

    /// Returns the tool of a wire name or an alias.
    #[cfg(feature = "rmcp")]
    pub(crate) fn find(&self, name: &str) -> Option<&ListedTool> {
        self.surface.find(name).map(|(listed, _)| listed)
    }

    /// Returns the argument that selects the action of a tool.
    #[cfg(feature = "rmcp")]
    pub(crate) fn discriminator(&self, name: &str) -> Option<&'static str> {
        self.surface.find(name)?.1.discriminator
    }

    /// Returns the tool that is listed under a wire name.
    #[cfg(feature = "rmcp")]
    pub(crate) fn listed_tool(&self, name: &str) -> Option<&ListedTool> {
        self.find(name).filter(|tool| tool.name == name)
    }

    /// Returns all wire names and aliases with their tools.
    #[cfg(feature = "rmcp")]
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &ListedTool)> {
        self.surface.names()
    }

    /// Returns what the transport computes from the tools, once for each surface. `make` receives
    /// whether the surface is unfiltered.
    #[cfg(feature = "rmcp")]
    pub(crate) fn cached<T: Send + Sync + 'static>(
        &self,
        make: impl FnOnce(bool) -> T,
    ) -> Option<&T> {
        self.surface.adapted_tools(make)
    }

    /// Returns the instructions of a server of this view: the docs of tools and modules that no
    /// listed tool carries.
    pub fn instructions(&self) -> Option<&str> {
        self.surface.instructions()
    }

    /// Returns the findings of [`Registry::lint`] that concern the exposition of this view. Filters do not
    /// change them, because they hide an action from some callers only.
    pub fn lint(&self) -> Vec<Finding> {
        self.registry.findings(Some(self.exposition))
    }

    /// Calls a listed tool as a client would. `arguments` is a JSON object that contains the
    /// discriminator if the tool has one; `null` stands for an empty object.
    ///
    /// # Errors
    ///
    /// [`CallError::UnknownTool`] is a mistake of the client; every other error is a text for the
    /// model, with the next step in it.
    pub fn call<'a>(
        &'a self,
        tool: &'a str,
        arguments: impl Into<Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<ToolResponse, CallError>> + Send {
        let arguments: Value = arguments.into();
        self.call_sent(tool, arguments, ctx)
    }

    /// Calls a listed tool with arguments that need not be a map.
    pub(crate) fn call_sent<'a>(
        &'a self,
        tool: &'a str,
        arguments: impl Into<SentArguments> + Send,
        ctx: Ctx,
    ) -> impl Future<Output = Result<ToolResponse, CallError>> + Send {
        #[cfg(feature = "testing")]
        let ctx = self.substituted(ctx);
        call::run(
            &self.registry.inner.runtime,
            self.scope(),
            ActionCall(tool),
            arguments,
            ctx,
        )
    }

    /// Inserts the values that stand in for those of providers.
    #[cfg(feature = "testing")]
    pub(super) fn substituted(&self, mut ctx: Ctx) -> Ctx {
        if let Some(substitutes) = &self.substitutes {
            substitutes.insert_into(&mut ctx);
        }
        ctx
    }

    /// Sets values that stand in for those of providers. Returns the type of a value that no action or filter
    /// of the registry can read, because nothing provides or expects it.
    #[cfg(feature = "testing")]
    pub(crate) fn substitute(&mut self, values: Substitutes) -> Option<&'static str> {
        let unread = values.unread(&self.registry.inner.provided);
        self.substitutes = Some(Arc::new(values));
        unread
    }

    /// Returns the surface of a request, or how to select it.
    pub(super) fn scope(&self) -> CallScope<'_> {
        match self.access {
            None => CallScope::Shared(&self.surface),
            Some(_) => CallScope::PerCaller(self),
        }
    }

    /// Returns the surface that `filter` shows, from the cache of the registry.
    fn surface(&self, filter: &Filter) -> Arc<Surface> {
        let views = &self.registry.inner.views;
        // The unfiltered surface of this profile was computed before, so that its definitions exist.
        let defs = || self.registry.defs_in(self.profile).unwrap_or_default();
        views.filtered((self.exposition, self.profile), filter, &defs)
    }
}

impl CallerSurface for View {
    fn surface_for(&self, ctx: &Ctx) -> Result<Arc<Surface>, CallError> {
        let filter = match &self.access {
            Some(access) => access.filter(ctx)?,
            None => Filter::all(),
        };
        if filter.is_all() {
            return Ok(Arc::clone(&self.surface));
        }
        Ok(self.surface(&self.filter.clone().and(filter)))
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.tools().iter().map(|tool| &tool.name);
        f.debug_list().entries(names).finish()
    }
}
