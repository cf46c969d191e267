//! Scopes: the words that rows need of their caller, the scopes that a caller was granted, and the
//! hierarchy between them.
//!
//! `build()` computes [`ScopeRules`] once; a request computes [`HeldScopes`] from what its caller was
//! granted, and a filter compares them with the scopes of each row.

mod granted;
mod rules;

pub use granted::GrantedScopes;
pub(crate) use rules::{HeldScopes, ScopeRules, ScopeSettings};

use std::sync::Arc;

use crate::ctx::Ctx;

/// A function that returns the scopes that the caller of a request was granted.
pub(crate) type ScopesFn = Arc<dyn Fn(&Ctx) -> GrantedScopes + Send + Sync>;

/// The response to a caller who lacks a scope of an action, prompt or resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scopes {
    /// The item is hidden from the caller, as by a [`Filter`](crate::Filter): it is in no list, and a call
    /// of it gets the response for an item that does not exist.
    #[default]
    Hide,
    /// The item is listed for everyone, and a call of it is refused with the names of the missing scopes, so
    /// that the client can request them.
    StepUp,
}

#[cfg(test)]
mod tests;
