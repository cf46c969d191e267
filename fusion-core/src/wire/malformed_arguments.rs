//! Requests whose parameters do not fit the SDK's types. The SDK handles them as unknown methods; the
//! client must get an "invalid params" error instead of "method not found".

mod parameters;

use rmcp::{
    ErrorData,
    model::{
        CallToolRequestMethod, CompleteRequestMethod, ConstString, CustomRequest,
        DiscoverRequestMethod, GetPromptRequestMethod, InitializeResultMethod,
        ReadResourceRequestMethod, SubscribeRequestMethod, SubscriptionsListenRequestMethod,
        UnsubscribeRequestMethod,
    },
};

use self::parameters::Parameters;
use super::{method_not_found::not_found, mount_wrapper::MountWrapper};
use crate::ctx::Era;

impl MountWrapper {
    /// Returns the error for a request with malformed parameters if the server supports its method.
    pub(super) fn params_error(&self, request: &CustomRequest, era: Era) -> Option<ErrorData> {
        self.supports(&request.method, era)
            .then(|| params_error(request))
    }

    fn supports(&self, method: &str, era: Era) -> bool {
        match method {
            // The modern era has no handshake.
            InitializeResultMethod::VALUE => era == Era::Legacy,
            DiscoverRequestMethod::VALUE => true,
            // A handler of the author's has its own answer for tools that are not the caller's.
            CallToolRequestMethod::VALUE => self.has.tools && self.inner_is_empty,
            GetPromptRequestMethod::VALUE => self.has.prompts,
            ReadResourceRequestMethod::VALUE => self.has.resources,
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

/// Returns whether a request is a malformed `initialize`.
pub(super) fn is_initialize(request: &CustomRequest) -> bool {
    request.method == InitializeResultMethod::VALUE
}

/// Returns whether a request is a malformed one that a client may send before it has initialized a
/// connection.
pub(super) fn opens_no_session(request: &CustomRequest) -> bool {
    matches!(
        &*request.method,
        InitializeResultMethod::VALUE | DiscoverRequestMethod::VALUE
    )
}
