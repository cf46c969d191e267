//! Graceful shutdown of a byte-stream transport.
//!
//! The SDK's own shutdown cancels the calls in flight. This transport therefore reports the end of
//! input to the SDK, after every request that was read has its response, or the grace period is over.
//! It knows the requests in flight, and so it also refuses a second one with the id of one of them.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use rmcp::{
    ErrorData, RoleServer,
    model::{ClientNotification, ClientRequest, JsonRpcMessage, RequestId},
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use tokio::{
    sync::Notify,
    time::{Instant, timeout_at},
};
use tokio_util::sync::CancellationToken;

use super::{frames::FrameSender, line_transport::frame};

/// A transport that ends after all pending requests have their responses.
pub(super) struct DrainingTransport<T> {
    inner: T,
    frames: FrameSender,
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
        frames: FrameSender,
        stop: CancellationToken,
        calls: CancellationToken,
        grace: Duration,
    ) -> Self {
        Self {
            inner,
            frames,
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

    /// Answers a request whose id is that of a request in flight. The SDK would lose the response of one
    /// of the two.
    fn refuse(&self, id: RequestId) {
        let error = in_flight(&id);
        let answer = TxJsonRpcMessage::<RoleServer>::error(error, Some(id));
        // A failure of the writer ends the reading.
        let _ = frame(&answer).and_then(|answer| self.frames.push(answer));
    }

    async fn drain(&mut self, deadline: Instant) {
        let answered = async {
            self.pending.none_pending().await;
            // A client that cannot be written to any more gets no response.
            let _ = self.frames.is_empty().await;
        };
        if timeout_at(deadline, answered).await.is_err() {
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
        // The client may use the id again as soon as it has read the response.
        let sending = response_id(&message).map(|id| self.pending.begin_response(&id));
        let sent = self.inner.send(message);
        let stop = self.stop.clone();
        async move {
            let result = sent.await;
            if result.is_err() {
                // A client that cannot receive responses can send no further requests.
                stop.cancel();
            }
            drop(sending);
            result
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        if self.deadline.is_none() {
            while let Some(message) = self.next().await {
                let Err(id) = self.pending.note(&message) else {
                    return Some(message);
                };
                self.refuse(id);
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

/// Returns the error for a request whose id is that of a request in flight.
pub(super) fn in_flight(id: &RequestId) -> ErrorData {
    let text = format!("Invalid Request: a request with the id {id} is in flight");
    ErrorData::invalid_request(text, None)
}

/// The requests that were read and have no response yet.
#[derive(Default)]
struct PendingRequests {
    requests: Mutex<Requests>,
    settled: Notify,
}

#[derive(Default)]
struct Requests {
    in_flight: HashMap<RequestId, Owed>,
    /// The number of responses that are not in the writer's queue yet.
    sending: usize,
}

#[derive(PartialEq)]
enum Owed {
    /// A response as soon as there is one.
    Soon,
    /// A response when the subscription ends, so waiting for it would not return.
    AtItsEnd,
}

/// A response on its way to the writer.
struct Sending(Arc<PendingRequests>);

impl Drop for Sending {
    fn drop(&mut self) {
        self.0.lock().sending -= 1;
        self.0.settled.notify_waiters();
    }
}

impl PendingRequests {
    /// Remembers a request. Returns its id if a request with this id is in flight.
    fn note(&self, message: &RxJsonRpcMessage<RoleServer>) -> Result<(), RequestId> {
        match message {
            JsonRpcMessage::Request(request) => {
                let owed = match request.request {
                    ClientRequest::SubscriptionsListenRequest(_) => Owed::AtItsEnd,
                    _ => Owed::Soon,
                };
                match self.lock().in_flight.entry(request.id.clone()) {
                    Entry::Occupied(other) => return Err(other.key().clone()),
                    Entry::Vacant(free) => free.insert(owed),
                };
            }
            JsonRpcMessage::Notification(notification) => {
                // A cancelled request gets no response.
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.lock().in_flight.remove(id);
                    self.settled.notify_waiters();
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn begin_response(self: &Arc<Self>, id: &RequestId) -> Sending {
        let mut requests = self.lock();
        requests.in_flight.remove(id);
        requests.sending += 1;
        Sending(Arc::clone(self))
    }

    fn count(&self) -> usize {
        let requests = self.lock();
        let owed = requests.in_flight.values();
        requests.sending + owed.filter(|owed| **owed == Owed::Soon).count()
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

    fn lock(&self) -> MutexGuard<'_, Requests> {
        // The requests behind a poisoned lock are still valid.
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn response_id(message: &TxJsonRpcMessage<RoleServer>) -> Option<RequestId> {
    match message {
        JsonRpcMessage::Response(response) => Some(response.id.clone()),
        JsonRpcMessage::Error(error) => error.id.clone(),
        _ => None,
    }
}
