//! Forms of descriptions: the texts of a listed tool, from a model of what the view shows.
//!
//! A [`Form`] is a stateless function from a [`DescribedTool`] to a [`Description`].
//! [`Describe`] names the built-in forms, which are functions of this module.
//! [`RegistryBuilder::describe_with`](crate::RegistryBuilder::describe_with) sets another one.
//!
//! The types of this module and the meaning of their fields are stable; each may gain fields. The
//! exact texts of the built-in forms may change in a minor version.

mod brief;
mod compact;
mod entry;
mod fit;
#[cfg(test)]
mod fixture;
mod gather;
mod links;
pub(crate) mod model;
mod page;
mod signature;
#[cfg(feature = "toon")]
mod toon;
mod workflow;

#[cfg(feature = "toon")]
pub use self::toon::toon;
pub use self::{
    brief::brief,
    compact::compact,
    model::{
        DescribedAction, DescribedArgument, DescribedField, DescribedModule, DescribedTool,
        Description, FieldUse, Form, SafetyClass, SafetyPart,
    },
    workflow::workflow,
};
pub(crate) use self::{
    entry::{brief_text, describe_action, with_mark},
    gather::ListedGroup,
    links::{Link, has_link, replace_all_links},
    model::ChosenForm,
    page::TOON_RESULTS,
    signature::{LEGEND, write_signature},
};
pub use crate::schema::OPAQUE_TOKENS;

use crate::spec::Describe;

/// Returns the function of a form.
pub(crate) fn form(chosen: ChosenForm) -> Form {
    match chosen {
        ChosenForm::Custom(form) => form,
        ChosenForm::BuiltIn(Describe::Workflow) => workflow,
        ChosenForm::BuiltIn(Describe::Compact) => compact,
        ChosenForm::BuiltIn(Describe::Brief) => brief,
        #[cfg(feature = "toon")]
        ChosenForm::BuiltIn(Describe::Toon) => toon,
    }
}
