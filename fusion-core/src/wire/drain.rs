//! Ending without losing an answer.
//!
//! The SDK's own shutdown cancels the calls in flight. So the end is told to it as the end of its
//! input, and only once every request that was read has been answered, or the grace is over.

use std::{collections::HashSet, sync::Arc, time::Duration};

use rmcp::{
    RoleServer,
    model::{ClientNotification, ClientRequest, JsonRpcMessage, RequestId},
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use tokio::{
    sync::Notify,
    time::{Instant, timeout_at},
};
use tokio_util::sync::CancellationToken;

/// A transport that ends only when nothing is owed.
pub(super) struct DrainingTransport<T> {
    inner: T,
    owed: Arc<PendingRequests>,
    /// Fires when no further request shall be read.
    stop: CancellationToken,
    /// Fired when nothing is owed any more, or the grace is over.
    calls: CancellationToken,
    grace: Duration,
    // Invariant: `Some` from the moment nothing more is read. It stands here and not in `receive`,
    // because the SDK drops that future whenever it has something else to do.
    deadline: Option<Instant>,
}

impl<T> DrainingTransport<T> {
    pub(super) fn new(
        inner: T,
        stop: CancellationToken,
        calls: CancellationToken,
        grace: Duration,
    ) -> Self {
        Self {
            inner,
            owed: Arc::default(),
            stop,
            calls,
            grace,
            deadline: None,
        }
    }
}

impl<T: Transport<RoleServer>> DrainingTransport<T> {
    async fn next(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        tokio::select! {
            biased;
            () = self.stop.cancelled() => None,
            message = self.inner.receive() => message,
        }
    }

    async fn drain(&mut self, deadline: Instant) {
        if timeout_at(deadline, self.owed.nothing()).await.is_err() {
            let calls = self.owed.count();
            tracing::warn!(calls, "the grace is over; cancelling what still runs");
        }
        // And ends the subscriptions, which nobody owes an answer.
        self.calls.cancel();
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for DrainingTransport<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let answered = answered(&message);
        let sent = self.inner.send(message);
        let owed = Arc::clone(&self.owed);
        let stop = self.stop.clone();
        async move {
            let result = sent.await;
            if result.is_err() {
                // Who cannot be answered need not be heard.
                stop.cancel();
            }
            if let Some(id) = answered {
                owed.settle(&id);
            }
            result
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        if self.deadline.is_none() {
            if let Some(message) = self.next().await {
                self.owed.note(&message);
                return Some(message);
            }
            self.deadline = Some(Instant::now() + self.grace);
        }
        if let Some(deadline) = self.deadline {
            self.drain(deadline).await;
        }
        None
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

/// The requests that were read and not answered yet.
#[derive(Default)]
struct PendingRequests {
    requests: std::sync::Mutex<HashSet<RequestId>>,
    settled: Notify,
}

impl PendingRequests {
    fn note(&self, message: &RxJsonRpcMessage<RoleServer>) {
        match message {
            JsonRpcMessage::Request(request) => {
                // A subscription is answered when it ends: waiting for it would be for ever.
                let listens = matches!(
                    request.request,
                    ClientRequest::SubscriptionsListenRequest(_)
                );
                if !listens {
                    self.lock().insert(request.id.clone());
                }
            }
            JsonRpcMessage::Notification(notification) => {
                // A cancelled request is never answered.
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.settle(id);
                }
            }
            _ => {}
        }
    }

    fn settle(&self, id: &RequestId) {
        self.lock().remove(id);
        self.settled.notify_waiters();
    }

    fn count(&self) -> usize {
        self.lock().len()
    }

    async fn nothing(&self) {
        loop {
            // Made before the look, so that what settles in between is not missed.
            let settled = self.settled.notified();
            if self.count() == 0 {
                return;
            }
            settled.await;
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashSet<RequestId>> {
        // A poisoned set is still a set of ids.
        self.requests
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn answered(message: &TxJsonRpcMessage<RoleServer>) -> Option<RequestId> {
    match message {
        JsonRpcMessage::Response(response) => Some(response.id.clone()),
        JsonRpcMessage::Error(error) => error.id.clone(),
        _ => None,
    }
}
