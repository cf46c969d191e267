//! The begin of a connection over a byte stream, as far as the lane must know it.

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicU8, Ordering},
};

use rmcp::{
    RoleServer,
    model::{
        ClientNotification, ClientRequest, GetMeta, InitializeRequestParams, JsonRpcMessage,
        ProtocolVersion,
    },
    service::RxJsonRpcMessage,
};
use serde_json::Value;

use crate::ctx::{Client, Era};

const NOTHING: u8 = 0;
/// The client has sent `initialize`, and not `notifications/initialized`.
const GREETED: u8 = 1;
const LEGACY: u8 = 2;
const MODERN: u8 = 3;
/// The client began twice. Its calls are the SDK's to answer.
const UNCLEAR: u8 = 4;

/// The begin of a connection. The SDK handles it; this follows the messages on their way there.
#[derive(Default)]
pub(super) struct Handshake {
    state: AtomicU8,
    client: OnceLock<Arc<Client>>,
}

impl Handshake {
    /// Returns the era of the connection as soon as the SDK serves calls of it.
    pub(super) fn era(&self) -> Option<Era> {
        match self.state.load(Ordering::Acquire) {
            LEGACY => Some(Era::Legacy),
            MODERN => Some(Era::Modern),
            _ => None,
        }
    }

    /// Returns the client of the handshake.
    pub(super) fn client(&self) -> Option<Arc<Client>> {
        self.client.get().cloned()
    }

    /// Follows a message that the SDK gets next.
    pub(super) fn follow(&self, message: &RxJsonRpcMessage<RoleServer>) {
        let state = self.state.load(Ordering::Acquire);
        let next = match message {
            JsonRpcMessage::Request(request) => match &request.request {
                ClientRequest::InitializeRequest(hello) if state == NOTHING => {
                    self.greet(&hello.params)
                }
                ClientRequest::InitializeRequest(_) => UNCLEAR,
                ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => state,
                other if state == NOTHING && is_complete(other) => MODERN,
                _ => state,
            },
            JsonRpcMessage::Notification(notification) => match &notification.notification {
                ClientNotification::InitializedNotification(_) if state == GREETED => LEGACY,
                _ => state,
            },
            _ => state,
        };
        self.state.store(next, Ordering::Release);
    }

    fn greet(&self, hello: &InitializeRequestParams) -> u8 {
        let version = &hello.protocol_version;
        if !version.has_initialize() || !ProtocolVersion::KNOWN_VERSIONS.contains(version) {
            return UNCLEAR;
        }
        let mut client = Client::new(&*hello.client_info.name, &*hello.client_info.version);
        if let Ok(Value::Object(capabilities)) = serde_json::to_value(&hello.capabilities) {
            client.capabilities = capabilities;
        }
        let _ = self.client.set(Arc::new(client));
        GREETED
    }
}

/// Returns whether a request has what the modern era requires, so that the SDK begins without a handshake.
fn is_complete(request: &ClientRequest) -> bool {
    let meta = request.get_meta();
    meta.protocol_version() == Some(ProtocolVersion::V_2026_07_28)
        && meta
            .missing_required_keys(&ProtocolVersion::V_2026_07_28)
            .is_empty()
}
