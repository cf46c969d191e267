//! The transport between the service of a session and the SDK's worker of it.

use std::sync::Arc;

use rmcp::{
    RoleServer,
    model::JsonRpcMessage,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::{
        Transport, WorkerTransport,
        streamable_http_server::session::local::{LocalSessionWorker, LocalSessionWorkerError},
    },
};
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::{
    super::super::{method_not_found::message_with_words, unanswered_requests::UnansweredRequests},
    session::Session,
};

/// A transport that notes the responses, and ends with its session. The server's requests that have no response
/// then are refused in the name of the client, so that no call waits for one.
pub(in crate::wire::http) struct SessionTransport {
    sdk: WorkerTransport<LocalSessionWorker>,
    session: Arc<Session>,
    unanswered: UnansweredRequests,
    /// The shutdown waits for it.
    _token: TaskTrackerToken,
}

impl SessionTransport {
    pub(super) fn new(
        sdk: WorkerTransport<LocalSessionWorker>,
        session: Arc<Session>,
        token: TaskTrackerToken,
    ) -> Self {
        Self {
            sdk,
            session,
            unanswered: UnansweredRequests::default(),
            _token: token,
        }
    }
}

impl Transport<RoleServer> for SessionTransport {
    type Error = LocalSessionWorkerError;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let message = message_with_words(message);
        self.unanswered.note_sent(&message);
        let id = match &message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        if let Some(id) = id {
            self.session.respond(id, &message);
        }
        self.sdk.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let message = tokio::select! {
            biased;
            () = self.session.ended().cancelled() => None,
            message = self.sdk.receive() => message,
        };
        match message {
            Some(message) => {
                self.unanswered.note_received(&message);
                Some(message)
            }
            None => self.unanswered.refuse_next(),
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        // The SDK's task waits for a stream that its client does not read.
        self.session.end();
        // The only error is that the task was aborted, which is the end of the runtime: nothing is left to
        // close, and the SDK would log it as an error of the server.
        if let Err(error) = self.sdk.close().await {
            tracing::debug!(%error, "the task of a session was aborted");
        }
        Ok(())
    }
}
