//! Requests whose parameters do not fit the SDK's types. The SDK handles them as unknown methods; the
//! client must get an "invalid params" error instead of "method not found".

mod parameters;

use std::borrow::Cow;

use rmcp::{
    ErrorData,
    model::{
        CallToolRequestMethod, ClientRequest, CompleteRequestMethod, ConstString, CustomRequest,
        DiscoverRequestMethod, GetPromptRequestMethod, InitializeResultMethod,
        ListPromptsRequestMethod, ListResourceTemplatesRequestMethod, ListResourcesRequestMethod,
        ListToolsRequestMethod, ReadResourceRequestMethod, SubscribeRequestMethod,
        SubscriptionsListenRequestMethod, UnsubscribeRequestMethod,
    },
};
use serde::Deserialize;
use serde_json::Value;

use self::parameters::Parameters;
use super::{method_not_found::not_found, mount_wrapper::MountWrapper};
use crate::ctx::Era;

impl MountWrapper {
    /// Returns the error for a request with malformed parameters if the server supports its method.
    pub(super) fn params_error(&self, request: &CustomRequest, era: Era) -> Option<ErrorData> {
        self.supports(&request.method, era)
            .then(|| params_error(request))
    }

    /// Returns whether the server has a method that needs the SDK's handling.
    pub(super) fn supports(&self, method: &str, era: Era) -> bool {
        match method {
            // The modern era has no handshake.
            InitializeResultMethod::VALUE => era == Era::Legacy,
            DiscoverRequestMethod::VALUE => true,
            // A handler of the author's has its own answer for tools that are not the caller's.
            CallToolRequestMethod::VALUE => self.has.tools && self.inner_is_empty,
            ListToolsRequestMethod::VALUE => self.has.tools,
            GetPromptRequestMethod::VALUE | ListPromptsRequestMethod::VALUE => self.has.prompts,
            ReadResourceRequestMethod::VALUE
            | ListResourcesRequestMethod::VALUE
            | ListResourceTemplatesRequestMethod::VALUE => self.has.resources,
            SubscribeRequestMethod::VALUE | UnsubscribeRequestMethod::VALUE => {
                self.has.resources && era == Era::Legacy
            }
            CompleteRequestMethod::VALUE => self.completes,
            SubscriptionsListenRequestMethod::VALUE => {
                era == Era::Modern && (self.changes.is_some() || self.has.resources)
            }
            _ => false,
        }
    }
}

/// Returns the error for a request with malformed parameters.
pub(super) fn params_error(request: &CustomRequest) -> ErrorData {
    match Parameters::of_method(&request.method) {
        Some(parameters) => {
            ErrorData::invalid_params(parameters.problems(request.params.as_ref()), None)
        }
        None => not_found(&request.method),
    }
}

/// Returns the error for a `tools/call` whose answers to questions are malformed. Without them the call would begin
/// anew, and ask again.
pub(super) fn answers_error(request: &CustomRequest) -> Option<ErrorData> {
    let params = request.params.as_ref()?.as_object()?;
    let problems = Parameters::of_answers().found(params);
    (!problems.is_empty()).then(|| ErrorData::invalid_params(problems.join("; "), None))
}

/// Returns the error for a request if its `params` or `_meta` is no object, so that the SDK cannot parse it.
pub(super) fn structure_error(method: &str, params: Option<&Value>) -> Option<ErrorData> {
    let is_sound = match params? {
        Value::Object(params) => matches!(
            params.get("_meta"),
            None | Some(Value::Object(_) | Value::Null)
        ),
        _ => false,
    };
    if is_sound {
        return None;
    }
    Some(match Parameters::of_method(method) {
        Some(parameters) => ErrorData::invalid_params(parameters.problems(params), None),
        None => not_found(method),
    })
}

/// A request of a list, as it was sent.
#[derive(Deserialize)]
struct SentList<'a> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    params: Option<Value>,
}

/// Returns the error for a list of which the SDK ignores the parameters, because they are malformed.
pub(super) fn ignored_parameters(request: &ClientRequest, text: &[u8]) -> Option<ErrorData> {
    let is_list = match request {
        ClientRequest::ListToolsRequest(list) => list.params.is_none(),
        ClientRequest::ListPromptsRequest(list) => list.params.is_none(),
        ClientRequest::ListResourcesRequest(list) => list.params.is_none(),
        ClientRequest::ListResourceTemplatesRequest(list) => list.params.is_none(),
        _ => false,
    };
    is_list.then(|| list_error(text)).flatten()
}

/// Returns the error for a list with malformed parameters, or `None` for any other text.
pub(super) fn list_error(text: &[u8]) -> Option<ErrorData> {
    let sent: SentList<'_> = serde_json::from_slice(text).ok()?;
    let parameters = Parameters::of_list(&sent.method)?;
    let problems = parameters.found(sent.params.as_ref()?.as_object()?);
    (!problems.is_empty()).then(|| ErrorData::invalid_params(problems.join("; "), None))
}

/// Returns whether a request is a malformed `initialize`.
pub(super) fn is_initialize(request: &CustomRequest) -> bool {
    request.method == InitializeResultMethod::VALUE
}

/// Returns whether a request is a `tools/call` with malformed arguments for a tool, which answers it.
pub(super) fn names_tool(request: &CustomRequest) -> bool {
    let params = request.params.as_ref();
    let name = params.and_then(|params| params.get("name"));
    request.method == CallToolRequestMethod::VALUE && name.is_some_and(Value::is_string)
}

/// Returns whether a request is a malformed one that a client may send before it has initialized a
/// connection.
pub(super) fn opens_no_session(request: &CustomRequest) -> bool {
    matches!(
        &*request.method,
        InitializeResultMethod::VALUE | DiscoverRequestMethod::VALUE
    )
}
