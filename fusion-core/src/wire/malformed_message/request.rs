//! The fault of an object that has the members of a request and is none.

use serde::Deserialize;
use serde_json::Value;

use super::{super::malformed_arguments::structure_error, Envelope, MessageFault};

/// The members of a request, as they were sent.
#[derive(Deserialize)]
struct RequestMembers {
    jsonrpc: Option<Value>,
    method: Option<Value>,
    params: Option<Value>,
}

/// Returns the first fault of an object with `method`, whose id is a good one.
pub(super) fn fault(text: &[u8], envelope: &Envelope) -> MessageFault {
    if envelope.has_outcome {
        return MessageFault::Shape("a request has neither `result` nor `error`");
    }
    let Ok(members) = serde_json::from_slice::<RequestMembers>(text) else {
        return MessageFault::Shape(
            "`jsonrpc` must be \"2.0\", `method` a string, and `params` an object, each of them once",
        );
    };
    if members.jsonrpc.is_none_or(|version| version != "2.0") {
        return MessageFault::Shape("`jsonrpc` must be \"2.0\"");
    }
    let Some(Value::String(method)) = members.method else {
        return MessageFault::Shape("`method` must be a string");
    };
    match structure_error(&method, members.params.as_ref()) {
        Some(error) => MessageFault::Request(Box::new(error)),
        None => MessageFault::Shape("its members are not those of a request"),
    }
}
