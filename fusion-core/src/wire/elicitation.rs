//! Questions to the user in the types of the SDK: as a request to a client of the legacy era, and as the result
//! of a call for one of the modern era.

#[cfg(feature = "ask")]
mod sent_request;

use rmcp::model::{
    ElicitRequest, ElicitRequestParams, ElicitationSchema, InputRequest, InputRequests,
    InputRequiredResult,
};

#[cfg(feature = "ask")]
pub(super) use sent_request::ask;

use crate::error::Question;

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
