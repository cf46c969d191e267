//! State sync: cache directives that state which results a model may keep, and invalidation notices
//! that name the stale ones after each write. This module has the policies, globs and texts; it
//! must not depend on a registry, a view or a transport.

mod cache_directive;
mod changed_resources;
mod checked_policy;
mod compiled;
mod entry_counter;
#[cfg(any(feature = "rmcp", test))]
mod foreign_names;
mod glob;
mod notice;
mod policy;
mod settings;
#[cfg(test)]
mod tests;

#[cfg(feature = "testing")]
pub(crate) use self::notice::is_notice;
#[cfg(feature = "rmcp")]
pub(crate) use self::{cache_directive::directive_within_limit, notice::INVALIDATES};
pub(crate) use self::{
    cache_directive::{common_directive, with_directive},
    changed_resources::{ChangedResource, UriPattern},
    checked_policy::{CheckedPattern, CheckedPolicy},
    compiled::{ActionSync, CompiledStateSync},
    glob::{Glob, current_notation, nearest, nearest_key, wire},
    notice::InvalidationNotice,
    settings::InvalidationHook,
};
pub use self::{
    notice::{Invalidation, Notice},
    policy::Policy,
    settings::StateSync,
};
pub use crate::spec::Cache;
