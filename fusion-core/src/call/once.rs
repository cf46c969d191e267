//! Calls that run once: the claim on the key of a call, and the answer that is kept under it.
//!
//! The claim stands before everything that a repeated call must not do again: before its question, before its
//! arguments are read, and before all middleware.

mod claim;
mod codes;
mod fingerprint;
mod in_flight;
mod interruption;
mod kept_call;
mod refusal;
mod renewal;

use std::time::Duration;

use in_flight::CallsInFlight;

pub(super) use claim::{ClaimEnd, Claiming, OnceClaim, ReplyForm, claim};

use crate::{call::asking::StateKey, shared::BoxedStore};

/// The time for which a claim lasts without being renewed.
const LEASE: Duration = Duration::from_secs(30);
/// The default of the time for which a call does not run again.
const KEEP: Duration = Duration::from_secs(24 * 60 * 60);

/// The claims and the answers of calls that run once.
#[derive(Debug)]
pub(crate) struct OnceKeeper {
    store: BoxedStore,
    keep: Duration,
    in_flight: CallsInFlight,
    /// Keys the fingerprints of calls.
    secret: Option<StateKey>,
}

impl OnceKeeper {
    /// Creates a keeper. `keep` is the time for which a call does not run again, 24 hours by default. Nobody can compute
    /// a fingerprint without the `secret`, if there is one.
    pub(crate) fn new(store: BoxedStore, keep: Option<Duration>, secret: Option<StateKey>) -> Self {
        Self {
            store,
            keep: keep.unwrap_or(KEEP),
            in_flight: CallsInFlight::default(),
            secret,
        }
    }
}
