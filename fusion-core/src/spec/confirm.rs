//! The declarations of an action about the confirmation that a user gives before it runs.

/// The question that a user confirms before an action runs.
///
/// Declared by [`confirm`](macro@crate::tool_group#confirmation) on an action or its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Confirm {
    /// A sentence with placeholders, such as `Delete issue {issue}?`.
    ///
    /// A placeholder is the name of an argument in braces, as the action declares it: not an alias,
    /// and not the name that a struct of groups publishes. `{action}` is the key of the action, unless
    /// it has an argument `action`. `{{` and `}}` are braces. The macro checks the syntax, and `build()` that
    /// each placeholder is an argument with short values that is not secret.
    Text(&'static str),
    /// A method of the action's author returns the sentence.
    Function,
}

/// The behaviour of an action that asks its user for a client that can neither answer an elicitation
/// nor a result that requires input.
///
/// Declared by [`unasked`](macro@crate::tool_group#confirmation) on an action with `confirm` or an `&Ask`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unasked {
    /// The call fails and nothing runs. The error names the capability that the client lacks.
    #[default]
    Refuse,
    /// The action runs without a confirmation.
    Allow,
    /// The call returns the question and a token that expires soon. The action runs if the model calls
    /// it again with the same arguments and the token in the argument `confirmation`.
    Token,
}

impl Unasked {
    /// Returns the word of the attribute: `refuse`, `allow` or `token`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Allow => "allow",
            Self::Token => "token",
        }
    }
}
