//! The state of a call that asks its user: sealed, carried by the client, and opened once.

mod binding;
mod confirm;
mod keeper;
mod prepare;
mod principal;
mod quote;
mod run;
mod seal;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use binding::{ArgumentsDigest, CallBinding};
pub(super) use confirm::confirm;
pub(crate) use keeper::{StateIdentity, StateKeeper};
pub(super) use prepare::{PreparedAsking, counted_arguments, prepare_asking, take_tokens};
pub(crate) use principal::Principal;
pub use quote::quote;
pub(super) use run::run_asking;
use run::{refused_state, state_error};
pub(crate) use seal::{BoxedSeal, ProcessKey};
pub use seal::{Seal, SealError, StateKey};
pub(crate) use state::{AskedState, StateError};
