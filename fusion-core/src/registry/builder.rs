//! The builder of a registry: it collects settings, middleware and tools. `builder/build.rs` turns them
//! into a registry.

#[cfg(feature = "ask")]
mod asking;
mod build;
#[cfg(feature = "ask")]
mod once;
mod reading;
mod scopes;
mod texts;

use std::{
    any::{TypeId, type_name},
    collections::HashSet,
    sync::Arc,
    time::Duration,
};

use crate::{
    call::{
        Dispatch, Guard, Provide, Provider, RawCall, ReadingSettings, TypedProvider, erase_tool,
    },
    describe::ChosenForm,
    error::{BuildError, ToolError},
    lint::{EnabledRules, Rule},
    macro_support::Tool,
    middleware::{AppendMiddleware, DynMiddleware, Middleware, MiddlewareList, NoMiddleware},
    observe::{Observer, Observers},
    schema::Profile,
    scopes::{ScopeSettings, ScopesFn},
    shared::Shared,
    spec::{Format, OutputCap, ToolSpec},
    state_sync::StateSync,
};

/// Collects middleware, providers and tools, and builds a [`Registry`](crate::Registry).
///
/// Middleware comes before the first tool. The type parameter is the stack of middleware, so that it
/// costs no box in a call. Without middleware it need not be named, and adding a tool does not change
/// the type, so that loops and `if` work:
///
/// ```
/// use fusion_core::{RegistryBuilder, Registry, middleware::{Middleware, Timeout}, tool_group};
///
/// struct Clock;
///
/// /// Tell the time.
/// #[tool_group(name = "clock")]
/// impl Clock {
///     /// Tell the time of day.
///     #[action(read_only)]
///     fn time(&self) -> &'static str {
///         "noon"
///     }
/// }
///
/// /// For a registry without middleware.
/// fn add_clock(builder: RegistryBuilder) -> RegistryBuilder {
///     builder.tool(Clock)
/// }
///
/// /// For a registry with any middleware.
/// fn add_clock_if<M: Middleware>(mut builder: RegistryBuilder<M>, add: bool) -> RegistryBuilder<M> {
///     if add {
///         builder = builder.tool(Clock);
///     }
///     builder
/// }
///
/// assert_eq!(add_clock(Registry::builder()).build()?.tools().len(), 1);
/// let builder = Registry::builder().middleware(Timeout::secs(30));
/// assert_eq!(add_clock_if(builder, true).build()?.tools().len(), 1);
/// # Ok::<(), fusion_core::BuildErrors>(())
/// ```
#[must_use = "a builder does nothing until `build()`"]
pub struct RegistryBuilder<M = NoMiddleware> {
    middleware: M,
    tools: Vec<(&'static ToolSpec, EraseTool<M>)>,
    parts: Parts,
}

/// Erases the type of one tool, once the middleware around it is complete.
type EraseTool<M> = Box<dyn FnOnce(Arc<M>) -> Box<dyn Dispatch> + Send>;

/// The settings that do not depend on the type of the middleware.
#[derive(Default)]
struct Parts {
    /// The tools that were added before a middleware. `build()` fails for each middleware that came
    /// too late, and compiles these tools only to report their own mistakes.
    misplaced_tools: Vec<&'static ToolSpec>,
    errors: Vec<BuildError>,
    providers: Vec<Box<dyn Provider>>,
    provider_timeout: Option<Duration>,
    provided: HashSet<TypeId>,
    guards: Vec<Guard>,
    observers: Observers,
    output_cap: Option<OutputCap>,
    check_results: bool,
    sync: Option<StateSync>,
    reading: ReadingSettings,
    profile: Profile,
    describe: ChosenForm,
    limits_in_words: bool,
    format: Format,
    manifest: bool,
    lints: EnabledRules,
    scopes: ScopeSettings,
    /// Returns the scopes of a caller.
    granted: Option<ScopesFn>,
    shared: Shared,
    #[cfg(feature = "ask")]
    asking: asking::AskingSettings,
}

impl RegistryBuilder {
    pub(super) fn new() -> Self {
        Self {
            middleware: NoMiddleware,
            tools: Vec::new(),
            parts: Parts::default(),
        }
    }
}

impl<M: Middleware> RegistryBuilder<M> {
    /// Adds a middleware around every action of every tool, inside those added before.
    ///
    /// It comes before the first [`tool`](Self::tool): `build()` returns
    /// [`BuildError::MiddlewareAfterTool`] otherwise. This is no compile error, because a builder
    /// whose type changes with its first tool cannot be assigned to in an `if`.
    pub fn middleware<N: Middleware>(self, middleware: N) -> RegistryBuilder<M::Out>
    where
        M: AppendMiddleware<N>,
    {
        let Self {
            middleware: outer,
            tools,
            mut parts,
        } = self;
        if let Some((first, _)) = tools.first() {
            parts.errors.push(BuildError::MiddlewareAfterTool {
                middleware: type_name::<N>(),
                tool: first.name.to_owned(),
            });
        }
        let specs = tools.into_iter().map(|(spec, _)| spec);
        parts.misplaced_tools.extend(specs);
        RegistryBuilder {
            middleware: outer.push(middleware),
            tools: Vec::new(),
            parts,
        }
    }

    /// Adds a list of middleware, outermost first, inside those added before: for middleware that is
    /// not known at compile time. Each of them costs a box in a call.
    ///
    /// It comes before the first [`tool`](Self::tool), as with [`middleware`](Self::middleware).
    pub fn middleware_list(self, list: Vec<Arc<dyn DynMiddleware>>) -> RegistryBuilder<M::Out>
    where
        M: AppendMiddleware<MiddlewareList>,
    {
        self.middleware(MiddlewareList::new(list))
    }

    /// Adds a tool.
    pub fn tool<T: Tool>(mut self, tool: T) -> Self {
        self.tools.push((T::SPEC, Box::new(erase_tool(tool))));
        self
    }
}

impl<M: Middleware> RegistryBuilder<M> {
    /// Adds a provider: a function that computes a value from the request, before everything else. An
    /// action reads the value as `&Ext<T>`. The function's error refuses the request.
    ///
    /// Providers run once a request, in the order in which they were added, and each has
    /// [limited time](Self::provider_timeout).
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

    /// Sets the time that each provider has, 30 s by default. A slower one is dropped at its await, and
    /// the request is refused. A provider that waits needs the timer of a tokio runtime.
    pub fn provider_timeout(mut self, limit: Duration) -> Self {
        self.parts.provider_timeout = Some(limit);
        self
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

    /// Checks the structured content of every result against its output schema. For tests: without it,
    /// only structured content of [`ToolResponse::structured`](crate::ToolResponse::structured) is
    /// checked, because the type of a [`Json<T>`](crate::Json) determines its schema. A wrong one, such as
    /// a `Serialize` that differs from its `JsonSchema`, fails the call with an internal error.
    pub fn check_results(mut self) -> Self {
        self.parts.check_results = true;
        self
    }

    /// Turns state sync on: models read which results they may keep, and after each write which ones
    /// are stale; see [`StateSync`]. Without it, `cache` and `invalidates` of actions have no effect.
    pub fn state_sync(mut self, sync: StateSync) -> Self {
        self.parts.sync = Some(sync);
        self
    }

    /// Turns a rule of [`Registry::lint`](crate::Registry::lint) on or off. The last setting of a rule counts. By
    /// default, all rules are on but [`Rule::DestructiveWithoutConfirm`].
    ///
    /// ```
    /// use fusion_core::{Registry, lint::Rule};
    ///
    /// let builder = Registry::builder()
    ///     .lint(Rule::DestructiveWithoutConfirm, true)
    ///     .lint(Rule::MixedSafety, false);
    /// # let _ = builder;
    /// ```
    pub fn lint(mut self, rule: Rule, on: bool) -> Self {
        self.parts.lints.set(rule, on);
        self
    }

    /// Sets how schemas are published. The default is [`Profile::Portable`].
    ///
    /// [`Server::profile`](crate::Server::profile), [`Mount::profile`](crate::Mount::profile) and
    /// [`View::in_profile`](crate::View::in_profile) replace it for one server, one mount or one view.
    pub fn profile(mut self, profile: Profile) -> Self {
        self.parts.profile = profile;
        self
    }

    /// Sets the notation of results whose action and group do not set it themselves. The default is
    /// [`Format::Json`].
    pub fn format(mut self, format: Format) -> Self {
        self.parts.format = format;
        self
    }

    /// Sets what the processes of this server share. By default each process is by itself; see the guide
    /// [`replicas`](crate::docs::replicas).
    pub fn shared(mut self, shared: impl Into<Shared>) -> Self {
        self.parts.shared = shared.into();
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
}
