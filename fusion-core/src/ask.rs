//! The settings of questions to the user (feature `ask`).

#[doc(inline)]
pub use crate::{
    call::{Seal, SealError, StateKey, quote},
    ctx::{Answer, Ask, AskFuture, Confirmation},
    error::Question,
    spec::{Confirm, Unasked},
};
