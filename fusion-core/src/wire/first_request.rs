//! The messages before a connection is initialized. The SDK ends a connection on which anything but a
//! request comes before that.

use rmcp::{
    ErrorData, RoleServer,
    model::{ClientRequest, GetMeta, JsonRpcMessage, ProtocolVersion},
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};

use super::{
    frames::FrameSender,
    line_transport::frame,
    malformed_arguments::{is_initialize, opens_no_session, params_error},
};

/// A transport that passes only requests until one of them initializes the connection: a well-formed
/// `initialize`, or a request of the modern era. A client may start with a late message for a previous
/// server.
pub(super) struct FirstRequestTransport<T> {
    inner: T,
    frames: FrameSender,
    /// The versions of the protocol in which a request needs no `initialize`.
    versions: Vec<ProtocolVersion>,
    /// The SDK reads every message. Invariant: true only if the SDK's own conditions are met, because
    /// other messages would end the connection.
    is_open: bool,
}

impl<T> FirstRequestTransport<T> {
    pub(super) fn new(inner: T, frames: FrameSender, versions: Vec<ProtocolVersion>) -> Self {
        Self {
            inner,
            frames,
            versions,
            is_open: false,
        }
    }

    /// Returns the error for a request that the SDK does not get.
    fn refusal(&mut self, request: &ClientRequest) -> Option<ErrorData> {
        match request {
            ClientRequest::CustomRequest(custom) if is_initialize(custom) => {
                return Some(params_error(custom));
            }
            _ if self.is_open => return None,
            // The SDK answers them at any time.
            ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => return None,
            ClientRequest::CustomRequest(custom) if opens_no_session(custom) => {
                return Some(params_error(custom));
            }
            ClientRequest::InitializeRequest(_) => {
                self.is_open = true;
                return None;
            }
            _ => {}
        }
        let meta = request.get_meta();
        let missing = meta.missing_required_keys(&ProtocolVersion::V_2026_07_28);
        if !missing.is_empty() {
            return Some(not_initialized(&missing));
        }
        let version = meta.protocol_version();
        // The SDK answers a request of another version with those that there are.
        self.is_open = version.is_some_and(|version| self.versions.contains(&version));
        None
    }
}

fn not_initialized(missing: &[&str]) -> ErrorData {
    let missing = missing.join(", ");
    let text = format!(
        "the connection is not initialized: send `initialize` first, or the protocol's `_meta` with each request, of which this one lacks {missing}"
    );
    ErrorData::invalid_params(text, None)
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for FirstRequestTransport<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let message = self.inner.receive().await?;
            match &message {
                JsonRpcMessage::Request(request) => {
                    let Some(error) = self.refusal(&request.request) else {
                        return Some(message);
                    };
                    let id = Some(request.id.clone());
                    let answer = TxJsonRpcMessage::<RoleServer>::error(error, id);
                    // A failure of the writer ends the reading.
                    let _ = frame(&answer).and_then(|answer| self.frames.push(answer));
                }
                _ if self.is_open => return Some(message),
                _ => tracing::warn!(
                    kind = kind(&message),
                    "dropped a message that came before the connection was initialized"
                ),
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

fn kind(message: &RxJsonRpcMessage<RoleServer>) -> &'static str {
    match message {
        JsonRpcMessage::Request(_) => "request",
        JsonRpcMessage::Notification(_) => "notification",
        JsonRpcMessage::Response(_) => "response",
        JsonRpcMessage::Error(_) => "error",
    }
}
