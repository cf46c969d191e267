//! Mistakes that only `build()` can see, each with its place and the way out.

mod call_error;
mod filter;
mod policy;
mod problem;
mod tool_error;
mod unknown_action;

use std::fmt;

pub use call_error::CallError;
pub use policy::{PolicyError, PolicyPlace};
pub use problem::{Advice, Problem, ProblemKind};
pub(crate) use problem::{ECHO, cut, distance, echo, kind_name, nearest, on_one_line};
#[doc(hidden)]
pub use tool_error::text;
pub use tool_error::{ExposeExt, IntoToolError, ToolError};
pub use unknown_action::UnknownAction;

/// A mistake in the set of tools, found by `build()`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Two tools of one name.
    #[error("two tools are named `{name}`: give one of them another `name`")]
    DuplicateTool {
        /// The name.
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
    /// Two actions that one exposition would list under one name.
    #[error("`{first}` and `{second}` would both be listed as `{name}`: rename one of them")]
    NameClash {
        /// The name.
        name: String,
        /// The earlier action, as `tool/key`.
        first: String,
        /// The later action.
        second: String,
    },
    /// A name that clients refuse.
    #[error("{what} `{name}` is not a legal name: use 1 to 64 of `a-z`, `A-Z`, `0-9`, `_` and `-`")]
    IllegalName {
        /// What carries the name.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A tool without actions.
    #[error("tool `{tool}` has no actions: every one is compiled out by its `cfg`")]
    NoActions {
        /// The tool.
        tool: String,
    },
    /// Two actions of one key.
    #[error("two actions claim the key `{tool}/{key}`: rename one of them")]
    DuplicateKey {
        /// The tool.
        tool: String,
        /// The key.
        key: String,
    },
    /// Two modules of one name.
    #[error("two modules of tool `{tool}` are named `{module}`: give one of them another name")]
    DuplicateModule {
        /// The tool.
        tool: String,
        /// The name.
        module: String,
    },
    /// An argument with the discriminator's name.
    #[error(
        "argument `{name}` of `{tool}/{key}` has the name of the discriminator: rename it with `#[arg(name = \"…\")]`, or the discriminator with `#[tool_group(discriminator = \"…\")]`"
    )]
    DiscriminatorTaken {
        /// The tool.
        tool: String,
        /// The action.
        key: String,
        /// The name.
        name: String,
    },
    /// One field with two shapes.
    #[error(
        "field `{field}` is {first_shape} in `{tool}/{first}` and {second_shape} in `{tool}/{second}`: give it one type, or rename it in one of them with `#[arg(name = \"…\")]`"
    )]
    FieldConflict {
        /// The tool.
        tool: String,
        /// The field.
        field: String,
        /// The earlier action.
        first: String,
        /// Its shape.
        first_shape: String,
        /// The later action.
        second: String,
        /// Its shape.
        second_shape: String,
    },
    /// A schema that clients cannot use.
    #[error("{place} of `{tool}/{key}` cannot be published: {reason}")]
    Schema {
        /// The tool.
        tool: String,
        /// The action.
        key: String,
        /// Which argument, or the result.
        place: String,
        /// What is wrong and what to do.
        reason: String,
    },
    /// A default that cannot be made.
    #[error("the default of argument `{argument}` of `{tool}/{key}` panicked: mend its expression")]
    DefaultPanicked {
        /// The tool.
        tool: String,
        /// The action.
        key: String,
        /// The argument.
        argument: String,
    },
    /// A default that a caller could not send.
    #[error(
        "the default of argument `{argument}` of `{tool}/{key}` is none that its schema takes: {reason}; change the default, or what the argument takes"
    )]
    DefaultRefused {
        /// The tool.
        tool: String,
        /// The action.
        key: String,
        /// The argument.
        argument: String,
        /// What is allowed, and what was found where; of a secret only the former.
        reason: String,
    },
    /// Icons that cannot be made.
    #[error("the icons of `{tool}/{key}` panicked: mend their expression")]
    IconsPanicked {
        /// The tool.
        tool: String,
        /// The prompt or resource.
        key: String,
    },
    /// A resource whose URI is none, or says something else than its arguments.
    #[error("the URI `{uri}` of `{tool}/{key}` cannot be served: {reason}")]
    ResourceUri {
        /// The tool.
        tool: String,
        /// The resource.
        key: String,
        /// The URI or template.
        uri: String,
        /// What is wrong.
        reason: String,
    },
    /// Two resources at one place.
    #[error("`{first}` and `{second}` are both at `{uri}`: give one of them another URI")]
    DuplicateResource {
        /// The URI or template, of the later one.
        uri: String,
        /// The earlier resource, as `tool/key`.
        first: String,
        /// The later resource.
        second: String,
    },
    /// An injected value that nobody promises to provide.
    #[error(
        "`{tool}/{key}` injects `Ext<{type_name}>`, which nothing provides: add `.provide(…)` for it, or `.expects::<{type_name}>()` if a layer or an axum extension inserts it"
    )]
    NotProvided {
        /// The tool.
        tool: String,
        /// The action.
        key: String,
        /// The type.
        type_name: &'static str,
    },
    /// Access by a value that nobody promises to provide: nobody would see anything.
    #[error(
        "access depends on a `{type_name}`, which nothing provides: add `.provide(…)` for it, or `.expects::<{type_name}>()` if an axum extension inserts it"
    )]
    NoCaller {
        /// The type.
        type_name: &'static str,
    },
    /// A filter with a key of nothing.
    #[error("a filter names `{key}`{}", filter::way_out(.key, .nearest.as_deref()))]
    UnknownInFilter {
        /// The key, as it was written.
        key: String,
        /// The key that is nearest to it, as `tool/key`.
        nearest: Option<String>,
    },
    /// A policy of state sync with a pattern that is none.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A pattern of state sync that matches nothing.
    #[error("{place}: `{pattern}` matches no action{}; mark it `foreign` if it is about tools of somebody else", policy::meant(.nearest.as_deref()))]
    UnmatchedPattern {
        /// Where it stands.
        place: PolicyPlace,
        /// The pattern, with `self` and `super` written out.
        pattern: String,
        /// The action that is nearest to it, as `tool/key`.
        nearest: Option<String>,
    },
    /// A policy of state sync that tells the subscribers of no resource.
    #[error("{place}: `{uri}` is no resource of this registry{}", policy::meant(.nearest.as_deref()))]
    UnknownResource {
        /// Where it stands.
        place: PolicyPlace,
        /// The URI, as it was written.
        uri: String,
        /// The resource that is nearest to it.
        nearest: Option<String>,
    },
    /// A `super` in an action whose group is a tool by itself.
    #[error(
        "{place}: `{pattern}` means a sibling of the group, and `{tool}` is one group by itself: mount it in a struct beside the other, or write `foreign(\"…\")`"
    )]
    NoSibling {
        /// The action.
        place: PolicyPlace,
        /// The pattern.
        pattern: String,
        /// The tool.
        tool: String,
    },
    /// An action that changes something, and nobody says what.
    #[error(
        "`{tool}/{key}` changes something, and `require_policies()` asks what becomes stale: add `invalidates(\"self.*\")` to it, `invalidates()` if nothing does, or a `Policy`"
    )]
    NoPolicy {
        /// The tool.
        tool: String,
        /// The action.
        key: String,
    },
}

/// Every mistake that `build()` found, in the order of the tools. `Debug` says what `Display` does.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildErrors(Vec<BuildError>);

impl BuildErrors {
    /// `Err` with all of them, if there are any.
    pub(crate) fn check(errors: Vec<BuildError>) -> Result<(), Self> {
        if errors.is_empty() {
            Ok(())
        } else {
            Err(Self(errors))
        }
    }

    /// The mistakes.
    pub fn iter(&self) -> impl Iterator<Item = &BuildError> {
        self.0.iter()
    }
}

impl fmt::Display for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}

/// What a `main` prints that returns its error, and an `unwrap()`: the first that most authors see
/// of a mistake. The derived form would hide the way out.
impl fmt::Debug for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildErrors {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_main_prints_names_the_way_out() {
        let twice = |name: &str| BuildError::DuplicateTool {
            name: name.to_owned(),
        };
        let errors = BuildErrors::check(vec![twice("d"), twice("e")]).unwrap_err();
        let error: Box<dyn std::error::Error> = errors.into();
        assert_eq!(
            format!("Error: {error:?}"),
            "Error: two tools are named `d`: give one of them another `name`\n\
             two tools are named `e`: give one of them another `name`"
        );
    }
}
