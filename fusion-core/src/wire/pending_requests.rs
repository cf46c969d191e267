//! The requests of a byte stream that were read and have no response yet.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rmcp::{
    ErrorData,
    model::{ClientJsonRpcMessage, ClientRequest, ErrorCode, JsonRpcRequest, RequestId},
};
use tokio::sync::Notify;

/// The code of a request that may be sent again.
const BUSY: ErrorCode = ErrorCode(-32000);

/// The requests of one connection.
pub(super) struct PendingRequests {
    requests: Mutex<Requests>,
    /// Wakes everyone who waits until there are fewer requests.
    settled: Notify,
    /// The calls that may run at the same time.
    max_calls: usize,
}

#[derive(Default)]
struct Requests {
    by_id: HashMap<RequestId, Pending>,
    /// The numbers of requests in each state.
    running: usize,
    held: usize,
    /// The number of responses that are not in the writer's queue yet.
    sending: usize,
    /// No call begins beside the SDK any more.
    is_closed: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Pending {
    /// A request that is handled, and gets its response soon.
    Running,
    /// A request that waits until fewer run.
    Held,
    /// A subscription. It gets a response when it ends, so waiting for that would not return.
    Subscribed,
}

/// The next step of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Admission {
    Run,
    Hold,
}

/// A response on its way to the writer.
pub(super) struct Sending(Arc<PendingRequests>);

impl Drop for Sending {
    fn drop(&mut self) {
        self.0.lock().sending -= 1;
        self.0.settled.notify_waiters();
    }
}

impl Requests {
    /// The requests whose answers are in memory, or will be soon.
    fn owed(&self) -> usize {
        self.running + self.sending
    }

    fn subscriptions(&self) -> usize {
        self.by_id.len() - self.running - self.held
    }

    fn remove(&mut self, id: &RequestId) -> Option<Pending> {
        let pending = self.by_id.remove(id)?;
        match pending {
            Pending::Running => self.running -= 1,
            Pending::Held => self.held -= 1,
            Pending::Subscribed => {}
        }
        Some(pending)
    }
}

impl PendingRequests {
    pub(super) fn new(max_calls: usize) -> Self {
        Self {
            requests: Mutex::default(),
            settled: Notify::new(),
            max_calls,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Requests> {
        // The requests behind a poisoned lock are still valid.
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers a request, or returns the error for one that is refused: its id is that of a request in
    /// flight, and the SDK would lose the response of one of the two; or there are too many subscriptions, or held
    /// requests.
    pub(super) fn admit(
        &self,
        request: &JsonRpcRequest<ClientRequest>,
    ) -> Result<Admission, ErrorData> {
        let mut requests = self.lock();
        let (owed, held) = (requests.owed(), requests.held);
        let subscriptions = requests.subscriptions();
        let Entry::Vacant(free) = requests.by_id.entry(request.id.clone()) else {
            return Err(in_flight(&request.id));
        };
        let pending = match request.request {
            ClientRequest::SubscriptionsListenRequest(_) if subscriptions >= self.max_calls => {
                return Err(too_many(self.max_calls));
            }
            ClientRequest::SubscriptionsListenRequest(_) => Pending::Subscribed,
            // A client that looks whether the server lives does not wait for calls.
            ClientRequest::PingRequest(_) if owed < 2 * self.max_calls => Pending::Running,
            _ if owed < self.max_calls && held == 0 => Pending::Running,
            _ if held >= self.max_calls => return Err(too_many_held(held)),
            _ => Pending::Held,
        };
        free.insert(pending);
        match pending {
            Pending::Running => requests.running += 1,
            Pending::Held => requests.held += 1,
            Pending::Subscribed => {}
        }
        Ok(match pending {
            Pending::Held => Admission::Hold,
            Pending::Running | Pending::Subscribed => Admission::Run,
        })
    }

    /// Begins a call that is handled beside the SDK, whose response is on its way from now on. Returns false if
    /// the call must wait, if its id is that of a request in flight, or if no further call begins.
    pub(super) fn begin_call(
        self: &Arc<Self>,
        id: &RequestId,
        sending: &mut Option<Sending>,
    ) -> bool {
        let mut requests = self.lock();
        let is_known = !requests.by_id.is_empty() && requests.by_id.contains_key(id);
        let must_wait = requests.owed() >= self.max_calls || requests.held > 0;
        if requests.is_closed || is_known || must_wait {
            return false;
        }
        if sending.is_none() {
            requests.sending += 1;
            *sending = Some(Sending(Arc::clone(self)));
        }
        true
    }

    /// Notes that a call which has begun beside the SDK is not answered at once.
    pub(super) fn note_running(&self, id: &RequestId) {
        let mut requests = self.lock();
        if requests
            .by_id
            .insert(id.clone(), Pending::Running)
            .is_none()
        {
            requests.running += 1;
        }
    }

    /// Lets no further call begin beside the SDK.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
    }

    /// Notes that a request which was held is handled now.
    pub(super) fn run(&self, message: &ClientJsonRpcMessage) {
        if let ClientJsonRpcMessage::Request(request) = message {
            let mut requests = self.lock();
            if let Some(pending) = requests.by_id.get_mut(&request.id) {
                *pending = Pending::Running;
                requests.held -= 1;
                requests.running += 1;
            }
        }
    }

    /// Forgets a request that gets no response any more. Returns true if it was held.
    pub(super) fn cancel(&self, id: &RequestId) -> bool {
        let cancelled = self.lock().remove(id);
        self.settled.notify_waiters();
        cancelled == Some(Pending::Held)
    }

    /// Notes the response of a request, which is sent until the returned value is dropped.
    pub(super) fn begin_response(self: &Arc<Self>, id: &RequestId) -> Sending {
        let mut requests = self.lock();
        requests.remove(id);
        requests.sending += 1;
        Sending(Arc::clone(self))
    }

    /// Returns the number of requests that wait for a response.
    pub(super) fn count(&self) -> usize {
        let requests = self.lock();
        requests.owed() + requests.held
    }

    /// Waits until another call may run.
    pub(super) async fn has_room(&self) {
        self.wait(|requests| requests.owed() < self.max_calls).await;
    }

    /// Waits until no request waits for a response.
    pub(super) async fn none_pending(&self) {
        self.wait(|requests| requests.owed() + requests.held == 0)
            .await;
    }

    async fn wait(&self, is_met: impl Fn(&Requests) -> bool) {
        loop {
            // The future is created before the check, so that a request that settles in between
            // notifies it.
            let settled = self.settled.notified();
            if is_met(&self.lock()) {
                return;
            }
            settled.await;
        }
    }
}

/// Returns the error for a request whose id is that of a request in flight.
pub(super) fn in_flight(id: &RequestId) -> ErrorData {
    let text = format!("Invalid Request: a request with the id {id} is in flight");
    ErrorData::invalid_request(text, None)
}

/// Returns the error for a request that was read on the search for a response of the client, and finds no place.
fn too_many_held(held: usize) -> ErrorData {
    let text = format!(
        "{held} requests wait already, and running ones wait for answers of this client: answer the open questions, and send this request again"
    );
    ErrorData::new(BUSY, text, None)
}

fn too_many(subscriptions: usize) -> ErrorData {
    let text = format!(
        "Invalid Request: the client has {subscriptions} subscriptions, as many as it may have"
    );
    ErrorData::invalid_request(text, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_beside_the_sdk_waits_for_room_and_for_its_id() {
        let pending = Arc::new(PendingRequests::new(2));
        let (first, second) = (RequestId::Number(1), RequestId::Number(2));
        let mut sending = None;
        // Many calls that are answered at once count as one.
        for _ in 0..3 {
            assert!(pending.begin_call(&first, &mut sending));
            assert_eq!(pending.count(), 1);
        }
        pending.note_running(&first);
        assert!(!pending.begin_call(&first, &mut sending), "the id is used");
        assert!(!pending.begin_call(&second, &mut sending), "two are owed");
        sending = None;
        assert!(!pending.begin_call(&first, &mut sending));
        assert!(pending.begin_call(&second, &mut sending));
        drop(pending.begin_response(&first));
        assert!(pending.begin_call(&first, &mut sending));
        pending.close();
        assert!(!pending.begin_call(&first, &mut None));
        drop(sending);
        assert_eq!(pending.count(), 0);
    }
}
