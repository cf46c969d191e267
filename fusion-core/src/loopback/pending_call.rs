//! A call in flight: its progress, and the questions of the modern era, after whose answers it is sent again.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{
    link::Exchange,
    listed_actions::CallTarget,
    session::{ClientRequest, LoopbackSession, result_of},
};
use crate::ctx::ProgressUpdate;
use crate::error::ProtocolError;

const CALL: &str = "tools/call";

/// A call that the server has. Dropping it leaves the call to run; over HTTP it closes the request, which cancels
/// the call.
pub(crate) struct PendingCall {
    session: Arc<LoopbackSession>,
    request: ClientRequest<'static>,
    id: u64,
    exchange: Exchange,
}

/// The next message about a call.
pub(crate) enum CallStep {
    Progress(ProgressUpdate),
    /// The result, or the error of the protocol. A question that nobody answered is a result.
    Ended(Result<Value, ProtocolError>),
}

impl PendingCall {
    /// Sends a call.
    pub(crate) async fn start(
        session: &Arc<LoopbackSession>,
        target: CallTarget,
        meta: Map<String, Value>,
        wants_progress: bool,
    ) -> Self {
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
        Self {
            session: Arc::clone(session),
            request,
            id,
            exchange,
        }
    }

    /// Returns the id of the last request.
    #[cfg(feature = "testing")]
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Waits for the next message. After [`CallStep::Ended`] there is none.
    pub(crate) async fn next(&mut self) -> CallStep {
        loop {
            let result = match self.exchange.arrivals.next().await {
                Some(Ok(message)) if message.get("method").is_some() => {
                    return CallStep::Progress(update(&message["params"]));
                }
                arrival => result_of(arrival, CALL),
            };
            let answers = result
                .as_ref()
                .ok()
                .and_then(|result| self.session.answers(result));
            let Some(answers) = answers else {
                return CallStep::Ended(result);
            };
            let mut request = self.request.clone();
            if let Some(params) = request.params.as_object_mut() {
                params.extend(answers);
            }
            (self.id, self.exchange) = self.session.start(request).await;
        }
    }

    /// Cancels the call: by a notification, and over HTTP without a session by the end of the request.
    pub(crate) async fn cancel(self) {
        self.cancellation().await;
    }

    /// Returns a future that cancels the call, and that outlives it.
    pub(crate) fn cancellation(&self) -> impl Future<Output = ()> + Send + use<> {
        let (session, id) = (Arc::clone(&self.session), self.id);
        async move { session.link.cancel(id).await }
    }
}

fn update(params: &Value) -> ProgressUpdate {
    ProgressUpdate {
        done: params["progress"].as_f64().unwrap_or_default(),
        total: params["total"].as_f64(),
        message: params["message"].as_str().map(str::to_owned),
    }
}
