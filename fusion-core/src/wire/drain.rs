//! Graceful shutdown of a byte-stream transport, and its limit of calls in flight.
//!
//! The SDK's own shutdown cancels the calls in flight. This transport therefore reports the end of
//! input to the SDK, after every request that was read has its response, or the grace period is over. After a
//! stop, the requests that have arrived are still read. A request of the server, such as a question to the user,
//! is then refused in the name of the client, because no response to it can arrive.
//! It knows the requests in flight, and so it also holds back those that are too many, and refuses a
//! second one with the id of one of them.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use rmcp::{
    ErrorData, RoleServer,
    model::{ClientNotification, JsonRpcMessage, RequestId},
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::{
    byte_stream::{ByteStreamLimits, LAST},
    frames::FrameSender,
    line_transport::frame,
    pending_requests::{Admission, PendingRequests},
    unanswered_requests::UnansweredRequests,
};

/// A transport that ends after all pending requests have their responses.
pub(super) struct DrainingTransport<T> {
    inner: T,
    frames: FrameSender,
    pending: Arc<PendingRequests>,
    unanswered: UnansweredRequests,
    tokens: DrainTokens,
    /// The requests that were read and wait until fewer run. Nothing more is read while they are as many
    /// as may run, unless the client owes a response: its line may be the next one, and running calls wait for it.
    /// More requests are then refused.
    held: VecDeque<RxJsonRpcMessage<RoleServer>>,
    limits: ByteStreamLimits,
    /// There are no more requests to read.
    has_ended: bool,
    // Invariant: `Some` from the stop or the end of the input on. It is a field and not a local of `receive`,
    // because the SDK drops that future whenever it has other work.
    ending: Option<GracePeriod>,
}

/// The tokens of a connection.
pub(super) struct DrainTokens {
    /// Fires when the server stops. The input ends soon after that.
    pub(super) stopping: CancellationToken,
    /// Fires to stop reading requests at once. Cancelled by the transport if the client cannot be written to.
    pub(super) abort: CancellationToken,
    /// Cancelled by the transport when no request is pending, or the grace period is over.
    pub(super) calls: CancellationToken,
}

/// The maximum of the grace period, because the clock cannot show every time.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The grace period.
struct GracePeriod {
    deadline: Instant,
    /// The bytes that were sent shortly before the deadline.
    sent: Option<u64>,
    next_look: Instant,
}

impl GracePeriod {
    fn new(grace: Duration) -> Self {
        let (now, grace) = (Instant::now(), grace.min(LONGEST));
        Self {
            deadline: now + grace,
            sent: None,
            next_look: now + grace.saturating_sub(LAST),
        }
    }
}

impl<T> DrainingTransport<T> {
    pub(super) fn new(
        inner: T,
        frames: FrameSender,
        pending: Arc<PendingRequests>,
        tokens: DrainTokens,
        limits: ByteStreamLimits,
    ) -> Self {
        Self {
            inner,
            frames,
            pending,
            unanswered: UnansweredRequests::default(),
            tokens,
            held: VecDeque::new(),
            limits,
            has_ended: false,
            ending: None,
        }
    }
}

impl<T: Transport<RoleServer>> DrainingTransport<T> {
    /// Returns the message if the SDK gets it now.
    fn admit(
        &mut self,
        message: RxJsonRpcMessage<RoleServer>,
    ) -> Option<RxJsonRpcMessage<RoleServer>> {
        match &message {
            JsonRpcMessage::Request(request) => match self.pending.admit(request) {
                Ok(Admission::Run) => Some(message),
                Ok(Admission::Hold) => {
                    self.held.push_back(message);
                    None
                }
                Err(error) => {
                    self.refuse(request.id.clone(), error);
                    None
                }
            },
            JsonRpcMessage::Notification(notification) => {
                // A cancelled request gets no response.
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                    && self.pending.cancel(id)
                {
                    self.held.retain(|held| request_id(held) != Some(id));
                    return None;
                }
                Some(message)
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {
                self.unanswered.note_received(&message);
                Some(message)
            }
        }
    }

    fn refuse(&self, id: RequestId, error: ErrorData) {
        let answer = TxJsonRpcMessage::<RoleServer>::error(error, Some(id));
        // A failure of the writer ends the reading.
        let _ = frame(&answer).and_then(|answer| self.frames.push(answer));
    }

    fn begin_grace(&mut self) {
        let grace = self.limits.grace;
        self.ending.get_or_insert_with(|| GracePeriod::new(grace));
    }

    fn end_input(&mut self) {
        self.pending.close();
        self.has_ended = true;
        self.begin_grace();
    }

    /// Looks at the client shortly before the deadline, and at the deadline. Returns true if the grace is
    /// over.
    fn look(&mut self) -> bool {
        let Some(ending) = &mut self.ending else {
            return false;
        };
        let Some(sent) = ending.sent else {
            ending.sent = Some(self.frames.sent());
            ending.next_look = ending.deadline;
            return false;
        };
        let calls = self.pending.count();
        tracing::warn!(calls, "the grace is over; cancelling what still runs");
        // A client that does not read gets no further second.
        self.frames.abandon_unless_read(sent);
        true
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for DrainingTransport<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.unanswered.note_sent(&message);
        // The client may use the id again as soon as it has read the response.
        let sending = response_id(&message).map(|id| self.pending.begin_response(&id));
        let sent = self.inner.send(message);
        let abort = self.tokens.abort.clone();
        async move {
            let result = sent.await;
            if result.is_err() {
                // A client that cannot receive responses can send no further requests.
                abort.cancel();
            }
            match sending {
                // The SDK would log an error for each response, and the writer has logged the reason.
                Some(_) => Ok(()),
                None => result,
            }
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            // Nothing can be sent while this future lives, so no request comes after this look.
            if self.has_ended
                && let Some(refusal) = self.unanswered.refuse_next()
            {
                return Some(refusal);
            }
            let has_room = self.held.len() < self.limits.max_calls;
            let can_read = !self.has_ended && (has_room || !self.unanswered.is_empty());
            tokio::select! {
                biased;
                () = self.tokens.abort.cancelled(), if !self.has_ended => self.end_input(),
                () = self.tokens.stopping.cancelled(), if self.ending.is_none() => self.begin_grace(),
                () = look(self.ending.as_ref()) => if self.look() {
                    break;
                },
                () = room(&self.pending, &self.frames), if !self.held.is_empty() => {
                    let message = self.held.pop_front()?;
                    self.pending.run(&message);
                    return Some(message);
                }
                () = answered(&self.pending, &self.frames), if self.has_ended && self.held.is_empty() => break,
                message = self.inner.receive(), if can_read => match message {
                    None => self.end_input(),
                    Some(message) => if let Some(message) = self.admit(message) {
                        return Some(message);
                    },
                },
            }
        }
        self.pending.close();
        // This also ends the subscriptions, which are not pending requests.
        self.tokens.calls.cancel();
        None
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

/// Waits until a request that was held may run.
async fn room(pending: &PendingRequests, frames: &FrameSender) {
    pending.has_room().await;
    // A client that cannot be written to any more makes no difference here.
    let _ = frames.has_room().await;
}

/// Waits until every request has its response.
async fn answered(pending: &PendingRequests, frames: &FrameSender) {
    pending.none_pending().await;
    // A client that cannot be written to any more gets no response.
    let _ = frames.is_empty().await;
}

async fn look(ending: Option<&GracePeriod>) {
    match ending {
        Some(ending) => sleep_until(ending.next_look).await,
        None => std::future::pending().await,
    }
}

fn request_id(message: &RxJsonRpcMessage<RoleServer>) -> Option<&RequestId> {
    match message {
        JsonRpcMessage::Request(request) => Some(&request.id),
        _ => None,
    }
}

fn response_id(message: &TxJsonRpcMessage<RoleServer>) -> Option<RequestId> {
    match message {
        JsonRpcMessage::Response(response) => Some(response.id.clone()),
        JsonRpcMessage::Error(error) => error.id.clone(),
        _ => None,
    }
}
