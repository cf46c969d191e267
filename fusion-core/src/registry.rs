//! The handles of what is built once and then only read: the registry, its builder and its views.
//!
//! A handle selects a surface; `call/` answers the request from it. The checks of names, the cache of
//! views, the catalog and the preview stand here, because they need a whole registry.

mod builder;
mod caller_scopes;
mod caller_view;
mod catalog;
mod checks;
#[cfg(feature = "cli")]
mod contract;
#[cfg(feature = "cli")]
mod evaluate;
#[cfg(feature = "explorer")]
mod explored;
#[cfg(any(feature = "cli", feature = "explorer"))]
mod form_costs;
mod instructions;
#[cfg(feature = "lock")]
mod lock;
mod manifest;
mod offers;
mod preview;
mod surface_cache;
#[cfg(any(feature = "oauth", all(feature = "ask", feature = "http")))]
mod unknown_callers;
mod view;

pub use builder::RegistryBuilder;
pub use catalog::{ActionExample, ActionMetadata};
#[cfg(feature = "cli")]
pub(crate) use evaluate::{EvaluatedList, Evaluation};
#[cfg(feature = "explorer")]
pub(crate) use explored::{ExploredAction, ExploredList};
#[cfg(feature = "cli")]
pub(crate) use form_costs::ListCost;
#[cfg(any(feature = "cli", feature = "explorer"))]
pub(crate) use form_costs::{EXPOSITIONS, FORMS};
pub use preview::{Cost, DeferredCost, Preview, ToolCost};
pub use view::View;

#[cfg(feature = "rmcp")]
use std::sync::Once;
use std::{any::TypeId, collections::HashSet, fmt, sync::Arc};

use serde_json::Value;
use surface_cache::SurfaceCache;

use crate::{
    call::{self, ActionCall, CallScope, CallerSurface, Runtime},
    ctx::Ctx,
    definition::ToolDef,
    error::{BuildErrors, CallError},
    lint::{EnabledRules, Finding, LintedSurfaces, lint, policies},
    result::ToolResponse,
    schema::Profile,
    scopes::{ScopeRules, ScopesFn},
    state_sync::ChangedResource,
    surface::{Exposition, ListedTool, Pins, Surface, SurfaceForm},
};

/// A set of tools that can be listed and called. Cloning it is cheap.
///
/// ```
/// use fusion_core::{Ctx, Registry, tool_group};
/// use serde_json::json;
///
/// struct Greeter;
///
/// /// Greet people.
/// #[tool_group(name = "greeter")]
/// impl Greeter {
///     /// Say hello.
///     #[action(read_only)]
///     async fn hello(&self, /** Whom. */ name: String) -> String {
///         format!("Hello, {name}!")
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder().tool(Greeter).build()?;
/// let arguments = json!({"action": "hello", "name": "Ada"});
/// let response = registry.call("greeter", arguments, Ctx::new()).await?;
/// assert_eq!(response, fusion_core::ToolResponse::text("Hello, Ada!"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Registry {
    inner: Arc<Inner>,
}

struct Inner {
    runtime: Runtime,
    grouped: Arc<Surface>,
    views: SurfaceCache,
    /// The profile of views that set none.
    profile: Profile,
    /// The scopes of the rows and their hierarchy.
    scopes: ScopeRules,
    /// Returns the scopes of a caller; `None` if the builder set nothing, or if no row needs a scope.
    granted: Option<ScopesFn>,
    /// True if a provider, or code that the author declared, inserts [`Claims`](crate::ctx::Claims).
    #[cfg(feature = "oauth")]
    has_own_claims: bool,
    /// The types of the values that providers, middleware and extensions insert into contexts.
    provided: HashSet<TypeId>,
    /// The lint rules that the builder turned on or off.
    lints: EnabledRules,
    /// The log entry of a byte stream over which nothing knows the scopes of a caller.
    #[cfg(feature = "rmcp")]
    logged_unknown_scopes: Once,
}

impl Registry {
    /// Starts a registry: middleware first, then tools.
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::new()
    }

    /// Returns the registry as a client sees it under `exposition`. Each exposition is computed once,
    /// when it is first requested.
    ///
    /// # Errors
    ///
    /// The mistakes that matter in this exposition only: two actions with one flat name, a result
    /// whose schema cannot be published.
    pub fn view(&self, exposition: Exposition) -> Result<View, BuildErrors> {
        self.unfiltered(exposition, self.inner.profile, &Pins::default())
    }

    /// Returns the whole registry under an exposition and a profile. Each pair is computed once.
    fn unfiltered(
        &self,
        exposition: Exposition,
        profile: Profile,
        pins: &Pins,
    ) -> Result<View, BuildErrors> {
        if (exposition, profile) == (Exposition::Grouped, self.inner.profile) {
            let mut grouped = self.grouped();
            grouped.pins = pins.clone();
            return Ok(grouped);
        }
        let views = &self.inner.views;
        let form = SurfaceForm::with_pins(exposition, profile, pins);
        let surface = views.unfiltered(&form, &|| self.defs_in(profile))?;
        let form = (exposition, profile);
        Ok(View::new(self.clone(), form, pins.clone(), surface))
    }

    /// Returns the grouped view in the registry's profile. `build()` has proved it.
    pub(crate) fn grouped(&self) -> View {
        let surface = Arc::clone(&self.inner.grouped);
        let profile = self.inner.profile;
        let form = (Exposition::Grouped, profile);
        View::new(self.clone(), form, Pins::default(), surface)
    }

    /// Returns the definitions whose schemas `profile` converts. They differ from the registry's own
    /// in their schemas only.
    fn defs_in(&self, profile: Profile) -> Result<Vec<&ToolDef>, BuildErrors> {
        let own = self.defs();
        if profile.types_profile() == self.inner.profile.types_profile() {
            return Ok(own);
        }
        let other = self.inner.views.other_types(&own, profile.types_profile());
        other.map(|defs| defs.iter().collect())
    }

    pub(crate) fn defs(&self) -> Vec<&ToolDef> {
        self.inner
            .runtime
            .tools
            .iter()
            .map(|tool| &tool.def)
            .collect()
    }

    /// Returns the tools of the grouped view, in the order of registration.
    pub fn tools(&self) -> &[ListedTool] {
        self.inner.grouped.tools()
    }

    /// Returns findings about what is legal and causes problems for clients or models: names and
    /// texts that are too long or too similar, missing docs, keys that contradict the hints, and
    /// parts of hand-written schemas that some client refuses. [`Rule`] lists the rules, each with
    /// its reason.
    ///
    /// Findings are sorted by tool, in a stable order. Nothing is repaired, and nothing else depends
    /// on them: check them in a test, and filter out those that you accept, or turn their rules off by
    /// [`RegistryBuilder::lint`]. Those of all expositions are included; [`View::lint`] returns those of one.
    ///
    /// ```
    /// use fusion_core::{Registry, lint::Rule, tool_group};
    ///
    /// struct Files;
    ///
    /// /// Keep files.
    /// #[tool_group(name = "files")]
    /// impl Files {
    ///     /// Read a file.
    ///     #[action(read_only)]
    ///     fn read(&self, /** Its path. */ path: String) -> String {
    ///         format!("the text of {path}")
    ///     }
    ///
    ///     /// Delete a file.
    ///     #[action]
    ///     fn delete(&self, /** Its path. */ path: String) {
    ///         drop(path);
    ///     }
    /// }
    ///
    /// let registry = Registry::builder().tool(Files).build()?;
    /// let mut findings = registry.lint();
    /// // For servers in directories that require separate tools for reads and writes.
    /// findings.retain(|finding| finding.rule != Rule::MixedSafety);
    /// for finding in &findings {
    ///     eprintln!("{finding}");
    /// }
    /// // In a test of yours: `assert!(findings.is_empty())`.
    /// assert_eq!(findings.len(), 1);
    /// assert_eq!(findings[0].rule, Rule::DestructiveKey);
    /// assert_eq!(findings[0].place, "files/delete");
    /// # Ok::<(), fusion_core::BuildErrors>(())
    /// ```
    ///
    /// [`Rule`]: crate::lint::Rule
    pub fn lint(&self) -> Vec<Finding> {
        self.findings(None)
    }

    /// Returns the findings that concern an exposition, or all of them.
    fn findings(&self, exposition: Option<Exposition>) -> Vec<Finding> {
        let tools = self.defs();
        let mut found = self.findings_about(&tools, &self.inner.grouped, exposition);
        let about_tools = found.len();
        policies(&tools, self.inner.runtime.state_sync.as_ref(), &mut found);
        self.inner.lints.retain(&mut found, about_tools);
        found
    }

    /// Returns the findings about tools whose grouped list is `grouped`, without those about policies.
    fn findings_about(
        &self,
        tools: &[&ToolDef],
        grouped: &Surface,
        exposition: Option<Exposition>,
    ) -> Vec<Finding> {
        // The flat surface is checked even if it cannot be served: that is an error of its view.
        let mut mistakes = Vec::new();
        let profile = self.inner.profile;
        let form = |exposition| SurfaceForm::new(exposition, profile);
        let flat = Surface::unfiltered(&form(Exposition::Flat), tools, &mut mistakes);
        let by_safety;
        let surfaces = LintedSurfaces {
            grouped,
            flat: &flat,
            mistakes: &mistakes,
            listed: match exposition {
                // The list of a search has no docs of actions.
                None | Some(Exposition::Grouped | Exposition::Search) => grouped,
                Some(Exposition::Flat) => &flat,
                Some(exposition @ Exposition::BySafety) => {
                    by_safety = Surface::unfiltered(&form(exposition), tools, &mut Vec::new());
                    &by_safety
                }
            },
        };
        lint(tools, &surfaces, exposition, &self.inner.lints)
    }

    /// Calls a tool of the grouped view; see [`View::call`].
    ///
    /// # Errors
    ///
    /// As [`View::call`].
    pub fn call<'a>(
        &'a self,
        tool: &'a str,
        arguments: impl Into<Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<ToolResponse, CallError>> + Send {
        let arguments: Value = arguments.into();
        call::run(
            &self.inner.runtime,
            self.scope(),
            ActionCall(tool),
            arguments,
            ctx,
        )
    }

    /// The scope of the grouped view, which is the same for every caller unless rows need scopes.
    fn scope(&self) -> CallScope<'_> {
        match self.inner.granted {
            None => CallScope::Shared(&self.inner.grouped),
            Some(_) => CallScope::PerCaller(self),
        }
    }

    /// Returns the scopes that actions, prompts and resources need, and those that
    /// [imply](RegistryBuilder::implies) others, sorted.
    pub fn scope_names(&self) -> Vec<&str> {
        self.inner.scopes.names()
    }

    /// Notifies the clients that subscribed to the resource at `uri`, and may still see it, that it
    /// has changed. With a [bus](crate::shared::Bus), this includes those of other replicas. It is cheap without
    /// subscribers.
    ///
    /// Use it for changes outside of a call. After a call of one of its actions a registry notifies by
    /// itself, if a policy of state sync names the resource: see
    /// [`Policy::notifies`](crate::state_sync::Policy::notifies).
    ///
    /// ```
    /// # fn changed(registry: fusion_core::Registry) {
    /// registry.notify_resource("tracker://issues/7");
    /// # }
    /// ```
    pub fn notify_resource(&self, uri: &str) {
        let changed = ChangedResource::from_uri(uri);
        let changed = std::slice::from_ref(&changed);
        let runtime = &self.inner.runtime;
        runtime.updates.notify_all(changed);
        if let Some(replica) = &runtime.replica {
            replica.publish_resources(changed);
        }
    }
}

impl CallerSurface for Registry {
    fn surface_for(&self, ctx: &Ctx) -> Result<Arc<Surface>, CallError> {
        self.grouped().surface_for(ctx)
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.tools().iter().map(|tool| &tool.name);
        f.debug_list().entries(names).finish()
    }
}
