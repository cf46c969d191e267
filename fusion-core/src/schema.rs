//! Schemas: made portable leaf by leaf, merged action by action. Stateless functions, called from
//! `build()` and from views that are made later; never from a call.

mod merge;
mod portable;
mod words;

#[cfg(test)]
pub(crate) mod fixture;

pub(crate) use merge::{Conflict, Merged, merge};
pub(crate) use portable::{input_leaf, output_schema};
