//! The first message of a connection.

use rmcp::{
    RoleServer,
    model::JsonRpcMessage,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};

/// A transport that drops messages before the first request. The SDK closes a connection that starts
/// with another message, and a client may start with a late notification for a previous server.
pub(super) struct FirstRequestTransport<T> {
    inner: T,
    open: bool,
}

impl<T> FirstRequestTransport<T> {
    pub(super) fn new(inner: T) -> Self {
        Self { inner, open: false }
    }
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
            self.open |= matches!(message, JsonRpcMessage::Request(_));
            if self.open {
                return Some(message);
            }
            tracing::debug!("dropped a message that came before any request");
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
