//! The settings of questions to the user.

#[doc(inline)]
pub use crate::call::{Seal, SealError, StateKey};
