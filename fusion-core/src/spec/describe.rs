//! The forms of a tool's description.

/// The form of the description of a tool with several actions. A listed tool that is one action has
/// the docs of the action only, in any form.
///
/// In every form, the docs that most uses of an argument share stand at the field of the schema; an
/// action with other docs states them on its own line.
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
    Workflow,
    /// The signature of each action with its docs: all prose in few tokens.
    ///
    /// ```text
    /// Manage projects. (? optional)
    /// list(limit?) List all projects
    /// delete(id) Delete a project [DESTRUCTIVE]
    /// ```
    #[default]
    Compact,
    /// The signature of each action with the first sentence of its docs: the fewest tokens. Fields
    /// have no descriptions, and the schemas of nested objects that exceed
    /// [`OPAQUE_TOKENS`](crate::describe::OPAQUE_TOKENS) are published without their contents. Calls
    /// are checked against the whole schema, and an error names the whole contract. From two actions
    /// on, a tool has the action [`help`](macro@crate::tool_group#help), which returns the rest.
    Brief,
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

/// The constant in place of the variant that the feature `toon` adds.
#[cfg(not(feature = "toon"))]
#[doc(hidden)]
#[allow(non_upper_case_globals)] // the name of a variant
impl Describe {
    pub const Toon: super::NeedsFeatureToon = super::NeedsFeatureToon;
}
