//! The forms of a tool's description.

/// The form of the description of a tool with several actions. A listed tool that is one action has
/// the docs of the action only, in any form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Describe {
    /// A first line with all keys, then one line for each action in prose. Each field documents the
    /// actions that take it.
    ///
    /// ```text
    /// Manage projects. Actions: list, delete
    ///
    /// Workflow:
    /// - 'list': List all projects
    /// - 'delete': Delete a project. Requires: id [DESTRUCTIVE]
    /// ```
    #[default]
    Workflow,
    /// One line for each action with its arguments, and no notes on the fields: the fewest tokens.
    ///
    /// ```text
    /// Manage projects
    ///
    /// * required, ? optional
    /// list(limit?) List all projects
    /// delete(id*) [DESTRUCTIVE] Delete a project
    /// ```
    Compact,
    /// One table of the actions, in TOON.
    ///
    /// ```text
    /// Manage projects
    ///
    /// [2|]{action|desc|required|destructive}:
    ///   list|List all projects|""|false
    ///   delete|Delete a project|id|true
    /// ```
    #[cfg(feature = "toon")]
    Toon,
}
