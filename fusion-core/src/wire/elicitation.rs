//! Questions to the user in the types of the SDK: as a request to a client of the legacy era, and as the result
//! of a call for one of the modern era.

use rmcp::{
    Peer, RoleServer,
    model::{
        ClientResult, ElicitRequest, ElicitRequestParams, ElicitationSchema, InputRequest,
        InputRequests, InputRequiredResult, ServerRequest,
    },
    service::{PeerRequestOptions, RequestHandle, ServiceError},
};
use serde_json::Value;

use crate::error::Question;

/// Asks a client in the middle of a call, and returns its answer as on the wire. A dropped future withdraws the
/// question.
pub(super) async fn ask(peer: &Peer<RoleServer>, question: &Question) -> Result<Value, String> {
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

/// Converts a round of questions to the result of a call.
pub(super) fn input_required(questions: &[Question], state: &str) -> InputRequiredResult {
    let requests = questions.iter().filter_map(|question| {
        let request = InputRequest::Elicitation(request(question)?);
        Some((question.id.clone(), request))
    });
    let requests: InputRequests = requests.collect();
    InputRequiredResult::new(Some(requests), Some(state.to_owned()))
}

fn request(question: &Question) -> Option<ElicitRequest> {
    // `build()` made the schema of what the protocol has, so the conversion succeeds.
    let schema = question.form.adapted(|schema| {
        let converted = ElicitationSchema::from_json_schema(schema.clone());
        converted
            .inspect_err(|error| tracing::error!(%error, "a form is no elicitation"))
            .ok()
    });
    let requested_schema = schema?.clone()?;
    let params = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question.message.clone(),
        requested_schema,
    };
    Some(ElicitRequest::new(params))
}
