//! State sync: a model is told which results it may keep, and after each write which ones are
//! stale. Policies, globs and texts; nothing here knows a registry, a view or a transport.

mod engine;
mod glob;
mod list;
mod notice;
mod policy;
mod probe;
#[cfg(any(feature = "rmcp", test))]
mod remembered;
mod rule;
#[cfg(test)]
mod tests;
mod touched;

pub(crate) use self::{
    engine::{Engine, Freshness},
    glob::{Glob, in_notation, nearest, nearest_key, wire},
    list::{agreed, marked},
    notice::Notice,
    rule::{Rule, Target},
    touched::{Touched, Touches},
};
#[cfg(feature = "rmcp")]
pub(crate) use self::{list::marked_whole, notice::INVALIDATES};
pub use self::{
    notice::Invalidation,
    policy::{Policy, StateSync},
};
