//! The questions of an action as `build()` computes them.

use super::ActionDef;
use crate::{ctx::ask::Forms, spec::Unasked};

/// The name of the argument with which a model confirms a call of a client that cannot ask.
pub(crate) const CONFIRMATION: &str = "confirmation";

/// The questions of one action.
#[derive(Clone, Debug)]
pub(crate) struct ActionAsking {
    /// The question before the action runs.
    pub(crate) confirm: Option<ConfirmText>,
    /// The behaviour for clients that cannot ask.
    pub(crate) unasked: Unasked,
    /// The forms of its parameters.
    pub(crate) forms: Forms,
}

/// The question before an action runs.
#[derive(Clone, Debug)]
pub(crate) enum ConfirmText {
    /// The parts of a sentence.
    Parts(Vec<ConfirmPart>),
    /// The author's method returns it.
    Function,
}

/// A part of a sentence with placeholders.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ConfirmPart {
    Text(String),
    /// The value of an argument, by its slot.
    Argument(usize),
}

impl ActionDef {
    /// Returns `true` if a model confirms calls with a token for a client that cannot ask.
    pub(crate) fn takes_token(&self) -> bool {
        let asking = self.asking.as_ref();
        asking.is_some_and(|asking| asking.unasked == Unasked::Token)
    }
}
