//! The builder of a registry. `build()` computes everything that can be computed before the first call.

use std::{any::TypeId, collections::HashSet, sync::Arc};

use super::{
    Inner, Registry,
    checks::{check_names, check_notified},
    manifest,
    views::{Views, with_manifest},
};
use crate::{
    call::{
        Dispatch, Guard, Provide, Provider, Providers, RawCall, ReadingSettings, RegisteredTool,
        ResourceUpdates, Runtime, TypedProvider, erase_tool,
    },
    compile::{Compiler, freshen},
    error::{BuildErrors, ToolError},
    macro_support::Tool,
    middleware::{AppendMiddleware, DynMiddleware, Middleware, MiddlewareList, NoMiddleware},
    observe::{Observer, Observers},
    schema::Profile,
    spec::{Describe, Format, OutputCap, ToolSpec},
    state_sync::{CompiledStateSync, StateSync},
    surface::{Exposition, Surface},
};

/// The first state of a builder, in which middleware may be added.
#[derive(Debug)]
pub struct Layering<L>(L);

/// The second state of a builder, in which only tools may be added.
#[derive(Debug)]
pub struct Tools<L>(Arc<L>);

/// Collects middleware, providers and tools.
///
/// Middleware comes before the first tool, so that it is part of every tool's type and costs no box.
/// After the first tool the builder's type stays the same, so that loops and `if` work.
#[must_use = "a builder does nothing until `build()`"]
pub struct RegistryBuilder<S> {
    state: S,
    parts: Parts,
}

/// The settings that do not depend on the builder's state.
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
    /// Adds middleware around every action of every tool, inside the middleware added before.
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

    /// Adds a list of middleware, outermost first, inside the middleware added before. Use it for
    /// middleware that is not known at compile time; each costs one box a call.
    pub fn middleware_list(
        self,
        layers: Vec<Arc<dyn DynMiddleware>>,
    ) -> RegistryBuilder<Layering<L::Out>>
    where
        L: AppendMiddleware<MiddlewareList>,
    {
        self.with(MiddlewareList::new(layers))
    }

    /// Adds the first tool. No middleware can be added after it.
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

    /// Cannot be called; see [`BeforeTools`].
    #[doc(hidden)]
    pub fn with<M: BeforeTools>(self, _: M) -> Self {
        self
    }

    /// Cannot be called; see [`BeforeTools`].
    #[doc(hidden)]
    pub fn middleware_list<M: BeforeTools + ?Sized>(self, _: Vec<Arc<M>>) -> Self {
        self
    }
}

/// Implemented by no type, so that middleware after a tool is an error with a text of its own. Neither a
/// missing method nor a bound on the builder's type can carry such a text.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a layer comes before the first tool",
    label = "a tool was added before this layer",
    note = "the layers of a registry stand around all its tools: move this line up, before the first `.tool(…)`",
    note = "a layer of one tool alone stands in its attribute: `#[tool_group(with(…))]`"
)]
pub trait BeforeTools {}

impl<S> RegistryBuilder<S> {
    /// Adds a provider: a function that computes a value from the request, before everything else. An
    /// action reads the value as `&Ext<T>`. The function's error refuses the request.
    ///
    /// Providers run once a request, in the order in which they were added.
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

    /// Declares that something else inserts a `T` into the context: middleware, a guard, or an
    /// extension of the HTTP request.
    pub fn expects<T: 'static>(mut self) -> Self {
        self.parts.provided.insert(TypeId::of::<T>());
        self
    }

    /// Adds a guard: a function that sees each request whose action is known, before its arguments
    /// are parsed. Guards run in the order in which they were added. A guard may refuse the request,
    /// and may insert a value into the context; declare such a value with
    /// [`expects`](Self::expects).
    ///
    /// A guard must not wait. Use a provider or middleware to wait.
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

    /// Adds an observer: it sees every call and how it ended, also calls that reach no middleware.
    pub fn observe<O: Observer>(mut self, observer: O) -> Self {
        self.parts.observers.add(observer);
        self
    }

    /// Truncates results that are too long for a model, with advice how to request less. A group or an
    /// action overrides the cap by `output_cap = …`.
    pub fn output_cap(mut self, cap: OutputCap) -> Self {
        self.parts.output_cap = Some(cap);
        self
    }

    /// Turns state sync on: models read which results they may keep, and after each write which ones
    /// are stale; see [`StateSync`]. Without it, `cache` and `invalidates` of actions have no effect.
    pub fn state_sync(mut self, sync: StateSync) -> Self {
        self.parts.sync = Some(sync);
        self
    }

    /// Sets how schemas are published. The default is [`Profile::Portable`].
    pub fn profile(mut self, profile: Profile) -> Self {
        self.parts.profile = profile;
        self
    }

    /// Sets how tools are described that do not set it themselves. The default is
    /// [`Describe::Workflow`].
    pub fn describe(mut self, form: Describe) -> Self {
        self.parts.describe = form;
        self
    }

    /// Sets the notation of results whose action and group do not set it themselves. The default is
    /// [`Format::Json`].
    pub fn format(mut self, format: Format) -> Self {
        self.parts.format = format;
        self
    }

    /// Sets whether arguments of the wrong type are repaired if nothing is lost: `"5"` or `5.0` for an
    /// integer, `"true"` for a boolean, JSON text for an object or an array. The default is `true`; a
    /// group turns it off for its actions with `repair = false`.
    ///
    /// Repaired arguments are listed in the response's `_meta["dev.fusion/repairs"]`, and in events of
    /// `tracing`.
    pub fn repair(mut self, on: bool) -> Self {
        self.parts.reading.repair = on;
        self
    }

    /// Sets the names that clients add to the arguments of every call. They are dropped unless the
    /// action has an argument of that name. The default is `chatInput`, `sessionId`, `tool` and
    /// `toolCallId`.
    pub fn noise<I: IntoIterator<Item: Into<String>>>(mut self, names: I) -> Self {
        self.parts.reading.client_names = names.into_iter().map(Into::into).collect();
        self
    }

    /// Offers the manifest as a resource at `fusion://manifest.json`: it lists what its reader may call,
    /// as [`View::manifest`](crate::View::manifest) does. No filter hides it, because it contains only
    /// what its reader sees.
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

    /// Builds the registry: computes everything that calls and lists need.
    ///
    /// # Errors
    ///
    /// All mistakes that could not be found at compile time, at once: names that clash or that clients
    /// refuse, fields of one name and two shapes, schemas that cannot be published, injected values
    /// that nothing provides.
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
        check_names(&defs, &parts.provided, parts.manifest, &mut errors);
        let rules = sync.as_ref().map_or(&[][..], CompiledStateSync::rules);
        check_notified(&defs, parts.manifest, rules, &mut errors);
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
