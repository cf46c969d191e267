//! The texts that a model reads in the list: one strategy a file, each a stateless function.

mod links;
mod sentence;
mod workflow;

pub(crate) use links::{Link, has_link, linked};
pub(crate) use sentence::{first_sentence, followed_by, one_line};
pub(crate) use workflow::workflow;
