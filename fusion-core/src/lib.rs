//! MCP tool servers from annotated impl blocks.
//!
//! This file is longer than others: the docs of the macros stand where they are re-exported, so that
//! their examples run.

mod args;
pub mod catalog;
mod ctx;
mod definition;
mod describe;
mod error;
mod lint;
mod macro_support;
mod middleware;
mod registry;
mod result;
mod schema;
mod spec;
mod state_sync;
mod surface;
#[cfg(feature = "rmcp")]
mod wire;

#[cfg(feature = "rate-limit")]
pub use crate::middleware::builtin::RateLimit;
#[cfg(feature = "rmcp")]
pub use crate::wire::{
    Attached, ListChanges, Mount, ServeError, Server, ServerInfo, StateSyncHandler, WireConverter,
    WireError,
};
#[cfg(feature = "http")]
pub use crate::wire::{HttpServer, HttpStop};
pub use crate::{
    args::{Advice, Argument, Problem, ProblemKind},
    ctx::{
        Cancellation, Client, Ctx, Era, Ext, Inject, Progress, ProgressSink, ProgressUpdate,
        TraceContext,
    },
    error::{BuildError, BuildErrors, PolicyError, PolicyPlace},
    lint::{Finding, Rule},
    macro_support::{ActionGroup, Call, Complete, Fields, FilledArguments, Tool, UnknownAction},
    middleware::builtin::{
        Audit, AuditEntry, AuditQueue, AuditSink, Concurrency, Exclusive, Heartbeat, Timeout,
        Trace, TraceMetrics,
    },
    middleware::{
        AppendMiddleware, DynMiddleware, DynNext, FromFn, Middleware, MiddlewareFn,
        MiddlewareFuture, MiddlewareList, MiddlewareNames, Next, NoMiddleware, Stack, from_fn,
    },
    registry::{
        ActionMetadata, CallError, CallRecord, Completion, Cost, Ending, Layering, Observer,
        Outcome, Preview, Provide, RawCall, Reference, Registry, RegistryBuilder, ToolCost, Tools,
        View,
    },
    result::{
        Content, ExposeExt, IntoPromptResult, IntoResourceResult, IntoToolError, IntoToolResult,
        Json, PromptMessage, PromptResponse, ResourceBody, ResourceContents, ToolError, ToolForm,
        ToolResponse, ToolResult,
    },
    schema::Profile,
    spec::{
        ActionSpec, Bound, Cache, Constraint, DefaultFn, Describe, Field, FieldRow, Format,
        GivenFn, GroupSpec, HintOverrides, Hints, Icon, IconsFn, Join, Kind, Module, Need, NeedFn,
        OutputCap, ResourceSpec, Role, SchemaFn, Stale, Theme, ToolSpec, Use,
    },
    state_sync::{Invalidation, Policy, StateSync},
    surface::{
        Exposition, Filter, ListedArgument, ListedPrompt, ListedResource, ListedTemplate,
        ListedTool,
    },
};

/// Makes one tool of an impl block: each method marked `#[action]` is one of its operations. On a
/// struct, makes one tool [of several such groups](#on-a-struct).
///
/// ```
/// use fusion_core::{Ctx, Json, Registry, tool_group};
///
/// struct Issues;
///
/// /// Track issues.
/// #[tool_group(name = "issues", tags("core"))]
/// impl Issues {
///     /// List issues, newest first.
///     #[action(read_only)]
///     async fn list(
///         &self,
///         /// How many to return.
///         #[arg(default = 20)]
///         limit: u32,
///     ) -> Json<Vec<String>> {
///         Json(vec!["it is broken".to_owned(); limit as usize])
///     }
///
///     /// Close an issue for good.
///     #[action(destructive, idempotent, alias("close"))]
///     async fn delete(
///         &self,
///         ctx: &Ctx,
///         /// The issue's number.
///         id: u64,
///     ) -> Result<(), String> {
///         let by = ctx.client().map_or("nobody", |client| &client.name);
///         Err(format!("{by} may not close issue {id}"))
///     }
/// }
///
/// let registry = Registry::builder().tool(Issues).build()?;
/// # Ok::<(), fusion_core::BuildErrors>(())
/// ```
///
/// The block stays as it is, and its methods can be called as before. Beside it stands what the
/// runtime needs: rows that describe every action, a reader of arguments, a dispatcher.
/// `cargo expand` shows it; apart from [`actions`](#on-the-block) it adds no name to your module.
///
/// Import `tool_group` alone: `#[action]`, `#[prompt]`, `#[resource]` and `#[arg]` are read by it and
/// gone before rustc looks for them.
///
/// A method marked [`#[prompt]`](macro@prompt) is a message for users to send, and one marked
/// [`#[resource]`](macro@resource) something for clients to read. They go the way of an action, with
/// the same arguments, injected values, layers, guards, observers and filters, and no tool lists them.
/// A block may have nothing else; then it is no tool.
///
/// # Methods
///
/// An action is an `async fn` or a `fn`, with `&self` or without a receiver. A plain `fn` runs on
/// the thread that serves the call and must be short. Methods without `#[action]` are left alone.
/// `#[cfg(…)]` on an action removes it from the tool as well.
///
/// A parameter taken **by value** is an argument, read from JSON: its type implements
/// `serde::Deserialize` and `schemars::JsonSchema`, its name is its name in JSON. An `Option` may
/// be left out. A parameter taken **by reference** is injected: [`&Ctx`](Ctx),
/// [`&Progress`](Progress), [`&Cancellation`](Cancellation), and [`&Ext<T>`](Ext) for a value that
/// a provider or a layer left.
///
/// An action returns `()`, `String`, `&'static str`, [`Json<T>`](Json), [`Content`],
/// [`ToolResponse`], or a `Result` of one of them. Errors are described at [`ToolError`](struct@ToolError) and
/// [`IntoToolError`].
///
/// # Docs
///
/// The doc comments on the block, the actions and the arguments are what the model reads. Lines,
/// lists and blank lines survive, and so does `#[doc = include_str!("…")]`. An argument without a
/// doc comment is described by that of its type.
///
/// # On the block
///
/// | key | meaning |
/// |---|---|
/// | `name = "…"` | the tool's name; otherwise that of the type, in `snake_case` |
/// | `title = "…"` | a display name for people |
/// | `description = …` | replaces the doc comment; a literal, `concat!` or `include_str!` |
/// | `tags("…", …)` | tags of every action |
/// | `discriminator = "…"` | the argument that selects the action; otherwise `action` |
/// | `common = Type` | the fields of this type are arguments of every action; it derives [`Fields`](derive@Fields) |
/// | `rename_all = "…"` | the style of keys and arguments without a `name`: `lowercase`, `UPPERCASE`, `PascalCase`, `camelCase`, `snake_case`, `SCREAMING_SNAKE_CASE`, `kebab-case` or `SCREAMING-KEBAB-CASE` |
/// | `read_only`, `destructive`, `idempotent`, `open_world` | hints of every action that does not say otherwise |
/// | `annotations(…)` | the four hints, as `destructive` or `destructive = false`, for the tool as a whole instead of what its actions make of it |
/// | `describe = "…"` | the form of the description: `workflow`, `compact` or, with the feature `toon`, `toon`; see [`Describe`] |
/// | `format = "…"` | the notation of results: `json` or, with the feature `toon`, `toon` or `auto`; see [`Format`] |
/// | `repair = false` | refuses every argument of the wrong kind; otherwise `"5"` is taken for `5` where a number is declared, and so on where nothing is lost |
/// | `with(…, …)` | [layers](#layers) around every action, the first outermost |
/// | `timeout = "…"` | within which time an action answers that does not say otherwise: `"500ms"`, `"5s"`, `"2m"` |
/// | `output_cap = …` | how long a result may be, unless the action says otherwise; a constant, such as `OutputCap::tokens(5_000)` |
/// | `actions(pub Name)` | names the enum of the actions, with `ALL`, `key()`, `FromStr`, `Display` and serde |
/// | `crate = path` | where this crate is, if not at `::fusion_core` |
///
/// # On a method: `#[action(…)]`
///
/// | key | meaning |
/// |---|---|
/// | `name = "…"` | the action's key; otherwise the method's name |
/// | `title = "…"` | a display name for people |
/// | `read_only` | changes nothing; implies `idempotent`, replaces a default of `destructive` |
/// | `destructive` | may destroy or overwrite; replaces a default of `read_only` |
/// | `idempotent` | a second call changes nothing more |
/// | `open_world` | reaches systems beyond this server |
/// | `tags("…", …)` | tags of its own, beside those of the block |
/// | `omit_common` | does without the block's `common` |
/// | `alias("…", …)` | old keys: accepted, never listed |
/// | `deprecated = "…"` | what to use instead, as in `"use list"` |
/// | `one_of("a", "b", …)` | exactly one of these arguments must be given; each is an `Option` without a default, by its name in JSON |
/// | `format = "…"` | the notation of its results, whatever the block or the registry says |
/// | `cache = "…"` | how long its result may be kept: `no-store`, or `immutable` until a notice names it; see [state sync](#state-sync) |
/// | `invalidates("…", …)` | whose results a success makes stale; `invalidates()` says nobody's |
/// | `schema = …` | replaces the whole input schema where the action is a listed tool of its own; an expression, such as `json!({…})` |
///
/// | `with(…, …)` | [layers](#layers) around this action, inside those of the block |
/// | `timeout = "…"` | within which time it answers, whatever the block says |
/// | `output_cap = …` | how long its result may be, whatever the block or the registry says; a constant |
///
/// Each hint may be `= false`, to undo the block's.
///
/// # On an argument: `#[arg(…)]`
///
/// | key | meaning |
/// |---|---|
/// | `name = "…"` | its name in JSON; otherwise the parameter's |
/// | `default` | may be left out and is then the type's `Default` |
/// | `default = …` | may be left out and is then this; a string literal is converted with `Into` |
/// | `description = …` | instead of a doc comment |
/// | `range(min = …, max = …)` | the least and the greatest number; either may be missing |
/// | `length(min = …, max = …)` | the fewest and the most characters of a string |
/// | `items(min = …, max = …)` | the fewest and the most items of a list |
/// | `pattern = "…"` | a regular expression that the string matches somewhere; anchor it with `^` and `$` |
/// | `format = "…"` | what the string is: `email`, `uri`, `uuid`, `date`, `date-time`, `ipv4` or `ipv6` |
/// | `schema = …` | replaces the schema of its type, which then needs no `JsonSchema`; an expression, such as `json!({…})` |
/// | `any` | lets a type pass that takes any JSON, such as `serde_json::Value` |
/// | `secret` | its value stands in no message, log or list |
/// | `complete = path` | of a [prompt](macro@prompt#completion) or a resource: the function that completes it |
/// | `flatten` | not this parameter, but each field of its type is an argument; the type derives [`Fields`](derive@Fields), and no other key stands beside |
///
/// # On a struct
///
/// Groups become the modules of one tool where they are fields of a struct and marked `#[group]`:
/// the keys of its actions are `field.method`. A group is a type with a `#[tool_group]` block, or
/// an `Arc` of one, of this crate or another. Other fields are left alone. A tool of groups is no
/// group itself: there is one level.
///
/// ```
/// use std::sync::Arc;
///
/// use fusion_core::{Registry, tool_group};
/// # use fusion_core::{Ctx, ToolResponse};
///
/// struct Issues;
///
/// /// Track issues.
/// #[tool_group]
/// impl Issues {
///     /// Close an issue.
///     #[action(destructive)]
///     async fn close(&self, /** Its number. */ id: u64) -> String {
///         format!("closed {id}")
///     }
/// }
///
/// struct Labels;
///
/// /// Label issues.
/// #[tool_group]
/// impl Labels {
///     /// List labels.
///     #[action(read_only)]
///     async fn list(&self) -> String {
///         "bug, feature".to_owned()
///     }
/// }
///
/// /// Everything about the tracker.
/// #[tool_group(name = "tracker")]
/// struct Tracker {
///     #[group]
///     issues: Issues,
///     #[group(name = "tags")]
///     labels: Arc<Labels>,
///     url: String,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tracker = Tracker {
///     issues: Issues,
///     labels: Arc::new(Labels),
///     url: "https://tracker.example".to_owned(),
/// };
/// # let _ = &tracker.url;
/// let registry = Registry::builder().tool(tracker).build()?;
/// let description = &registry.tools()[0].description;
/// assert!(description.contains("Modules: issues (close) | tags (list)"));
/// # let arguments = serde_json::json!({"action": "tags.list"});
/// # let response = registry.call("tracker", arguments, Ctx::new()).await?;
/// # assert_eq!(response, ToolResponse::text("bug, feature"));
/// # Ok(())
/// # }
/// ```
///
/// The attribute of the struct takes `name`, `title`, `description`, `tags`, `discriminator`,
/// `annotations`, `with` and `crate`, as described [above](#on-the-block); the names, titles and
/// discriminators of its groups are not used, their layers run inside those of the struct. `#[group(name = "…")]` names a module otherwise than
/// its field. `#[cfg(…)]` on such a field removes the module.
///
/// # Constraints
///
/// What an argument must be beyond its type is written in `#[arg(…)]`. The fields of a type of your
/// own are not arguments: there, the same is said in the words of schemars.
///
/// ```
/// use fusion_core::{Registry, tool_group};
/// # use fusion_core::{ActionGroup, Bound, Constraint};
///
/// struct Issues;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Page {
///     /// How many to return.
///     #[schemars(range(min = 1, max = 100))]
///     limit: u32,
///     /// Where the page before ended.
///     #[schemars(length(max = 64), regex(pattern = "^[a-z0-9]+$"))]
///     after: Option<String>,
/// }
///
/// #[tool_group]
/// impl Issues {
///     /// List issues, newest first.
///     #[action(read_only)]
///     async fn list(
///         &self,
///         /// How many to return.
///         #[arg(range(min = 1, max = 100))]
///         limit: u32,
///         /// Where the page before ended.
///         #[arg(length(max = 64), pattern = "^[a-z0-9]+$")]
///         after: Option<String>,
///     ) -> String {
///         format!("{limit} issues after {after:?}")
///     }
///
///     /// Search issues.
///     #[action(read_only, one_of("text", "label"))]
///     async fn search(&self, text: Option<String>, label: Option<String>, page: Page) -> String {
///         format!("{} issues with {text:?} or {label:?} after {:?}", page.limit, page.after)
///     }
/// }
///
/// let registry = Registry::builder().tool(Issues).build()?;
/// # let spec = <Issues as ActionGroup>::SPEC;
/// # assert_eq!(spec.actions[1].one_of, ["text", "label"]);
/// # assert_eq!(
/// #     spec.fields[0].uses[0].constraints,
/// #     [Constraint::Minimum(Bound::Integer(1)), Constraint::Maximum(Bound::Integer(100))],
/// # );
/// # Ok::<(), fusion_core::BuildErrors>(())
/// ```
///
/// # Layers
///
/// `with(…)` takes expressions that make layers: a built-in one, a type of yours that implements
/// [`Middleware`], or a function by [`from_fn`]. Each is evaluated once, where the tool is
/// registered, and may use `self` to clone something out of it. The layers of the registry run
/// around those of a struct, then come those of the block, those of the action, and the handler; in
/// one list the first is outermost. A `timeout` runs around the layers of its block and its action:
/// what waits in a queue there waits within it.
///
/// ```
/// use std::sync::Arc;
///
/// use fusion_core::{Call, Concurrency, Exclusive, OutputCap, Registry, tool_group};
/// # use fusion_core::{Ctx, ToolResponse};
///
/// struct Reports {
///     /// How many reports are made at once, here and wherever else this is cloned to.
///     limit: Arc<Concurrency>,
/// }
///
/// fn year(call: &Call<'_>) -> Option<u64> {
///     call.arguments()?.get("year")?.as_u64()
/// }
///
/// /// Make reports.
/// #[tool_group(with(self.limit.clone()), timeout = "5s", output_cap = OutputCap::tokens(5_000))]
/// impl Reports {
///     /// Make the report of a year.
///     #[action(read_only, timeout = "2m")]
///     async fn make(&self, year: u16) -> String {
///         format!("the report of {year}")
///     }
///
///     /// Delete the report of a year.
///     #[action(destructive, idempotent, with(Exclusive::by(year)))]
///     async fn delete(&self, year: u16) -> String {
///         format!("deleted that of {year}")
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let limit = Arc::new(Concurrency::new(2).queue(8));
/// let registry = Registry::builder().tool(Reports { limit }).build()?;
/// # let arguments = serde_json::json!({"action": "delete", "year": 2026});
/// # let response = registry.call("reports", arguments, Ctx::new()).await?;
/// # assert_eq!(response, ToolResponse::text("deleted that of 2026"));
/// # Ok(())
/// # }
/// ```
///
/// # State sync
///
/// `cache` and `invalidates` say what a model may keep, and what it has to read again after a write.
/// They are told where the registry has [`StateSync`], and come after the policies of the builder.
///
/// A pattern is a glob over keys, `tool/module.action`, as a [`Policy`] takes it: `*` is one segment,
/// `**` any number of them. `self.*` is the action's own group, and `super.labels.*` is a sibling of
/// it, wherever the group is mounted. A pattern about tools of somebody else is `foreign("…")`, with the
/// names of these tools in it.
///
/// ```
/// use fusion_core::{Content, Ctx, Registry, StateSync, tool_group};
/// # use serde_json::json;
///
/// struct Labels;
///
/// #[tool_group]
/// impl Labels {
///     /// List labels.
///     #[action(read_only, cache = "immutable")]
///     fn list(&self) -> String {
///         "bug".to_owned()
///     }
///
///     /// Delete a label and take it off all issues.
///     #[action(destructive, invalidates("self.*", "super.issues.*", foreign("board.**")))]
///     fn delete(&self, name: String) -> String {
///         format!("deleted {name}")
///     }
/// }
///
/// struct Issues;
///
/// #[tool_group]
/// impl Issues {
///     /// List issues.
///     #[action(read_only, cache = "no-store")]
///     fn list(&self) -> String {
///         "none".to_owned()
///     }
/// }
///
/// /// Track issues.
/// #[tool_group(name = "tracker")]
/// struct Tracker {
///     #[group]
///     issues: Issues,
///     #[group]
///     labels: Labels,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder()
///     .state_sync(StateSync::new())
///     .tool(Tracker { issues: Issues, labels: Labels })
///     .build()?;
/// # let arguments = json!({"action": "labels.delete", "name": "bug"});
/// # let response = registry.call("tracker", arguments, Ctx::new()).await?;
/// # let patterns = "tracker.labels.*, tracker.issues.*, board.**";
/// # let notice = format!("[System: Cache invalidated for {patterns} — caused by tracker.labels.delete]");
/// # assert_eq!(response.content(), [Content::text(notice), Content::text("deleted bug")]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// What can be wrong is wrong at compile time: all mistakes of a block at once, each at its place.
pub use fusion_macros::tool_group;

/// Marks a method of a [`tool_group`] block as an action; its keys are described there.
///
/// The block takes the mark away before rustc sees it, so there is nothing to import. Anywhere
/// else the mark is an error:
///
/// ```compile_fail
/// use fusion_core::action;
///
/// #[action]
/// fn list() {}
/// ```
pub use fusion_macros::action;

/// Marks a method of a [`tool_group`] block as a prompt: a message, or several, that a user chooses
/// to send.
///
/// ```
/// use fusion_core::{Ctx, PromptMessage, Registry, tool_group};
/// use serde_json::json;
///
/// /// How pressing something is.
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// #[serde(rename_all = "lowercase")]
/// enum Urgency {
///     Low,
///     High,
/// }
///
/// struct Issues;
///
/// /// Track issues.
/// #[tool_group]
/// impl Issues {
///     /// List issues.
///     #[action(read_only)]
///     async fn list(&self) -> String {
///         "none".to_owned()
///     }
///
///     /// Sort what came in.
///     #[prompt(title = "Triage", tags("writing"))]
///     async fn triage(
///         &self,
///         /// Which ones.
///         urgency: Urgency,
///         /// How many.
///         limit: Option<u32>,
///     ) -> Vec<PromptMessage> {
///         let which = match urgency {
///             Urgency::Low => "those that can wait",
///             Urgency::High => "those that cannot wait",
///         };
///         vec![
///             PromptMessage::user(format!("Sort {which}, {} at most.", limit.unwrap_or(20))),
///             PromptMessage::assistant("By what?"),
///         ]
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder().tool(Issues).build()?;
/// assert_eq!(registry.prompts()[0].name, "issues_triage");
/// // Clients send texts, whatever the type of an argument is.
/// let arguments = json!({"urgency": "high", "limit": "5"});
/// let arguments = arguments.as_object().cloned().unwrap_or_default();
/// let response = registry.prompt("issues_triage", arguments, Ctx::new()).await?;
/// assert_eq!(
///     response.messages[0],
///     PromptMessage::user("Sort those that cannot wait, 5 at most.")
/// );
/// # Ok(())
/// # }
/// ```
///
/// Its name on the wire is that of the tool and its key, `issues_triage`, or `tracker_issues_triage`
/// in a tool of groups. Filters and guards know it by tool and key, as they know an action.
///
/// It takes what an action takes, the fields of the block's `common` among it. It returns `String` or
/// `&'static str`, which is one message of the user, [`PromptMessage`], `Vec<PromptMessage>`, or a
/// `Result` of one of them. Since clients know its arguments as texts, a text is read as a number, a
/// boolean or JSON where one is declared, even where the block says `repair = false`; an empty text is
/// an argument left out where it may be and no such text is declared; and no output cap cuts it.
///
/// | key of `#[prompt(…)]` | meaning |
/// |---|---|
/// | `name = "…"` | its key; otherwise the method's name |
/// | `title = "…"` | a display name for people |
/// | `icons = …` | its pictures; an expression that makes a list of [`Icon`], `[Icon::new("https://…")]` |
/// | `tags("…", …)` | tags of its own, beside those of the block |
/// | `omit_common` | does without the block's `common` |
/// | `alias("…", …)` | old keys: accepted, never listed |
/// | `with(…, …)` | [layers](tool_group#layers) around it, inside those of the block |
/// | `timeout = "…"` | within which time it answers, whatever the block says |
///
/// # Completion
///
/// While a user fills in an argument, clients ask how it may go on. An enum or a boolean completes by
/// its values. Another argument names a function, `async fn(&self, value: &str, ctx: &Ctx) ->
/// Vec<String>`, or the same without `&self`. It decides itself what goes on from `value`; the first
/// 100 of its values are sent. What is filled in already, it finds by `ctx.get::<FilledArguments>()`. Providers,
/// access and guards stand in front of it, and no layers: a server gives it up after 10 seconds.
///
/// ```
/// use fusion_core::{Ctx, Reference, Registry, tool_group};
///
/// struct Issues {
///     labels: Vec<String>,
/// }
///
/// #[tool_group]
/// impl Issues {
///     /// Sort the issues of a label.
///     #[prompt]
///     fn triage(&self, /** Which label. */ #[arg(complete = Self::labels)] label: String) -> String {
///         format!("Sort the issues of {label}.")
///     }
///
///     async fn labels(&self, value: &str, _: &Ctx) -> Vec<String> {
///         let labels = self.labels.iter();
///         labels.filter(|label| label.starts_with(value)).cloned().collect()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let labels = vec!["bug".to_owned(), "build".to_owned(), "docs".to_owned()];
/// let registry = Registry::builder().tool(Issues { labels }).build()?;
/// let of = Reference::Prompt("issues_triage");
/// let completion = registry.complete(of, "label", "bu", Default::default(), Ctx::new()).await?;
/// assert_eq!(completion.values, ["bug", "build"]);
/// # Ok(())
/// # }
/// ```
///
/// The block takes the mark away before rustc sees it, so there is nothing to import. Anywhere
/// else the mark is an error:
///
/// ```compile_fail
/// use fusion_core::prompt;
///
/// #[prompt]
/// fn triage() {}
/// ```
pub use fusion_macros::prompt;

/// Marks a method of a [`tool_group`] block as a resource, or as a template of resources: something
/// that clients read by its URI.
///
/// ```
/// use fusion_core::{Ctx, Json, Registry, ResourceContents, tool_group};
///
/// #[derive(serde::Serialize)]
/// struct Note {
///     id: u64,
/// }
///
/// struct Notes;
///
/// /// Keep notes.
/// #[tool_group]
/// impl Notes {
///     /// How notes are written.
///     #[resource(uri = "notes://help", mime = "text/markdown", audience("assistant"))]
///     fn help(&self) -> &'static str {
///         "# In Markdown"
///     }
///
///     /// One note.
///     #[resource(uri = "notes://{id}", priority = 0.5)]
///     async fn note(&self, /** Its number. */ id: u64) -> Option<Json<Note>> {
///         (id < 100).then_some(Json(Note { id }))
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder().tool(Notes).build()?;
/// assert_eq!(registry.resources()[0].uri, "notes://help");
/// assert_eq!(registry.templates()[0].uri_template, "notes://{id}");
/// let contents = registry.read("notes://7", Ctx::new()).await?;
/// let expected = ResourceContents::text(r#"{"id":7}"#).at("notes://7").of_type("application/json");
/// assert_eq!(contents, [expected]);
/// # Ok(())
/// # }
/// ```
///
/// # The URI
///
/// A variable in braces makes a template of it: level 1 of RFC 6570. The variables are the arguments
/// of the method, all of them: so that the block's `common` is not among them, and `&Scope` cannot be
/// injected. A variable stands for one segment or a part of it. It holds no `/`, `?` or `#`, is
/// decoded once, and matches nothing that would lead elsewhere, encoded or not: no empty value, no
/// `.` or `..`, no `/` or `\`, no control character. A URI that is a resource's own is that
/// resource's; of several templates the one counts that fixes the most letters.
///
/// # What it returns
///
/// `String` or `&'static str` for text, [`Json<T>`](Json), `Vec<u8>` for bytes,
/// [`ResourceContents`], `Vec<ResourceContents>` where it is made of several, an `Option` of one of
/// them, whose `None` says that there is no such resource, or a `Result`. They stand at the URI that
/// was read, in the media type that the attribute states, unless the contents say otherwise.
///
/// | key of `#[resource(…)]` | meaning |
/// |---|---|
/// | `uri = "…"` | where it is; must be there |
/// | `name = "…"` | its key; otherwise the method's name |
/// | `title = "…"` | a display name for people |
/// | `mime = "…"` | its media type; otherwise `application/json` for `Json`, and none for the rest |
/// | `size = …` | how many bytes it has; not of a template |
/// | `audience("user", "assistant")` | whom it is for; otherwise everybody |
/// | `priority = …` | how much it matters, from 0 to 1 |
/// | `icons = …` | its pictures; an expression that makes a list of [`Icon`] |
/// | `tags("…", …)` | tags of its own, beside those of the block |
/// | `with(…, …)` | [layers](tool_group#layers) around it, inside those of the block |
/// | `timeout = "…"` | within which time it answers, whatever the block says |
///
/// The variables of a template are [completed](macro@prompt#completion) as the arguments of a prompt
/// are.
///
/// The block takes the mark away before rustc sees it, so there is nothing to import. Anywhere
/// else the mark is an error:
///
/// ```compile_fail
/// use fusion_core::resource;
///
/// #[resource(uri = "notes://help")]
/// fn help() {}
/// ```
pub use fusion_macros::resource;

/// Derives [`IntoToolError`]: which errors of a type are words for the model, and what goes with
/// them.
///
/// The type implements `Display`. A variant marked `#[tool_error]` shows its text to the model; a
/// variant without the mark is internal: the model reads a generic text with a reference id, and
/// the details go to the log. A wrapped error of somebody else thus leaks nothing by accident. On a
/// struct, the mark stands on the struct.
///
/// ```
/// use fusion_core::{IntoToolError, ToolError};
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum StoreError {
///     #[error("there is no issue {0}")]
///     #[tool_error(code = "not_found", suggest("list"))]
///     NotFound(u64),
///     #[error("the tracker is busy")]
///     #[tool_error(code = "busy", hint = "ask for fewer issues", retry_after = "5s")]
///     Busy,
///     #[error("cannot read {0}")]
///     Io(String),
/// }
///
/// let error = StoreError::NotFound(7).into_tool_error();
/// assert_eq!(error.message(), "there is no issue 7");
/// assert_eq!(error.code_text(), Some("not_found"));
///
/// let error = StoreError::Io("/var/lib/tracker.db".to_owned()).into_tool_error();
/// assert!(error.reference().is_some());
/// assert_eq!(error.message(), "internal error");
/// ```
///
/// | key of `#[tool_error(…)]` | meaning |
/// |---|---|
/// | `code = "…"` | a short machine-readable code |
/// | `hint = "…"` | what the model may do about it |
/// | `suggest("…", …)` | keys of actions to try instead |
/// | `retry_after = "…"` | when the same call may succeed: `"500ms"`, `"5s"`, `"2m"` |
/// | `crate = path` | on the type: where this crate is, if not at `::fusion_core` |
pub use fusion_macros::ToolError;

/// Derives [`Fields`](trait@Fields): each field of a struct is an argument of the actions that take
/// the struct.
///
/// An action takes it by value, under `#[arg(flatten)]`; or all actions of a group take it, by
/// `#[tool_group(common = …)]`, and then read it by reference.
///
/// ```
/// use fusion_core::{Fields, Registry, tool_group};
/// # use fusion_core::{Ctx, ToolResponse};
///
/// /// Whose issues.
/// #[derive(Fields)]
/// struct Scope {
///     /// The organization's short name.
///     #[arg(length(min = 2))]
///     org: String,
/// }
///
/// /// How far to go.
/// #[derive(Fields)]
/// #[fields(rename_all = "camelCase")]
/// struct Paging {
///     /// How many to return.
///     #[arg(default = 20, range(min = 1, max = 100))]
///     max_rows: u32,
///     /// Where the page before ended.
///     after: Option<String>,
/// }
///
/// struct Issues;
///
/// /// Track issues.
/// #[tool_group(common = Scope)]
/// impl Issues {
///     /// List issues.
///     #[action(read_only)]
///     async fn list(&self, scope: &Scope, #[arg(flatten)] page: Paging) -> String {
///         format!("{} issues of {} after {:?}", page.max_rows, scope.org, page.after)
///     }
///
///     /// Say how issues are written.
///     #[action(read_only, omit_common)]
///     async fn help(&self) -> String {
///         "In Markdown.".to_owned()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::builder().tool(Issues).build()?;
/// let arguments = serde_json::json!({"action": "list", "org": "acme", "maxRows": 5});
/// let response = registry.call("issues", arguments, Ctx::new()).await?;
/// assert_eq!(response, ToolResponse::text("5 issues of acme after None"));
/// # Ok(())
/// # }
/// ```
///
/// A field is held to what holds for an argument: its type implements `serde::Deserialize` and
/// `schemars::JsonSchema`, an `Option` may be left out, its doc comment is what the model reads,
/// and `#[arg(…)]` takes the keys described at [`tool_group`], but for `flatten`. The struct itself
/// needs neither of the two traits, and nothing reads `#[serde(…)]` or `#[schemars(…)]` on it: they
/// are errors where they would change something.
///
/// Layers find a group's `common` by [`Call::common`].
///
/// | key of `#[fields(…)]` | meaning |
/// |---|---|
/// | `rename_all = "…"` | the style of names without a `name` of their own |
/// | `crate = path` | where this crate is, if not at `::fusion_core` |
pub use fusion_macros::Fields;

/// What the expansion of the macros names. Not for people; may change in any release.
#[doc(hidden)]
pub mod __private {
    pub use serde;

    pub use crate::{
        args::{
            Args, Argument, FromText, GivenSchema, HideDefault, PublishDefault, PublishedDefault,
            Readable, Slot, given,
        },
        ctx::{Ctx, Inject, MissingValue, NeedOf, NoCommon, NoNeed, hold},
        macro_support::{
            ActionGroup, Call, Chains, CompletionFuture, CompletionRequest, Fields, Frame,
            GroupProbe, IsGroup, NoRows, NotGroup, ProbedGroup, RowsOf, SharesCommon, SlotValues,
            StubChains, Tool, UnknownAction, complete, deserialize_key, exposed, given_common,
            is_group, mismatched, named, read_fields,
        },
        middleware::builtin::ActionTimeout,
        middleware::{
            Middleware, MiddlewareChains, MiddlewareNames, MiddlewareProbe, NoMiddleware,
            NotMiddleware, Stack, layer, layered,
        },
        registry::BeforeTools,
        result::{
            IntoToolError, IntoToolResult, KeepError, MapOwnError, MimeOf, NoMime, NoOutput,
            OutputOf, ReturnedValue, ToolError, ToolForm, ToolResult, answer, answer_prompt,
            answer_resource, catch, catch_call, text,
        },
        spec::{
            ActionSpec, Bound, Cache, Constraint, Describe, Field, FieldRow, Format, GroupSpec,
            HintOverrides, Hints, IsOption, Join, Kind, Module, NoSchema, NoWireType, NotOption,
            ResourceSpec, Role, SchemaOf, Stale, ToolSpec, Use, WireTypeOf, apart, count, has,
            icons, keys_fit, schema_of,
        },
    };
}
