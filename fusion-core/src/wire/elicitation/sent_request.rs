//! A question as a request to a client of the legacy era.

use rmcp::{
    Peer, RoleServer,
    model::{ClientResult, ServerRequest},
    service::{PeerRequestOptions, RequestHandle, ServiceError},
};
use serde_json::Value;

use super::request;
use crate::error::Question;

/// Asks a client in the middle of a call, and returns its answer as on the wire. A dropped future withdraws the
/// question.
pub(in crate::wire) async fn ask(
    peer: &Peer<RoleServer>,
    question: &Question,
) -> Result<Value, String> {
    let request = ServerRequest::ElicitRequest(request(question).ok_or(NO_FORM)?);
    let options = PeerRequestOptions::no_options();
    let handle = peer.send_request_with_option(request, options).await;
    let mut sent = SentRequest(Some(handle.map_err(|error| reason(&error))?));
    let Some(handle) = &mut sent.0 else {
        return Err(NO_FORM.to_owned());
    };
    let answered = (&mut handle.rx).await;
    sent.0 = None;
    match answered {
        Ok(Ok(ClientResult::ElicitResult(answer))) => {
            serde_json::to_value(answer).map_err(|error| error.to_string())
        }
        Ok(Ok(_)) => Err("the client answered something else".to_owned()),
        Ok(Err(error)) => Err(reason(&error)),
        Err(_) => Err("the connection ended".to_owned()),
    }
}

const NO_FORM: &str = "the question has no form";

fn reason(error: &ServiceError) -> String {
    match error {
        ServiceError::McpError(error) => format!("the client refused ({})", error.message),
        ServiceError::TransportClosed => "the connection ended".to_owned(),
        _ => "the client did not answer".to_owned(),
    }
}

/// A request that is withdrawn if its answer is not awaited to the end.
struct SentRequest(Option<RequestHandle<RoleServer>>);

impl Drop for SentRequest {
    fn drop(&mut self) {
        if let Some(handle) = self.0.take()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(async move {
                let reason = Some("the call has ended".to_owned());
                if let Err(error) = handle.cancel(reason).await {
                    tracing::debug!(%error, "a question was not withdrawn");
                }
            });
        }
    }
}
