//! Forms of descriptions: the texts of a listed tool, from the model of what the view shows.
//!
//! A [`Form`] is a stateless function from a [`DescribedTool`] to a [`Description`].
//! [`Describe`](crate::spec::Describe) names the built-in forms;
//! [`RegistryBuilder::describe_with`](crate::RegistryBuilder::describe_with) sets another one.
//!
//! Stable are the types of this module and the meaning of their fields: a form that compiles today
//! reads the same facts tomorrow. All of them may gain fields. The exact texts of the built-in forms
//! may change in a minor version.

mod compact;
mod entry;
mod fit;
mod links;
pub(crate) mod model;
mod page;
#[cfg(feature = "toon")]
mod toon;
mod workflow;

pub(crate) use self::{
    entry::describe_action,
    links::{Link, has_link, linked},
};

use crate::{
    definition::{ActionDef, ToolDef},
    schema::Merged,
    spec::Describe,
};

/// Several actions of a tool, listed as one tool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DescribedTool<'d> {
    pub(crate) tool: &'d ToolDef,
    /// The visible actions, in source order.
    pub(crate) actions: &'d [&'d ActionDef],
    pub(crate) merged: &'d Merged,
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
    fn for_tool(tool: &'d ToolDef, actions: &'d [&'d ActionDef], merged: &'d Merged) -> Self {
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
