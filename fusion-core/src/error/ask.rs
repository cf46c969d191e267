//! The errors of actions that cannot ask their users.

use std::time::Duration;

use super::clash::confirmation_advice;

/// A mistake in an action that asks its user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The crate is built without the feature `ask`.
    #[error(
        "`{tool}/{key}` asks the user before it runs, which needs the feature `ask` of fusion-core: turn it on, or remove `confirm`"
    )]
    FeatureOff {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
    },
    /// A prompt or a resource has an `Ask`.
    #[error(
        "`{tool}/{key}` is no action, and only an action can ask the user: remove its `&Ask`, and take an argument"
    )]
    NoAction {
        /// The name of the tool.
        tool: String,
        /// The key of the prompt or resource.
        key: String,
    },
    /// An action that asks nothing declares what happens if it cannot ask.
    #[error(
        "`unasked` of `{tool}/{key}` is about the questions of an action, and this one asks none: write `confirm`, take an `&Ask`, or remove `unasked`"
    )]
    UnaskedAlone {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
    },
    /// The type of an `Ask` is no form.
    #[error("`{type_name}` of `{tool}/{key}` cannot be asked: {reason}")]
    NoForm {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
        /// The type of the parameter.
        type_name: &'static str,
        /// The field that no form can show, and the way out.
        reason: String,
    },
    /// The time for which a question may be answered is none, or too long.
    #[error("`state_lifetime` is {lifetime:?}: set a millisecond at least, and 365 days at most")]
    Lifetime {
        /// The time that was set.
        lifetime: Duration,
    },
    /// The question of `confirm` has a placeholder that cannot be shown.
    #[error("the question of `{tool}/{key}` has the placeholder `{{{name}}}`: {reason}")]
    Placeholder {
        /// The name of the tool.
        tool: String,
        /// The key of the action.
        key: String,
        /// The placeholder.
        name: String,
        /// The reason, and the way out.
        reason: String,
    },
    /// Something else in a tool has the name of the argument that confirms a call.
    #[error(
        "`unasked = \"token\"` of `{tool}/{key}` adds the argument `confirmation` to tool `{tool}`, and {}, or choose another `unasked`", confirmation_advice(.owner.as_deref())
    )]
    ConfirmationTaken {
        /// The name of the tool.
        tool: String,
        /// The key of the action that asks.
        key: String,
        /// The key of the action that has an argument with the name; `None` if it is the discriminator.
        owner: Option<String>,
    },
}
