//! Calls of a test client.

use std::{future::IntoFuture, pin::Pin, sync::Arc};

use serde_json::{Map, Value, json};

use super::{
    failure::ProtocolError,
    link::Exchange,
    listed_actions::CallTarget,
    outcome::CallOutcome,
    session::{ClientRequest, TestSession, response, result_of},
};
use crate::ctx::ProgressUpdate;

const CALL: &str = "tools/call";

/// A call that is not sent yet. Await it for its outcome, or [`start`](Self::start) it to follow its progress or to
/// cancel it.
#[must_use = "a call is sent when it is awaited or started"]
pub struct TestCall<'c> {
    pub(super) session: &'c Arc<TestSession>,
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

    async fn send(self, wants_progress: bool) -> RunningTestCall {
        let Self {
            session,
            key,
            arguments,
            meta,
        } = self;
        let target = CallTarget::find(session, &key, arguments).await;
        let mut params = json!({"name": target.name, "arguments": target.arguments});
        if !meta.is_empty() {
            params["_meta"] = meta.into();
        }
        let request = ClientRequest {
            wants_progress,
            repeated: target.repeated,
            ..ClientRequest::new(CALL, params)
        };
        let (id, exchange) = session.start(request.clone()).await;
        RunningTestCall {
            session: Arc::clone(session),
            key,
            unlisted: target.unlisted,
            request,
            id,
            exchange,
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
    session: Arc<TestSession>,
    key: String,
    unlisted: Option<String>,
    request: ClientRequest<'static>,
    id: u64,
    exchange: Exchange,
    /// The response, if it arrived while the progress was read.
    ended: Option<CallOutcome>,
}

impl RunningTestCall {
    /// Returns the id of the request: in the modern era of the last one, because a call is sent again with the
    /// answers to its questions.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Waits for the next progress notification; `None` as soon as the call has ended.
    pub async fn progress(&mut self) -> Option<ProgressUpdate> {
        while self.ended.is_none() {
            match self.exchange.arrivals.next().await {
                Some(Ok(message)) if message.get("method").is_some() => {
                    return Some(update(&message["params"]));
                }
                arrival => {
                    let result = result_of(arrival, CALL);
                    self.end(result).await;
                }
            }
        }
        None
    }

    /// Waits for the outcome. Progress that was not read is dropped.
    pub async fn outcome(mut self) -> CallOutcome {
        loop {
            if let Some(ended) = self.ended.take() {
                return ended;
            }
            let result = response(&mut self.exchange, CALL).await;
            self.end(result).await;
        }
    }

    /// Cancels the call: by a notification, and over HTTP without a session by the end of the request.
    pub async fn cancel(self) {
        self.session.link.cancel(self.id).await;
    }

    /// Keeps the outcome, or sends the call again with the answers to its questions.
    async fn end(&mut self, result: Result<Value, ProtocolError>) {
        let answers = result
            .as_ref()
            .ok()
            .and_then(|result| self.session.answers(result));
        if let Some(answers) = answers {
            let mut request = self.request.clone();
            if let Some(params) = request.params.as_object_mut() {
                params.extend(answers);
            }
            (self.id, self.exchange) = self.session.start(request).await;
            return;
        }
        self.ended = Some(CallOutcome {
            called: self.key.clone(),
            unlisted: self.unlisted.take(),
            result,
        });
    }
}

fn update(params: &Value) -> ProgressUpdate {
    ProgressUpdate {
        done: params["progress"].as_f64().unwrap_or_default(),
        total: params["total"].as_f64(),
        message: params["message"].as_str().map(str::to_owned),
    }
}
