//! Graceful shutdown of a byte-stream transport.
//!
//! The SDK's own shutdown cancels the calls in flight. This transport therefore reports the end of
//! input to the SDK, after every request that was read has its response, or the grace period is over.

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

/// A transport that ends after all pending requests have their responses.
pub(super) struct DrainingTransport<T> {
    inner: T,
    pending: Arc<PendingRequests>,
    /// Fires to stop reading requests.
    stop: CancellationToken,
    /// Cancelled by this transport when no request is pending, or the grace period is over.
    calls: CancellationToken,
    grace: Duration,
    // Invariant: `Some` as soon as reading has stopped. It is a field and not a local of `receive`,
    // because the SDK drops that future whenever it has other work.
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
            pending: Arc::default(),
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
        if timeout_at(deadline, self.pending.none_pending())
            .await
            .is_err()
        {
            let calls = self.pending.count();
            tracing::warn!(calls, "the grace is over; cancelling what still runs");
        }
        // This also ends the subscriptions, which are not pending requests.
        self.calls.cancel();
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for DrainingTransport<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let answered = response_id(&message);
        let sent = self.inner.send(message);
        let pending = Arc::clone(&self.pending);
        let stop = self.stop.clone();
        async move {
            let result = sent.await;
            if result.is_err() {
                // A client that cannot receive responses can send no further requests.
                stop.cancel();
            }
            if let Some(id) = answered {
                pending.settle(&id);
            }
            result
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        if self.deadline.is_none() {
            if let Some(message) = self.next().await {
                self.pending.note(&message);
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

/// The requests that were read and have no response yet.
#[derive(Default)]
struct PendingRequests {
    requests: std::sync::Mutex<HashSet<RequestId>>,
    settled: Notify,
}

impl PendingRequests {
    fn note(&self, message: &RxJsonRpcMessage<RoleServer>) {
        match message {
            JsonRpcMessage::Request(request) => {
                // A subscription gets its response when it ends, so waiting for it would not return.
                let listens = matches!(
                    request.request,
                    ClientRequest::SubscriptionsListenRequest(_)
                );
                if !listens {
                    self.lock().insert(request.id.clone());
                }
            }
            JsonRpcMessage::Notification(notification) => {
                // A cancelled request gets no response.
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

    async fn none_pending(&self) {
        loop {
            // The future is created before the check, so that a request that settles in between
            // notifies it.
            let settled = self.settled.notified();
            if self.count() == 0 {
                return;
            }
            settled.await;
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashSet<RequestId>> {
        // The set behind a poisoned lock is still valid.
        self.requests
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn response_id(message: &TxJsonRpcMessage<RoleServer>) -> Option<RequestId> {
    match message {
        JsonRpcMessage::Response(response) => Some(response.id.clone()),
        JsonRpcMessage::Error(error) => error.id.clone(),
        _ => None,
    }
}
