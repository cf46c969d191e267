//! What a model reads of a tool: stateless functions, one form of a description each.

mod compact;
mod entry;
mod fit;
mod links;
mod page;
#[cfg(feature = "toon")]
mod toon;
mod workflow;

pub(crate) use self::{
    entry::alone,
    links::{Link, has_link, linked},
};

use crate::{
    definition::{ActionDef, ToolDef},
    schema::Merged,
    spec::Describe,
};

/// Several actions of a tool, listed as one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DescribedTool<'d> {
    pub(crate) tool: &'d ToolDef,
    /// The visible ones, in source order.
    pub(crate) actions: &'d [&'d ActionDef],
    pub(crate) merged: &'d Merged,
    /// The name of the argument that selects one of them.
    pub(crate) discriminator: &'d str,
    /// What all of them do to the world, where that divides the tool: `Read-only`.
    pub(crate) class: Option<&'static str>,
    /// Whether it tells all that is true of the tool as a whole: of several parts the first does.
    pub(crate) whole: bool,
    /// The wire names of the tool's other parts.
    pub(crate) siblings: &'d [&'d str],
}

#[cfg(test)]
impl<'d> DescribedTool<'d> {
    /// A whole tool, or what is visible of it.
    fn of(tool: &'d ToolDef, actions: &'d [&'d ActionDef], merged: &'d Merged) -> Self {
        Self {
            tool,
            actions,
            merged,
            discriminator: "action",
            class: None,
            whole: true,
            siblings: &[],
        }
    }
}

/// A tool's description and what did not fit into it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Description {
    /// At most the budget of Unicode scalar values.
    pub(crate) text: String,
    /// What goes to the discriminator's description, after a blank line.
    pub(crate) overflow: Option<String>,
}

/// Describes a listed tool in one of the forms.
pub(crate) fn describe(form: Describe, subject: &DescribedTool<'_>, budget: usize) -> Description {
    match form {
        Describe::Workflow => workflow::describe(subject, budget),
        Describe::Compact => compact::describe(subject, budget),
        #[cfg(feature = "toon")]
        Describe::Toon => toon::describe(subject, budget),
    }
}
