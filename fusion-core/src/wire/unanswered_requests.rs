//! The requests of the server to a client that have no response yet. After the end of the connection none of them
//! gets one.

use std::collections::HashSet;

use rmcp::{
    ErrorData, RoleServer,
    model::{JsonRpcMessage, RequestId, ServerNotification},
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
};

/// The ids of the requests of the server on one connection.
#[derive(Default)]
pub(super) struct UnansweredRequests(HashSet<RequestId>);

impl UnansweredRequests {
    /// Notes a message to the client: a request, or the withdrawal of one.
    pub(super) fn note_sent(&mut self, message: &TxJsonRpcMessage<RoleServer>) {
        match message {
            JsonRpcMessage::Request(request) => {
                self.0.insert(request.id.clone());
            }
            JsonRpcMessage::Notification(notification) => {
                if let ServerNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.0.remove(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
    }

    /// Notes a message of the client: a response, maybe.
    pub(super) fn note_received(&mut self, message: &RxJsonRpcMessage<RoleServer>) {
        let id = match message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        if let Some(id) = id {
            self.0.remove(id);
        }
    }

    /// Takes a request, and returns the response for it, in the name of a client that can send none any more.
    pub(super) fn refuse_next(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let id = self.0.iter().next()?.clone();
        self.0.remove(&id);
        let error = ErrorData::internal_error("it has closed the connection", None);
        Some(RxJsonRpcMessage::<RoleServer>::error(error, Some(id)))
    }
}
