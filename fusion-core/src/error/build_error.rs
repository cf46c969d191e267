//! The error of `build()`.

use super::{
    AskError, ExampleError, HostHintError, OnceError, PolicyError, PolicyPlace, ScopeError, clash,
    filter, help, names, policy, scope,
};

/// A mistake in the set of tools, found by `build()`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Two tools have one name.
    #[error("two tools are named `{name}`: give one of them another `name`")]
    DuplicateTool {
        /// The shared name.
        name: String,
    },
    /// A middleware was added after a tool.
    #[error(
        "middleware `{middleware}` was added after tool `{tool}`: middleware stands around all tools, so add it before the first `.tool(…)`; for one tool alone, write `#[tool_group(with(…))]`"
    )]
    MiddlewareAfterTool {
        /// The type of the middleware.
        middleware: &'static str,
        /// The first tool that was added before it.
        tool: String,
    },
    /// One exposition would list two actions under one name.
    #[error("`{first}` and `{second}` would both be listed as `{name}`: rename one of them")]
    NameClash {
        /// The name that both would have.
        name: String,
        /// The action that comes first, as `tool/key`.
        first: String,
        /// The action that comes second, as `tool/key`.
        second: String,
    },
    /// A name contains characters that clients refuse, or is too long.
    #[error("{what} `{name}` {}", names::illegal_name(.name))]
    IllegalName {
        /// The kind of item that carries the name, such as a tool.
        what: &'static str,
        /// The refused name.
        name: String,
    },
    /// The name under which an exposition lists a tool is longer than clients accept.
    #[error(
        "`{item}` would be listed as `{name}`, which has {length} characters, and clients accept {limit}: {}",
        names::shorten(.item, .length.saturating_sub(*.limit))
    )]
    ListedNameTooLong {
        /// The listed item: an action as `tool/key`, or a safety class of a tool, such as
        /// `tool (destructive)`.
        item: String,
        /// The name under which the item would be listed.
        name: String,
        /// The number of characters of the name.
        length: usize,
        /// The maximum number of characters.
        limit: usize,
    },
    /// A tool has no actions.
    #[error("tool `{tool}` has no actions: every one is compiled out by its `cfg`")]
    NoActions {
        /// The name of the tool.
        tool: String,
    },
    /// Two actions of one tool have one key.
    #[error("two actions claim the key `{tool}/{key}`: rename one of them")]
    DuplicateKey {
        /// The name of the tool.
        tool: String,
        /// The shared key.
        key: String,
    },
    /// Two modules of one tool have one name.
    #[error("two modules of tool `{tool}` are named `{module}`: give one of them another name")]
    DuplicateModule {
        /// The name of the tool.
        tool: String,
        /// The shared name of the modules.
        module: String,
    },
    /// An argument has the name of the discriminator.
    #[error("argument `{name}` of `{tool}/{key}` has the name of the discriminator: {}", clash::discriminator_advice(.key, .name))]
    DiscriminatorTaken {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
        /// The name of the argument.
        name: String,
    },
    /// An alias of an argument is the name of another argument of the action, or of the discriminator.
    #[error(
        "alias `{alias}` of argument `{argument}` of `{tool}/{key}` is another name there, of an argument or of the discriminator: remove it, or choose another name where `rename(…)` gives the argument that name"
    )]
    AliasTaken {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
        /// The name of the argument.
        argument: String,
        /// The alias.
        alias: String,
    },
    /// Items of the author have the names of `help`, an action that a tool in the brief form has by
    /// itself, or of its argument.
    #[error(
        "`Describe::Brief` adds the action `{help}({topic})` to tool `{tool}`, and {}: name it otherwise, with `help = \"{free}\"` in `#[tool_group]`",
        help::taken_names(.help, .topic, .item.as_deref(), *.discriminator, .arguments)
    )]
    HelpTaken {
        /// The name of the tool.
        tool: String,
        /// The key of `help`.
        help: String,
        /// The name of the argument of `help`.
        topic: String,
        /// The key of the action, prompt or resource that has the key of `help` as its key or alias.
        item: Option<String>,
        /// `true` if the discriminator has the name of the argument.
        discriminator: bool,
        /// The keys of the actions that have an argument of this name and another shape.
        arguments: Vec<String>,
        /// A value of `help = "…"` whose names no item of the tool has.
        free: String,
    },
    /// One field has two different shapes, so that no merged schema describes it.
    #[error("field `{field}` is {first_shape} in `{tool}/{first}` and {second_shape} in `{tool}/{second}`: {}", clash::field_advice(.field, [.first, .second]))]
    FieldConflict {
        /// The name of the tool.
        tool: String,
        /// The name of the field.
        field: String,
        /// The key of the first action.
        first: String,
        /// The shape of the field in the first action.
        first_shape: String,
        /// The key of the second action.
        second: String,
        /// The shape of the field in the second action.
        second_shape: String,
    },
    /// A schema cannot be published, because clients cannot use it.
    #[error("{place} of `{tool}/{key}` cannot be published: {reason}")]
    Schema {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
        /// The argument whose schema is refused, or the result.
        place: String,
        /// The reason for the refusal, and the fix.
        reason: String,
    },
    /// The input schema of a listed tool exceeds a limit of `Profile::OpenAiStrict`.
    #[error(
        "the input schema of `{tool}` has {found} {what}, and `Profile::OpenAiStrict` allows {limit}: divide the tool, list it by `Exposition::BySafety` or `Exposition::Flat`, or set another profile"
    )]
    SchemaTooLarge {
        /// The wire name of the listed tool.
        tool: String,
        /// The counted things, in the plural.
        what: &'static str,
        /// The number of them in the schema.
        found: usize,
        /// The maximum number.
        limit: usize,
    },
    /// A form of descriptions that the author set panicked.
    #[error("the form of the description of tool `{tool}` panicked: fix its function")]
    FormPanicked {
        /// The name of the tool.
        tool: String,
    },
    /// The expression of a default panicked.
    #[error("the default of argument `{argument}` of `{tool}/{key}` panicked: fix its expression")]
    DefaultPanicked {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
        /// The name of the argument.
        argument: String,
    },
    /// A default does not match the schema of its argument, so that no caller could send it.
    #[error(
        "the default of argument `{argument}` of `{tool}/{key}` is none that its schema takes: {reason}; change the default, or what the argument takes"
    )]
    DefaultRefused {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
        /// The name of the argument.
        argument: String,
        /// The accepted values, and the found value with its place. A secret omits the found value.
        reason: String,
    },
    /// The URI of a resource is invalid, or its variables differ from the arguments.
    #[error("the URI `{uri}` of `{tool}/{key}` cannot be served: {reason}")]
    ResourceUri {
        /// The name of the tool.
        tool: String,
        /// The key of the resource.
        key: String,
        /// The URI or URI template.
        uri: String,
        /// The reason for the refusal.
        reason: String,
    },
    /// Two resources have one URI.
    #[error("`{first}` and `{second}` are both at `{uri}`: give one of them another URI")]
    DuplicateResource {
        /// The URI or template of the second resource.
        uri: String,
        /// The first resource, as `tool/key`.
        first: String,
        /// The second resource, as `tool/key`.
        second: String,
    },
    /// A parameter injects a value that no provider or `expects` declaration covers.
    #[error(
        "`{tool}/{key}` injects `Ext<{type_name}>`, which nothing provides: add `.provide(…)` for it, or `.expects::<{type_name}>()` if middleware or an axum extension inserts it"
    )]
    NotProvided {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
        /// The type of the injected value.
        type_name: &'static str,
    },
    /// Access depends on a value that no provider or `expects` declaration covers, so that no
    /// caller would see any action.
    #[error(
        "access depends on a `{type_name}`, which nothing provides: add `.provide(…)` for it, or `.expects::<{type_name}>()` if an axum extension inserts it"
    )]
    NoCaller {
        /// The type of the missing value.
        type_name: &'static str,
    },
    /// A filter names the action `help`, which a tool in the brief form has by itself.
    #[error("a filter names `{key}`, {}", filter::HELP)]
    HelpInFilter {
        /// The key, as the author wrote it.
        key: String,
    },
    /// `pin` names an action that does not exist.
    #[error("`pin` names `{key}`, which is no action of the registry{}", scope::did_you_mean(.nearest.as_deref()))]
    UnknownPin {
        /// The key, as the author wrote it.
        key: String,
        /// The existing action nearest to it, as `tool/key`.
        nearest: Option<String>,
    },
    /// A filter names a key that does not exist.
    #[error("a filter names `{key}`{}", filter::unknown_key_advice(.key, .nearest.as_deref()))]
    UnknownInFilter {
        /// The key, as the author wrote it.
        key: String,
        /// The existing key nearest to it, as `tool/key`.
        nearest: Option<String>,
    },
    /// A filter names a tag that no item has.
    #[error("a filter names the tag `{tag}`, which no action, prompt or resource of the registry has{}", scope::did_you_mean(.nearest.as_deref()))]
    UnknownTagInFilter {
        /// The tag, as the author wrote it.
        tag: String,
        /// The existing tag nearest to it.
        nearest: Option<String>,
    },
    /// A condition of a filter has an empty list, so that it shows nothing.
    #[error(
        "a filter has `{condition}` with an empty list, which shows nothing: write `Filter::nothing()` if that is meant"
    )]
    EmptyInFilter {
        /// The function that made the condition, such as `any_tags`.
        condition: &'static str,
    },
    /// A scope, or a response to missing scopes, is set wrongly in the builder.
    #[error(transparent)]
    Scope(#[from] ScopeError),
    /// Hints for hosts are wrong.
    #[error(transparent)]
    HostHint(#[from] HostHintError),
    /// An action cannot ask its user.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// Calls of an action cannot run once.
    #[error(transparent)]
    Once(#[from] OnceError),
    /// An example of an action is wrong.
    #[error(transparent)]
    Example(#[from] ExampleError),
    /// A state sync policy has an invalid pattern or URI.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A state sync pattern matches no action.
    #[error("{place}: `{pattern}` matches no action{}; mark it `foreign` if it is about tools of somebody else", policy::nearest_action(.nearest.as_deref()))]
    UnmatchedPattern {
        /// The policy or action that contains the pattern.
        place: PolicyPlace,
        /// The pattern, with `self` and `super` expanded.
        pattern: String,
        /// The action whose key is nearest to the pattern, as `tool/key`.
        nearest: Option<String>,
    },
    /// A state sync policy notifies the subscribers of a resource that does not exist.
    #[error("{place}: `{uri}` is no resource of this registry{}", policy::nearest_action(.nearest.as_deref()))]
    UnknownResource {
        /// The policy that contains the URI.
        place: PolicyPlace,
        /// The URI, as the author wrote it.
        uri: String,
        /// The URI of the resource nearest to it.
        nearest: Option<String>,
    },
    /// An action uses `super` although its group is a tool by itself and has no siblings.
    #[error(
        "{place}: `{pattern}` means a sibling of the group, and `{tool}` is one group by itself: mount it in a struct beside the other, or write `foreign(\"…\")`"
    )]
    NoSibling {
        /// The action that contains the pattern.
        place: PolicyPlace,
        /// The pattern, as the author wrote it.
        pattern: String,
        /// The name of the tool.
        tool: String,
    },
    /// A mutating action declares no invalidation although `require_policies()` is set.
    #[error(
        "`{tool}/{key}` changes something, and `require_policies()` asks what becomes stale: add `invalidates(\"self.*\")` to it, `invalidates()` if nothing does, or a `Policy`"
    )]
    NoPolicy {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
    },
}
