//! Building a registry: everything that can be computed before the first call is computed here.

use std::{any::TypeId, collections::HashSet, sync::Arc};

use super::{
    Inner, Registry, manifest, names, notified,
    views::{Views, with_manifest},
};
use crate::{
    call::{
        Dispatch, Guard, Observer, Observers, Provide, Provider, Providers, RawCall,
        ReadingSettings, RegisteredTool, ResourceUpdates, Runtime, TypedProvider, erase_tool,
    },
    compile::{Compiler, freshen},
    error::{BuildErrors, ToolError},
    macro_support::Tool,
    middleware::{AppendMiddleware, DynMiddleware, Middleware, MiddlewareList, NoMiddleware},
    schema::Profile,
    spec::{Describe, Format, OutputCap, ToolSpec},
    state_sync::{CompiledStateSync, StateSync},
    surface::{Exposition, Surface},
};

/// The first state of a builder: layers may still be added.
#[derive(Debug)]
pub struct Layering<L>(L);

/// The second state of a builder: the layers are closed, tools are added.
#[derive(Debug)]
pub struct Tools<L>(Arc<L>);

/// Collects layers, providers and tools.
///
/// Layers come before the first tool, so that they are part of every tool's type and cost no box.
/// From then on the builder's type stays the same, so that loops and `if` work.
#[must_use = "a builder does nothing until `build()`"]
pub struct RegistryBuilder<S> {
    state: S,
    parts: Parts,
}

/// What does not depend on the builder's state.
#[derive(Default)]
struct Parts {
    tools: Vec<(&'static ToolSpec, Box<dyn Dispatch>)>,
    providers: Vec<Box<dyn Provider>>,
    provided: HashSet<TypeId>,
    guards: Vec<Guard>,
    observers: Observers,
    output_cap: Option<OutputCap>,
    sync: Option<StateSync>,
    reading: ReadingSettings,
    profile: Profile,
    describe: Describe,
    format: Format,
    manifest: bool,
}

impl RegistryBuilder<Layering<NoMiddleware>> {
    pub(super) fn new() -> Self {
        Self {
            state: Layering(NoMiddleware),
            parts: Parts::default(),
        }
    }
}

impl<L: Middleware> RegistryBuilder<Layering<L>> {
    /// Adds a layer around every action of every tool, inside those added before.
    pub fn with<M: Middleware>(self, layer: M) -> RegistryBuilder<Layering<L::Out>>
    where
        L: AppendMiddleware<M>,
    {
        let Layering(layers) = self.state;
        RegistryBuilder {
            state: Layering(layers.push(layer)),
            parts: self.parts,
        }
    }

    /// Adds a list of layers, outermost first, inside those added before: for layers that are not
    /// known at compile time. Each of them costs a box a call.
    pub fn middleware_list(
        self,
        layers: Vec<Arc<dyn DynMiddleware>>,
    ) -> RegistryBuilder<Layering<L::Out>>
    where
        L: AppendMiddleware<MiddlewareList>,
    {
        self.with(MiddlewareList::new(layers))
    }

    /// Adds the first tool; the layers are closed.
    pub fn tool<T: Tool>(self, tool: T) -> RegistryBuilder<Tools<L>> {
        let Layering(layers) = self.state;
        RegistryBuilder {
            state: Tools(Arc::new(layers)),
            parts: self.parts,
        }
        .tool(tool)
    }
}

impl<L: Middleware> RegistryBuilder<Tools<L>> {
    /// Adds a tool.
    pub fn tool<T: Tool>(mut self, tool: T) -> Self {
        let layers = Arc::clone(&self.state.0);
        self.parts.tools.push((T::SPEC, erase_tool(tool, layers)));
        self
    }

    /// Cannot be called: see [`BeforeTools`].
    #[doc(hidden)]
    pub fn with<M: BeforeTools>(self, _: M) -> Self {
        self
    }

    /// Cannot be called: see [`BeforeTools`].
    #[doc(hidden)]
    pub fn middleware_list<M: BeforeTools + ?Sized>(self, _: Vec<Arc<M>>) -> Self {
        self
    }
}

/// Implemented by nothing, so that a layer that comes too late is an error that says so. A method
/// that is missing, and a bound on the builder's own type, would be one that does not.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a layer comes before the first tool",
    label = "a tool was added before this layer",
    note = "the layers of a registry stand around all its tools: move this line up, before the first `.tool(…)`",
    note = "a layer of one tool alone stands in its attribute: `#[tool_group(with(…))]`"
)]
pub trait BeforeTools {}

impl<S> RegistryBuilder<S> {
    /// Adds a function that makes a value of the context from the request, before anything else
    /// happens; an action reads it as `&Ext<T>`. Its error refuses the call.
    ///
    /// ```
    /// use fusion_core::{Ctx, Registry, ToolError};
    ///
    /// #[derive(Clone)]
    /// struct Caller(String);
    ///
    /// impl Caller {
    ///     async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
    ///         let client = ctx.client().ok_or("who are you?")?;
    ///         Ok(Self(client.name.clone()))
    ///     }
    /// }
    ///
    /// let builder = Registry::builder().provide(Caller::from_request);
    /// # let _ = builder;
    /// ```
    pub fn provide<T, F>(mut self, function: F) -> Self
    where
        T: Clone + Send + Sync + 'static,
        F: for<'a> Provide<'a, T> + 'static,
    {
        let provider = TypedProvider::<T, F>::new(function);
        self.parts.providers.push(Box::new(provider));
        self.expects::<T>()
    }

    /// Promises that something else leaves a `T` in the context: a layer, or an extension of the
    /// request.
    pub fn expects<T: 'static>(mut self) -> Self {
        self.parts.provided.insert(TypeId::of::<T>());
        self
    }

    /// Adds a guard: it sees each call that found its action, before the arguments are read, and in
    /// the order of the guards. It may refuse the call, and may leave a value in the context; then
    /// say [`expects`](Self::expects).
    ///
    /// It must not wait. What must, is a provider, or a layer.
    ///
    /// ```
    /// use fusion_core::{Registry, ToolError};
    ///
    /// #[derive(Clone)]
    /// struct Role(String);
    ///
    /// let builder = Registry::builder()
    ///     .guard(|call| match call.ctx().get::<Role>() {
    ///         Some(Role(role)) if role == "admin" => Ok(()),
    ///         _ if call.spec().hints.read_only => Ok(()),
    ///         _ => Err(ToolError::new("only administrators change things")),
    ///     });
    /// # let _ = builder;
    /// ```
    pub fn guard<F>(mut self, guard: F) -> Self
    where
        F: Fn(&mut RawCall<'_>) -> Result<(), ToolError> + Send + Sync + 'static,
    {
        self.parts.guards.push(Box::new(guard));
        self
    }

    /// Adds an observer: it sees every call and how it ended, also those that never reach a layer.
    pub fn observe<O: Observer>(mut self, observer: O) -> Self {
        self.parts.observers.add(observer);
        self
    }

    /// Cuts what is too long for a model to read, and tells it how to ask for less. A group or an
    /// action may set its own instead, by `output_cap = …`.
    pub fn output_cap(mut self, cap: OutputCap) -> Self {
        self.parts.output_cap = Some(cap);
        self
    }

    /// Tells models which results they may keep, and after each write which ones are stale; see
    /// [`StateSync`]. What actions say of it with `cache` and `invalidates` is told only with this.
    pub fn state_sync(mut self, sync: StateSync) -> Self {
        self.parts.sync = Some(sync);
        self
    }

    /// How schemas are published: [`Profile::Portable`], unless said otherwise.
    pub fn profile(mut self, profile: Profile) -> Self {
        self.parts.profile = profile;
        self
    }

    /// How tools are described where they do not say it themselves: [`Describe::Workflow`], unless
    /// said otherwise.
    pub fn describe(mut self, form: Describe) -> Self {
        self.parts.describe = form;
        self
    }

    /// In which notation results are written where actions and groups do not say it themselves:
    /// [`Format::Json`], unless said otherwise.
    pub fn format(mut self, format: Format) -> Self {
        self.parts.format = format;
        self
    }

    /// Whether arguments of the wrong kind are repaired where nothing is lost: `"5"` for an integer,
    /// `30.0` for one, `"true"` for a boolean, JSON text for an object or an array. On unless said
    /// otherwise; a group turns it off for itself with `repair = false`.
    ///
    /// What was repaired stands in the result's `_meta["dev.fusion/repairs"]`, and in an event of
    /// `tracing`.
    pub fn repair(mut self, on: bool) -> Self {
        self.parts.reading.repair = on;
        self
    }

    /// The names that clients put among the arguments of every call; they are dropped, as long as
    /// the action has no such argument. Replaces the names that are known: `chatInput`,
    /// `sessionId`, `tool` and `toolCallId`.
    pub fn noise<I: IntoIterator<Item: Into<String>>>(mut self, names: I) -> Self {
        self.parts.reading.client_names = names.into_iter().map(Into::into).collect();
        self
    }

    /// Offers the manifest as a resource, at `fusion://manifest.json`: what its reader may call, and
    /// nothing else, as [`View::manifest`](crate::View::manifest) tells it. Every client that may
    /// read resources may read it; no filter hides it.
    ///
    /// ```
    /// # use fusion_core::{Ctx, Registry, tool_group};
    /// # struct Files;
    /// # #[tool_group(name = "files")]
    /// # impl Files {
    /// #     #[action(read_only)]
    /// #     fn read(&self) {}
    /// # }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = Registry::builder().manifest().tool(Files).build()?;
    /// assert_eq!(registry.resources()[0].uri, "fusion://manifest.json");
    /// let read = registry.read("fusion://manifest.json", Ctx::new()).await?;
    /// assert_eq!(read[0].mime_type.as_deref(), Some("application/json"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn manifest(mut self) -> Self {
        self.parts.manifest = true;
        self
    }

    /// Computes everything that a call and a list need.
    ///
    /// # Errors
    ///
    /// Every mistake that could not be seen at compile time, all of them at once: names that
    /// clash or that clients refuse, fields of one name and two shapes, schemas that cannot be
    /// published, injected values that nothing provides.
    pub fn build(self) -> Result<Registry, BuildErrors> {
        let parts = self.parts;
        let mut compiler = Compiler::new(parts.profile, parts.describe, parts.format);
        let mut tools: Vec<_> = parts
            .tools
            .into_iter()
            .map(|(spec, dispatch)| RegisteredTool {
                def: compiler.tool(spec),
                dispatch,
            })
            .collect();
        let mut errors = compiler.errors;
        let sync = parts.sync.map(|sync| {
            let mut defs: Vec<_> = tools.iter_mut().map(|tool| &mut tool.def).collect();
            freshen(sync, &mut defs, &mut errors)
        });
        let defs: Vec<_> = tools.iter().map(|tool| &tool.def).collect();
        names::check(&defs, &parts.provided, parts.manifest, &mut errors);
        let rules = sync.as_ref().map_or(&[][..], CompiledStateSync::rules);
        notified::check(&defs, parts.manifest, rules, &mut errors);
        let grouped = Surface::of(Exposition::Grouped, &defs, &mut errors);
        BuildErrors::check(errors)?;
        let runtime = Runtime {
            tools,
            providers: Providers::new(parts.providers),
            guards: parts.guards,
            observers: parts.observers,
            output_cap: parts.output_cap,
            state_sync: sync,
            reading: parts.reading,
            updates: ResourceUpdates::default(),
            builtin: parts.manifest.then_some(manifest::RESOURCE),
        };
        Ok(Registry {
            inner: Arc::new(Inner {
                runtime,
                grouped: Arc::new(with_manifest(grouped, parts.manifest)),
                views: Views::new(parts.manifest),
                provided: parts.provided,
            }),
        })
    }
}
