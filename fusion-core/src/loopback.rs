//! A client of a server in the same process: it sends the messages of the protocol over a pipe in memory or through
//! the router, in either era. It knows no assertions and no terminal; `testing` and `cli` are its users.

mod link;
mod listed_actions;
mod pending_call;
mod session;

use std::sync::Arc;

use serde_json::Value;

#[cfg(feature = "http")]
pub(crate) use self::link::HttpLink;
#[cfg(feature = "testing")]
pub(crate) use self::{
    link::Exchange,
    listed_actions::keys,
    session::{ClientRequest, response},
};
pub(crate) use self::{
    link::{LoopbackLink, StreamLink},
    listed_actions::{CallTarget, list},
    pending_call::{CallStep, PendingCall},
    session::{Introduction, LoopbackSession, is_question},
};

/// Answers a question of the server in place of its user: from the parameters of `elicitation/create` to its result.
/// `None` leaves the question without an answer.
pub(crate) type AnswerQuestion = Arc<dyn Fn(&Value) -> Option<Value> + Send + Sync>;

/// The capability of a client that shows forms to its user.
pub(crate) const ELICITATION: &str = "elicitation";
