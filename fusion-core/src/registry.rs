//! The registry: built once, then only read. It owns the tools and the way of a call through them.

mod access;
mod builder;
mod call;
mod catalog;
mod complete;
mod dispatch;
mod error;
mod guard;
mod manifest;
mod names;
mod notified;
mod observe;
#[cfg(feature = "rmcp")]
mod offered;
mod offers;
mod output_cap;
mod preview;
mod prompts;
mod provide;
mod reading;
mod resources;
mod tokens;
mod updates;
mod view;
mod views;

pub use builder::{BeforeTools, Layering, RegistryBuilder, Tools};
pub use catalog::ActionMetadata;
pub use complete::{Completion, Reference};
pub use error::CallError;
pub use guard::RawCall;
pub use observe::{CallRecord, Ending, Observer, Outcome};
pub use preview::{Cost, Preview, ToolCost};
pub use provide::Provide;
#[cfg(feature = "rmcp")]
pub(crate) use updates::Subscriber;
pub use view::View;

use std::{any::TypeId, collections::HashSet, fmt, sync::Arc};

use dispatch::Dispatch;
use guard::Guard;
use observe::Observers;
use provide::Provider;
use reading::Reading;
use serde_json::Value;
use updates::Updates;
use views::Views;

use crate::{
    ctx::Ctx,
    definition::ToolDef,
    error::BuildErrors,
    lint::{Finding, lint, policies},
    middleware::NoMiddleware,
    result::ToolResponse,
    spec::OutputCap,
    state_sync::CompiledStateSync,
    surface::{Exposition, ListedTool, Surface},
};

/// A set of tools, ready to be listed and called. Cloning it is cheap.
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
    tools: Vec<Registered>,
    grouped: Arc<Surface>,
    views: Views,
    /// The types that providers, layers and extensions leave in the context.
    provided: HashSet<TypeId>,
    providers: Vec<Box<dyn Provider>>,
    guards: Vec<Guard>,
    observers: Observers,
    output_cap: Option<OutputCap>,
    sync: Option<CompiledStateSync>,
    reading: Reading,
    updates: Updates,
    /// Whether its manifest is a resource.
    manifest: bool,
}

struct Registered {
    def: ToolDef,
    dispatch: Box<dyn Dispatch>,
}

impl Registry {
    /// Starts a registry: layers first, then tools.
    pub fn builder() -> RegistryBuilder<Layering<NoMiddleware>> {
        RegistryBuilder::new()
    }

    /// The registry as a client sees it under `exposition`. Made once, when it is first asked for.
    ///
    /// # Errors
    ///
    /// The mistakes that matter in this exposition only: two actions under one flat name, a
    /// result whose schema cannot be published.
    pub fn view(&self, exposition: Exposition) -> Result<View, BuildErrors> {
        let views = &self.inner.views;
        let whole = match exposition {
            Exposition::Grouped => return Ok(self.grouped()),
            Exposition::BySafety => &views.by_safety,
            Exposition::Flat => &views.flat,
        };
        let surface = whole.surface(exposition, &self.defs(), self.inner.manifest)?;
        Ok(View::new(self.clone(), exposition, surface))
    }

    /// The grouped view: `build()` has proved it.
    pub(crate) fn grouped(&self) -> View {
        let surface = Arc::clone(&self.inner.grouped);
        View::new(self.clone(), Exposition::Grouped, surface)
    }

    fn defs(&self) -> Vec<&ToolDef> {
        self.inner.tools.iter().map(|tool| &tool.def).collect()
    }

    /// The grouped view's tools, in the order of registration.
    pub fn tools(&self) -> &[ListedTool] {
        self.inner.grouped.tools()
    }

    /// What clients, providers and models will stumble over, although it is legal: names and texts
    /// that are too long or too much alike, docs that are missing, keys that say something else
    /// than the hints, and whatever of a schema that you wrote out some client refuses. [`Rule`]
    /// lists the rules, each with the reason for it.
    ///
    /// Findings come tool by tool, in one order. Nothing is repaired and nothing else depends on
    /// them: look at them in a test, and let pass what you have decided.
    ///
    /// ```
    /// use fusion_core::{Registry, Rule, tool_group};
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
    /// // Not for a directory that asks for titles, and wants reads and writes apart.
    /// findings.retain(|finding| !matches!(finding.rule, Rule::MissingTitle | Rule::MixedSafety));
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
    /// [`Rule`]: crate::Rule
    pub fn lint(&self) -> Vec<Finding> {
        let tools = self.defs();
        // The flat surface is looked at even where it cannot be served: that is when it is asked.
        let mut mistakes = Vec::new();
        let flat = Surface::of(Exposition::Flat, &tools, &mut mistakes);
        let mut found = lint(&tools, &self.inner.grouped, &flat, &mistakes);
        policies(&tools, self.inner.sync.as_ref(), &mut found);
        found
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
        call::call(
            self,
            call::Of::All(&self.inner.grouped),
            tool,
            arguments.into(),
            ctx,
        )
    }

    /// Tells everybody who subscribed to the resource at `uri`, and may still see it, that it has
    /// changed, so that they read it again. Cheap where nobody did.
    ///
    /// For what changes outside of a call. After a call of one of its actions a registry does it by
    /// itself, where a policy of state sync says so: see [`Policy::notifies`](crate::Policy::notifies).
    ///
    /// ```
    /// # fn changed(registry: fusion_core::Registry) {
    /// registry.notify_resource("tracker://issues/7");
    /// # }
    /// ```
    pub fn notify_resource(&self, uri: &str) {
        self.inner.updates.announce(uri);
    }

    /// Somebody who wants to know which resources have changed.
    #[cfg(feature = "rmcp")]
    pub(crate) fn subscriber(&self) -> Arc<Subscriber> {
        self.inner.updates.subscriber()
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.tools().iter().map(|tool| &tool.name);
        f.debug_list().entries(names).finish()
    }
}
