//! The text of "method not found" errors: `Method not found: prompts/list`. The SDK writes the name of
//! the method only.

use std::borrow::Cow;

use rmcp::{
    ErrorData, RoleServer,
    model::{ConstString, ErrorCode, JsonRpcError, JsonRpcMessage},
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};

use crate::error::{cut, on_one_line};

/// Returns the error for a method that the server does not have.
pub(super) fn unsupported_method<M: ConstString>() -> ErrorData {
    not_found(M::VALUE)
}

/// Returns the error for a method that the server does not have.
pub(super) fn not_found(method: &str) -> ErrorData {
    let text = format!("Method not found: {}", on_one_line(&cut(method)));
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, text, None)
}

/// Returns the error with words if its text is the name of a method only. The SDK refuses some methods
/// before it calls the handler; other texts contain spaces, which no name has. A client may send any text
/// as a name.
fn error_with_words(mut error: ErrorData) -> ErrorData {
    if error.code != ErrorCode::METHOD_NOT_FOUND {
        return error;
    }
    let is_name = !error.message.is_empty() && !error.message.contains(char::is_whitespace);
    if is_name {
        error.message = not_found(&error.message).message;
    } else if let Cow::Owned(escaped) = on_one_line(&error.message) {
        error.message = escaped.into();
    }
    error
}

/// Returns the answer with words if it is the SDK's error for a method that the server does not have.
pub(super) fn answer_with_words(mut answer: JsonRpcError) -> JsonRpcError {
    answer.error = error_with_words(answer.error);
    answer
}

/// Returns the message with words if it is the SDK's error for a method that the server does not have.
pub(super) fn message_with_words(
    message: TxJsonRpcMessage<RoleServer>,
) -> TxJsonRpcMessage<RoleServer> {
    match message {
        JsonRpcMessage::Error(answer) => JsonRpcMessage::Error(answer_with_words(answer)),
        other => other,
    }
}

/// A transport that sends "method not found" errors with words.
pub(super) struct WordedErrors<T>(pub(super) T);

impl<T: Transport<RoleServer>> Transport<RoleServer> for WordedErrors<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.0.send(message_with_words(message))
    }

    fn receive(&mut self) -> impl Future<Output = Option<RxJsonRpcMessage<RoleServer>>> + Send {
        self.0.receive()
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send {
        self.0.close()
    }
}
