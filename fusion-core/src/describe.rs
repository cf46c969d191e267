//! The description of a tool that a model reads: stateless functions, one for each form.

mod compact;
mod entry;
mod fit;
mod links;
mod page;
#[cfg(feature = "toon")]
mod toon;
mod workflow;

pub(crate) use self::{
    entry::describe_action,
    links::{Link, has_link, replace_all_links},
};

use crate::{
    definition::{ActionDef, ToolDef},
    schema::MergedSchema,
    spec::Describe,
};

/// Several actions of a tool, listed as one tool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DescribedTool<'d> {
    pub(crate) tool: &'d ToolDef,
    /// The visible actions, in source order.
    pub(crate) actions: &'d [&'d ActionDef],
    pub(crate) merged: &'d MergedSchema,
    /// The name of the argument that selects an action.
    pub(crate) discriminator: &'d str,
    /// The class of all actions if the tool is split by class, such as `Read-only`.
    pub(crate) class: Option<&'static str>,
    /// `true` if the description contains the docs of the whole tool; of several parts, only the
    /// first does.
    pub(crate) whole: bool,
    /// The wire names of the tool's other parts.
    pub(crate) siblings: &'d [&'d str],
}

#[cfg(test)]
impl<'d> DescribedTool<'d> {
    /// Returns the subject of a whole tool, or of its visible actions.
    fn for_tool(tool: &'d ToolDef, actions: &'d [&'d ActionDef], merged: &'d MergedSchema) -> Self {
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

/// A tool's description, and the text that exceeded its budget.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Description {
    /// The description, within the budget of Unicode scalar values.
    pub(crate) text: String,
    /// The text that is appended to the discriminator's description, after a blank line.
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
