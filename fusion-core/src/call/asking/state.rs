//! The state of a call between two rounds of questions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The state of a call between two rounds of questions. A place is the text that names one question of the call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct AskedState {
    /// The number of rounds that asked.
    #[serde(rename = "r")]
    pub(crate) round: u8,
    /// The answers of earlier rounds, by their places.
    #[serde(rename = "a", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) answers: BTreeMap<String, Value>,
    /// The places of the questions that this round sends, in order.
    #[serde(rename = "p", default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) pending: Vec<String>,
    /// The results of steps that run once, by their names.
    #[serde(rename = "o", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) once: BTreeMap<String, Value>,
}

/// The reason why a state or a token is refused. Its text is for the model, and tells nothing about what is inside.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StateError {
    /// It was changed, was made for another call or another caller, or was sealed with another key.
    #[error(
        "the answer belongs to no question of this call: repeat the call without `requestState`, with the arguments \
         unchanged between question and answer"
    )]
    Invalid,
    /// Its time is over.
    #[error("the question is too old: repeat the call without `requestState`, to be asked again")]
    Expired,
    /// It was used before.
    #[error(
        "this answer was used already: repeat the call without `requestState`, to be asked again"
    )]
    Used,
    /// The token fits no question of this call.
    #[error(
        "`confirmation` does not fit this call: call without it, with the final arguments, to get a new one, and ask \
         the user before you repeat the call with it"
    )]
    WrongToken,
    /// The answers and kept results are too large.
    #[error("the state is too large")]
    TooLarge,
    /// The store or the seal failed.
    #[error("answers cannot be kept at the moment")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}
