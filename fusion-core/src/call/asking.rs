//! The state of a call that asks its user: sealed, carried by the client, and opened once.

mod binding;
mod keeper;
mod principal;
mod seal;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use binding::CallBinding;
pub(crate) use keeper::StateKeeper;
pub(crate) use principal::Principal;
pub(crate) use seal::{BoxedSeal, ProcessKey};
pub use seal::{Seal, SealError, StateKey};
pub(crate) use state::{AskedState, StateError};
