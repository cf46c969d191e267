//! State sync: a model is told which results it may keep, and after each write which ones are
//! stale. Policies, globs and texts; nothing here knows a registry, a view or a transport.

mod cache_directive;
mod changed_resources;
mod engine;
#[cfg(any(feature = "rmcp", test))]
mod foreign_names;
mod glob;
mod notice;
mod policy;
mod probe;
mod rule;
#[cfg(test)]
mod tests;

#[cfg(feature = "rmcp")]
pub(crate) use self::{cache_directive::marked_whole, notice::INVALIDATES};
pub(crate) use self::{
    cache_directive::{agreed, marked},
    changed_resources::{ChangedResource, UriPattern},
    engine::{ActionSync, CompiledStateSync},
    glob::{Glob, in_notation, nearest, nearest_key, wire},
    notice::Notice,
    rule::{CheckedPattern, CheckedPolicy},
};
pub use self::{
    notice::Invalidation,
    policy::{Policy, StateSync},
};
pub use crate::spec::Cache;
