//! The keys of issuers: their algorithms, their sets, and the requests for them.

mod discovery;
mod fetch;
mod key_set;
mod key_source;
mod public_key;

pub(super) use fetch::{is_allowed_url, loopback};
pub(super) use key_set::{IssuerKey, KeyFailure, KeySet};
pub(super) use key_source::{KeyPlace, KeySource};
pub(super) use public_key::SignatureAlgorithm;
