//! The texts that a model reads in the list: one strategy a file, each a stateless function.

mod sentence;
mod workflow;

pub(crate) use sentence::{first_sentence, followed_by, one_line};
pub(crate) use workflow::workflow;
