//! A view: a registry under one exposition, one profile and one filter.

use std::{fmt, sync::Arc};

use serde_json::Value;

use super::Registry;
#[cfg(feature = "testing")]
use crate::call::Substitutes;
use crate::{
    args::SentArguments,
    call::{self, Access, ActionCall},
    ctx::Ctx,
    error::{BuildErrors, CallError},
    result::ToolResponse,
    schema::Profile,
    scopes::ScopesFn,
    surface::{Exposition, Filter, ListedTool, Pins, Surface, SurfaceForm},
};

#[cfg(feature = "rmcp")]
use crate::surface::{ListingTarget, SEARCH_ARGUMENTS};

/// A registry as clients see it, under one exposition, one profile and one filter. Cloning it is
/// cheap.
///
/// ```
/// use fusion_core::{Exposition, Filter, Registry, tool_group};
///
/// struct Files;
///
/// #[tool_group(name = "files")]
/// impl Files {
///     /// Read a file.
///     #[action(read_only)]
///     fn read(&self) {}
///
///     /// Delete a file.
///     #[action(destructive)]
///     fn delete(&self) {}
/// }
///
/// let view = Registry::builder().tool(Files).build()?.view(Exposition::Flat)?;
/// assert_eq!(view.tools().len(), 2);
/// let reading = view.filtered(&Filter::read_only())?;
/// assert_eq!(reading.tools()[0].name, "files_read");
/// # Ok::<(), fusion_core::BuildErrors>(())
/// ```
#[derive(Clone)]
pub struct View {
    pub(super) registry: Registry,
    pub(super) exposition: Exposition,
    pub(super) profile: Profile,
    /// The actions that [`Exposition::Search`] lists by themselves.
    pub(super) pins: Pins,
    /// True if the instructions describe the tools that carry their own docs.
    pub(super) outlined: bool,
    /// The author's instructions of the server.
    pub(super) guide: Option<Arc<str>>,
    pub(super) filter: Filter,
    pub(super) surface: Arc<Surface>,
    pub(super) access: Option<Arc<dyn Access>>,
    /// Returns the scopes of a caller; `None` if they are not enforced, or if they already are.
    pub(super) granted: Option<ScopesFn>,
    /// The values that stand in for those of providers.
    #[cfg(feature = "testing")]
    pub(super) substitutes: Option<Arc<Substitutes>>,
}

impl View {
    pub(super) fn new(
        registry: Registry,
        (exposition, profile): (Exposition, Profile),
        pins: Pins,
        surface: Arc<Surface>,
    ) -> Self {
        let granted = registry.inner.granted.clone();
        Self {
            registry,
            exposition,
            profile,
            pins,
            outlined: false,
            guide: None,
            filter: Filter::all(),
            surface,
            access: None,
            granted,
            #[cfg(feature = "testing")]
            substitutes: None,
        }
    }

    /// Returns this view under another exposition.
    #[cfg(feature = "rmcp")]
    pub(crate) fn with_exposition(&self, exposition: Exposition) -> Result<Self, BuildErrors> {
        self.with_form(exposition, self.profile, &self.pins)
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
    /// [`Schema`](crate::error::BuildError::Schema) for each argument that the profile cannot publish, and
    /// [`SchemaTooLarge`](crate::error::BuildError::SchemaTooLarge) for each of its limits that a listed tool
    /// exceeds.
    pub fn in_profile(&self, profile: Profile) -> Result<Self, BuildErrors> {
        self.with_form(self.exposition, profile, &self.pins)
    }

    /// Returns this view with an action listed by itself under [`Exposition::Search`], beside the tools of the search,
    /// by the name that it has in [`Exposition::Flat`]: for the few actions that most conversations need. The other
    /// expositions list it as before. Call it once for each action.
    ///
    /// ```
    /// use fusion_core::{Exposition, Registry, tool_group};
    ///
    /// struct Files;
    ///
    /// /// Keep files.
    /// #[tool_group(name = "files")]
    /// impl Files {
    ///     /// Read a file.
    ///     #[action(read_only)]
    ///     fn read(&self, path: String) -> String {
    ///         path
    ///     }
    ///
    ///     /// Delete a file.
    ///     #[action(destructive)]
    ///     fn delete(&self, path: String) {
    ///         drop(path);
    ///     }
    /// }
    ///
    /// let registry = Registry::builder().tool(Files).build()?;
    /// let view = registry.view(Exposition::Search)?.pin("files/read")?;
    /// let names: Vec<_> = view.tools().iter().map(|tool| &tool.name).collect();
    /// assert_eq!(names, ["find", "call_destructive", "files_read"]);
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`UnknownPin`](crate::error::BuildError::UnknownPin) for a key that is none of an action, and
    /// [`NameClash`](crate::error::BuildError::NameClash) for an action whose flat name another listed tool has.
    pub fn pin(&self, key: &str) -> Result<Self, BuildErrors> {
        let pins = self.pins.with(key, &self.registry.defs())?;
        self.with_form(self.exposition, self.profile, &pins)
    }

    /// Returns this view under another exposition and profile.
    fn with_form(
        &self,
        exposition: Exposition,
        profile: Profile,
        pins: &Pins,
    ) -> Result<Self, BuildErrors> {
        let whole = self.registry.unfiltered(exposition, profile, pins)?;
        let whole = Self {
            outlined: self.outlined,
            guide: self.guide.clone(),
            access: self.access.clone(),
            granted: self.granted.clone(),
            #[cfg(feature = "testing")]
            substitutes: self.substitutes.clone(),
            ..whole
        };
        Ok(whole.restricted(self.filter.clone()))
    }

    /// Returns what `filter` shows of the whole registry.
    pub(super) fn restricted(&self, filter: Filter) -> Self {
        let mut view = self.clone();
        if filter != self.filter {
            view.surface = self.surface_of(&filter);
            view.filter = filter;
        }
        view
    }

    /// Returns the part of this view that `filter` shows. The registry caches the 64 filters that were
    /// used last.
    ///
    /// # Errors
    ///
    /// [`UnknownInFilter`](crate::error::BuildError::UnknownInFilter) and
    /// [`UnknownTagInFilter`](crate::error::BuildError::UnknownTagInFilter) for each key and tag in `filter`
    /// that names nothing in the registry; [`EmptyInFilter`](crate::error::BuildError::EmptyInFilter) for each
    /// list of it that is empty and therefore shows nothing.
    pub fn filtered(&self, filter: &Filter) -> Result<Self, BuildErrors> {
        if filter.is_all() {
            return Ok(self.clone());
        }
        BuildErrors::check(filter.mistakes(&self.registry.defs()))?;
        Ok(self.restricted(self.filter.clone().and(filter.clone())))
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
        match self.surface.find(name)?.1 {
            ListingTarget::Rows(rows) => rows.discriminator,
            ListingTarget::Call(_) => Some(SEARCH_ARGUMENTS.0),
            ListingTarget::Find => None,
        }
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

    fn form(&self) -> SurfaceForm {
        SurfaceForm::with_pins(self.exposition, self.profile, &self.pins)
    }

    /// Returns the surface that `filter` shows, from the cache of the registry.
    pub(super) fn surface_of(&self, filter: &Filter) -> Arc<Surface> {
        let views = &self.registry.inner.views;
        // The unfiltered surface of this profile was computed before, so that its definitions exist.
        let defs = || self.registry.defs_in(self.profile).unwrap_or_default();
        views.filtered(&self.form(), filter, &defs)
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.tools().iter().map(|tool| &tool.name);
        f.debug_list().entries(names).finish()
    }
}
