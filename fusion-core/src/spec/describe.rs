//! The forms of a tool's description.

/// How the description of a tool with several actions is written. A listed tool that is one action
/// has its docs alone, in any form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Describe {
    /// A first line with all keys, then one line an action in plain words; each field says which
    /// actions it is for.
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
    /// One line an action with its arguments, and no notes on the fields: the fewest tokens.
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
