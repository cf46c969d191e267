//! The workflow form: a first line, then one line an action.

mod entry;
mod fit;
mod page;
#[cfg(test)]
mod tests;

use self::{
    fit::fit,
    page::{Page, alone},
};
use crate::{
    definition::{ActionDef, ToolDef},
    schema::Merged,
};

/// A tool's description and what did not fit into it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Description {
    /// At most `budget` Unicode scalar values, unless there is no discriminator to overflow to.
    pub(crate) text: String,
    /// What goes to the discriminator's description, after a blank line.
    pub(crate) overflow: Option<String>,
}

/// Describes the visible `actions` of `tool`; `discriminator` is `None` where the listed tool has
/// none.
pub(crate) fn workflow(
    tool: &ToolDef,
    actions: &[&ActionDef],
    merged: &Merged,
    discriminator: Option<&str>,
    budget: usize,
) -> Description {
    match (discriminator, actions) {
        (Some(discriminator), _) => fit(&Page::new(tool, actions, merged), discriminator, budget),
        (None, [action]) => Description {
            text: alone(action),
            overflow: None,
        },
        (None, _) => {
            let page = Page::new(tool, actions, merged);
            Description {
                text: page.whole(&page.first_line()),
                overflow: None,
            }
        }
    }
}
