//! The state of a call that asks its user: sealed, carried by the client, and opened once.

mod binding;
mod confirm;
mod keeper;
mod prepare;
mod principal;
mod run;
mod seal;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use binding::{ArgumentsDigest, CallBinding};
pub(super) use confirm::confirm;
pub(crate) use keeper::StateKeeper;
pub(super) use prepare::{PreparedAsking, prepare};
pub(crate) use principal::Principal;
use run::refused_state;
pub(super) use run::run_asking;
pub(crate) use seal::{BoxedSeal, ProcessKey};
pub use seal::{Seal, SealError, StateKey};
pub(crate) use state::{AskedState, StateError};
