//! Bodies that are no JSON-RPC message. The SDK answers them with a status for other media types, or as
//! if they were notifications.

use http::{HeaderMap, HeaderValue, Response, StatusCode, header::CONTENT_TYPE};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, JsonRpcMessage, ServerJsonRpcMessage};

use super::{
    super::{
        malformed_arguments::{is_initialize, list_error, params_error},
        malformed_message::{Envelope, MessageFault, error_answer, is_no_notification},
    },
    sdk_body::SdkResponse,
};

/// Returns whether the headers announce JSON.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| {
        let name = kind.split_once(';').map_or(kind, |(name, _)| name);
        name.trim().eq_ignore_ascii_case("application/json")
    })
}

/// Returns the response to a body that the SDK did not parse, or `None` if it is a message.
pub(super) fn unparsed(body: &[u8]) -> Option<SdkResponse> {
    let error = serde_json::from_slice::<ClientJsonRpcMessage>(body).err()?;
    let envelope = Envelope::read(body);
    let fault = MessageFault::of(body, &envelope, error);
    Some(bad_request(&envelope, &fault))
}

/// Returns the response to a body that the SDK took for a notification although it has an id.
pub(super) fn unanswered(body: &[u8]) -> Option<SdkResponse> {
    let envelope = Envelope::read(body);
    if !envelope.is_request() {
        return None;
    }
    match serde_json::from_slice::<ClientJsonRpcMessage>(body) {
        Ok(JsonRpcMessage::Notification(message)) if is_no_notification(&message.notification) => {
            Some(bad_request(
                &envelope,
                &MessageFault::of_shape(body, &envelope),
            ))
        }
        _ => None,
    }
}

/// Returns the response to a malformed `initialize`, for which the SDK demands a session.
pub(super) fn not_initialized(body: &[u8]) -> Option<SdkResponse> {
    let Ok(JsonRpcMessage::Request(request)) = serde_json::from_slice::<ClientJsonRpcMessage>(body)
    else {
        return None;
    };
    let ClientRequest::CustomRequest(custom) = &request.request else {
        return None;
    };
    let error = is_initialize(custom).then(|| params_error(custom))?;
    let error = ServerJsonRpcMessage::error(error, Some(request.id));
    Some(json_response(serde_json::to_vec(&error).ok()?))
}

/// Returns the response to a list with malformed parameters, which the SDK ignores.
pub(super) fn list_refused(body: &[u8]) -> Option<SdkResponse> {
    // The names of all such methods end so.
    memchr::memmem::find(body, b"/list\"")?;
    let error = MessageFault::Request(Box::new(list_error(body)?));
    let response = json_response(error_answer(&Envelope::read(body), &error));
    Some(response)
}

fn bad_request(envelope: &Envelope, fault: &MessageFault) -> SdkResponse {
    tracing::warn!(%fault, "the body of a request is no message");
    let mut response = json_response(error_answer(envelope, fault));
    *response.status_mut() = StatusCode::BAD_REQUEST;
    response
}

fn json_response(body: Vec<u8>) -> SdkResponse {
    let mut response = Response::new(body.into());
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}
