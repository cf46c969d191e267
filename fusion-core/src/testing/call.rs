//! Calls of a test client.

use std::{future::IntoFuture, pin::Pin, sync::Arc};

use serde_json::{Map, Value};

use super::outcome::CallOutcome;
use crate::{
    ctx::ProgressUpdate,
    error::ProtocolError,
    loopback::{CallStep, CallTarget, LoopbackSession, PendingCall},
};

/// A call that is not sent yet. Await it for its outcome, or [`start`](Self::start) it to follow its progress or to
/// cancel it.
#[must_use = "a call is sent when it is awaited or started"]
pub struct TestCall<'c> {
    pub(super) session: &'c Arc<LoopbackSession>,
    pub(super) key: String,
    pub(super) arguments: Value,
    pub(super) meta: Map<String, Value>,
}

impl TestCall<'_> {
    /// Adds a member to the `_meta` of the request.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// Sends the call and asks for its progress.
    pub async fn start(self) -> RunningTestCall {
        self.send(true).await
    }

    pub(super) async fn send(self, wants_progress: bool) -> RunningTestCall {
        let mut target = CallTarget::find(self.session, &self.key, self.arguments).await;
        let unlisted = target.unlisted.take();
        RunningTestCall {
            key: self.key,
            unlisted,
            call: PendingCall::start(self.session, target, self.meta, wants_progress).await,
            ended: None,
        }
    }
}

impl<'c> IntoFuture for TestCall<'c> {
    type Output = CallOutcome;
    type IntoFuture = Pin<Box<dyn Future<Output = CallOutcome> + Send + 'c>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.send(false).await.outcome().await })
    }
}

/// A call that the server has. Dropping it leaves the call to run; over HTTP it closes the request, which cancels
/// the call.
pub struct RunningTestCall {
    key: String,
    unlisted: Option<String>,
    call: PendingCall,
    /// The result, if it arrived while the progress was read.
    ended: Option<Result<Value, ProtocolError>>,
}

impl RunningTestCall {
    /// Returns the id of the request: in the modern era of the last one, because a call is sent again with the
    /// answers to its questions.
    pub fn id(&self) -> u64 {
        self.call.id()
    }

    /// Waits for the next progress notification; `None` as soon as the call has ended.
    pub async fn progress(&mut self) -> Option<ProgressUpdate> {
        if self.ended.is_some() {
            return None;
        }
        match self.call.next().await {
            CallStep::Progress(update) => Some(update),
            CallStep::Ended(result) => {
                self.ended = Some(result);
                None
            }
        }
    }

    /// Waits for the outcome. Progress that was not read is dropped.
    pub async fn outcome(mut self) -> CallOutcome {
        let result = self.result().await;
        CallOutcome {
            called: self.key,
            unlisted: self.unlisted,
            result,
        }
    }

    /// Waits for the result.
    pub(super) async fn result(&mut self) -> Result<Value, ProtocolError> {
        loop {
            if let Some(ended) = self.ended.take() {
                return ended;
            }
            if let CallStep::Ended(result) = self.call.next().await {
                return result;
            }
        }
    }

    /// Returns a future that cancels the call, as [`cancel`](Self::cancel) does.
    pub(super) fn cancellation(&self) -> impl Future<Output = ()> + Send + use<> {
        self.call.cancellation()
    }

    /// Cancels the call: by a notification, and over HTTP without a session by the end of the request.
    pub async fn cancel(self) {
        self.call.cancel().await;
    }
}
