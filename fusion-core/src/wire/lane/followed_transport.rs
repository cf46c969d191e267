//! The messages that the SDK gets, as far as the lane must know them.

use rmcp::{
    RoleServer,
    model::{ClientNotification, JsonRpcMessage},
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};

use super::stream::StreamLane;

/// A transport that shows each message to the lane before the SDK gets it.
pub(in crate::wire) struct FollowedTransport<T> {
    inner: T,
    lane: Option<StreamLane>,
}

impl<T> FollowedTransport<T> {
    pub(in crate::wire) fn new(inner: T, lane: Option<StreamLane>) -> Self {
        Self { inner, lane }
    }

    /// Returns true if a message is the cancellation of a call in the lane, which the SDK does not know.
    fn is_for_lane(&self, message: &RxJsonRpcMessage<RoleServer>) -> bool {
        let Some(lane) = &self.lane else {
            return false;
        };
        if let JsonRpcMessage::Notification(notification) = message
            && let ClientNotification::CancelledNotification(cancelled) = &notification.notification
        {
            let id = cancelled.params.request_id.as_ref();
            return id.is_some_and(|id| lane.cancel(id));
        }
        lane.follow(message);
        false
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for FollowedTransport<T> {
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
            if !self.is_for_lane(&message) {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
