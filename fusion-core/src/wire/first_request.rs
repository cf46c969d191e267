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
    malformed_arguments::{is_initialize, names_tool, opens_no_session, params_error},
    method_not_found::not_found,
    mount_wrapper::MountWrapper,
};
use crate::ctx::Era;

/// A transport that passes only requests until one of them initializes the connection: a well-formed
/// `initialize`, or a well-formed request of the modern era. A client may start with a late message for a previous
/// server, and with a request that only some servers have, before it falls back to `initialize`.
pub(super) struct FirstRequestTransport<T> {
    inner: T,
    frames: FrameSender,
    /// The versions of the protocol in which a request needs no `initialize`.
    versions: Vec<ProtocolVersion>,
    /// Knows the methods that the server supports.
    wrapper: MountWrapper,
    /// The era for which the SDK reads every message. Invariant: `Some` only if the SDK's own conditions are met,
    /// because other messages would end the connection.
    era: Option<Era>,
}

impl<T> FirstRequestTransport<T> {
    pub(super) fn new(
        inner: T,
        frames: FrameSender,
        versions: Vec<ProtocolVersion>,
        wrapper: MountWrapper,
    ) -> Self {
        Self {
            inner,
            frames,
            versions,
            wrapper,
            era: None,
        }
    }

    /// Returns the error for a request that the SDK does not get.
    fn refusal(&mut self, request: &ClientRequest) -> Option<ErrorData> {
        let meta = request.get_meta();
        let missing = meta.missing_required_keys(&ProtocolVersion::V_2026_07_28);
        match request {
            ClientRequest::CustomRequest(custom) if is_initialize(custom) => {
                return Some(params_error(custom));
            }
            // The SDK would answer it, and go on to require the `_meta` of the modern era.
            ClientRequest::InitializeRequest(_) if self.era == Some(Era::Modern) => {
                return Some(in_modern_era());
            }
            _ if self.era.is_some() => return None,
            // The SDK answers them at any time.
            ClientRequest::DiscoverRequest(_) => return None,
            ClientRequest::PingRequest(_) if !missing.is_empty() => return None,
            ClientRequest::CustomRequest(custom) if opens_no_session(custom) => {
                return Some(params_error(custom));
            }
            ClientRequest::InitializeRequest(_) => {
                self.era = Some(Era::Legacy);
                return None;
            }
            _ => {}
        }
        if !missing.is_empty() {
            return Some(not_initialized(&missing));
        }
        let version = meta.protocol_version();
        // The SDK answers a request of another version with those that there are.
        if version.is_none_or(|version| !self.versions.contains(&version)) {
            return None;
        }
        if !self.wrapper.supports(request.method(), Era::Modern) {
            return Some(not_found(request.method()));
        }
        if let ClientRequest::CustomRequest(custom) = request
            && !names_tool(custom)
        {
            return Some(params_error(custom));
        }
        self.era = Some(Era::Modern);
        None
    }
}

fn in_modern_era() -> ErrorData {
    let text = "Invalid Request: this connection is in use without `initialize`, since a request with the protocol's `_meta` was answered: go on to send `_meta` with each request, or open another connection";
    ErrorData::invalid_request(text, None)
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
                _ if self.era.is_some() => return Some(message),
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
