//! Requests whose parameters do not fit the SDK's types. The SDK handles them as unknown methods; the
//! client must get an "invalid params" error instead of "method not found".

use rmcp::{
    ErrorData,
    model::{
        CompleteRequestMethod, CompleteRequestParams, ConstString, CustomRequest,
        GetPromptRequestMethod, GetPromptRequestParams, ReadResourceRequestMethod,
        ReadResourceRequestParams, SubscribeRequestMethod, SubscribeRequestParams,
        UnsubscribeRequestMethod, UnsubscribeRequestParams,
    },
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::initialize::OfferedKinds;
use crate::ctx::Era;

/// Returns the error for a request with malformed parameters if the server supports its method.
pub(super) fn params_error(
    request: &CustomRequest,
    has: OfferedKinds,
    era: Era,
) -> Option<ErrorData> {
    let subscribes = has.resources && era == Era::Legacy;
    let params = request.params.as_ref();
    match &*request.method {
        GetPromptRequestMethod::VALUE if has.prompts => {
            deserialize_error::<GetPromptRequestParams>(params)
        }
        ReadResourceRequestMethod::VALUE if has.resources => {
            deserialize_error::<ReadResourceRequestParams>(params)
        }
        SubscribeRequestMethod::VALUE if subscribes => {
            deserialize_error::<SubscribeRequestParams>(params)
        }
        UnsubscribeRequestMethod::VALUE if subscribes => {
            deserialize_error::<UnsubscribeRequestParams>(params)
        }
        CompleteRequestMethod::VALUE if has.prompts || has.resources => {
            deserialize_error::<CompleteRequestParams>(params)
        }
        _ => None,
    }
}

fn deserialize_error<T: DeserializeOwned>(params: Option<&Value>) -> Option<ErrorData> {
    let Some(params) = params.filter(|params| params.is_object()) else {
        return Some(ErrorData::invalid_params("params: expected object", None));
    };
    let error = T::deserialize(params).err()?;
    Some(ErrorData::invalid_params(format!("params: {error}"), None))
}
