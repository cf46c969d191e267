//! The responses of the lane, byte for byte as the SDK writes them.

use rmcp::{
    ErrorData,
    model::{CallToolResult, RequestId, ServerResult},
};
use serde::Serialize;

use super::super::{convert, elicitation};
use crate::{
    ctx::Era,
    error::{CallError, Question},
    result::ToolResponse,
};

/// Writes the response to a call.
pub(in crate::wire) fn write_response(
    bytes: &mut Vec<u8>,
    id: &RequestId,
    era: Era,
    result: Result<ToolResponse, CallError>,
) {
    if let Err(CallError::Asked { questions, state }) = &result {
        return write_questions(bytes, id, questions, state);
    }
    bytes.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    write(bytes, id);
    match result {
        Ok(response) => match response.only_text() {
            Some(text) => write_text(bytes, text, era),
            None => write_result(bytes, convert::response(response), era),
        },
        Err(error) => match convert::error(&error) {
            Ok(result) => write_result(bytes, result, era),
            Err(error) => write_error(bytes, &error),
        },
    }
    bytes.push(b'}');
}

/// Writes the response to a call that asks its user.
#[cold]
fn write_questions(bytes: &mut Vec<u8>, id: &RequestId, questions: &[Question], state: &str) {
    bytes.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    write(bytes, id);
    bytes.extend_from_slice(br#","result":"#);
    write(bytes, &elicitation::input_required(questions, state));
    bytes.push(b'}');
}

/// Writes the result of most calls, which is one text, without the SDK's types.
fn write_text(bytes: &mut Vec<u8>, text: &str, era: Era) {
    bytes.extend_from_slice(br#","result":{"#);
    if era == Era::Modern {
        bytes.extend_from_slice(br#""resultType":"complete","#);
    }
    bytes.extend_from_slice(br#""content":[{"type":"text","text":"#);
    write(bytes, text);
    bytes.extend_from_slice(br#"}],"isError":false}"#);
}

/// Writes the response to a call that panicked where no panic is expected.
pub(super) fn write_internal_error(bytes: &mut Vec<u8>, id: &RequestId) {
    bytes.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    write(bytes, id);
    write_error(bytes, &ErrorData::internal_error("internal error", None));
    bytes.push(b'}');
}

fn write_result(bytes: &mut Vec<u8>, mut result: CallToolResult, era: Era) {
    bytes.extend_from_slice(br#","result":"#);
    if era == Era::Modern {
        return write(bytes, &result);
    }
    let is_plain = |content: &serde_json::Value| content.is_object();
    if result.structured_content.as_ref().is_none_or(is_plain) {
        result.result_type = None;
        return write(bytes, &result);
    }
    let mut result = ServerResult::CallToolResult(result);
    result.strip_result_type_for_legacy_peer();
    result.strip_non_object_output_for_legacy_peer();
    write(bytes, &result);
}

fn write_error(bytes: &mut Vec<u8>, error: &ErrorData) {
    bytes.extend_from_slice(br#","error":"#);
    write(bytes, error);
}

/// Writes a value whose serialization cannot fail: its keys are texts, and a vector takes all bytes.
fn write(bytes: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    if let Err(error) = serde_json::to_writer(bytes, value) {
        tracing::error!(%error, "a response cannot be written");
    }
}
