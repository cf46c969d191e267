//! The reader of call arguments. It moves each value once, and collects all problems without
//! formatting them. A view formats them, because only it knows what its caller may see.

mod ahead;
#[cfg(feature = "ask")]
mod answer;
mod argument_plans;
mod call_problems;
mod default;
mod expected;
mod given_input;
mod marks;
mod plan;
mod reader;
mod refusal;
mod result_check;
mod sent_arguments;
#[cfg(test)]
mod tests;
mod walk;

/// The replacement of a secret in arguments that programs see.
pub(crate) const REDACTED: &str = "[secret]";

pub(crate) use ahead::{CallArguments, CheckedArguments, OwnedRules};
#[cfg(feature = "ask")]
pub(crate) use answer::read_answer;
pub(crate) use argument_plans::{ArgumentPlans, ReadingRules};
#[cfg(feature = "cli")]
pub(crate) use call_problems::call_problems;
pub(crate) use call_problems::refusal_reasons;
pub use default::{FromText, GivenSchema, HideDefault, PublishDefault, PublishedDefault, given};
pub(crate) use expected::{expected, span};
pub(crate) use marks::{
    ALIAS, INTEGER_KEYS, MARKS, NULL_IS_VALUE, VALUE_ALIASES, alias_names, is_integer_pattern,
    value_aliases,
};
pub(crate) use plan::{Plan, needs_backtracking};
pub use reader::{Args, Argument, Readable, Slot};
pub(crate) use reader::{ReaderNotes, inner_none};
pub(crate) use refusal::refusal;
pub(crate) use result_check::ResultCheck;
pub(crate) use sent_arguments::SentArguments;
#[cfg(test)]
pub(crate) use sent_arguments::forms;
pub(crate) use walk::Repair;
