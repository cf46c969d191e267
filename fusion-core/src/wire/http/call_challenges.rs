//! The responses to calls that are refused with a status: 401 and 403, with the challenge that leads a client to
//! what is missing.

use axum::{body::Body, response::Response};
use http::{
    HeaderValue, StatusCode,
    header::{CONTENT_TYPE, WWW_AUTHENTICATE},
    request::Parts,
};

use super::super::call_refusal::CallRefusal;
#[cfg(feature = "oauth")]
use super::oauth::Gate;
#[cfg(feature = "oauth")]
use crate::ctx::Claims;

/// The caller of a request, as far as a challenge depends on it.
pub(super) struct RefusedCaller {
    #[cfg(feature = "oauth")]
    claims: Option<Claims>,
}

impl RefusedCaller {
    /// Returns the caller of a request.
    #[cfg_attr(not(feature = "oauth"), allow(unused_variables))]
    pub(super) fn of(parts: &Parts) -> Self {
        Self {
            #[cfg(feature = "oauth")]
            claims: parts.extensions.get().cloned(),
        }
    }
}

/// The challenges of an endpoint.
pub(super) struct CallChallenges {
    /// The gate that verifies access tokens; `None` for a server without OAuth.
    #[cfg(feature = "oauth")]
    pub(super) gate: Option<Gate>,
}

impl CallChallenges {
    /// Returns true if a challenge can name the scopes that a call lacks, which needs OAuth.
    #[cfg_attr(not(feature = "oauth"), allow(clippy::unused_self))]
    pub(super) fn names_scopes(&self) -> bool {
        #[cfg(feature = "oauth")]
        return self.gate.is_some();
        #[cfg(not(feature = "oauth"))]
        false
    }

    /// Returns true if a refusal has a status here; otherwise the model reads its text.
    pub(super) fn has_status(&self, refusal: &CallRefusal) -> bool {
        *refusal == CallRefusal::Unauthorized || self.names_scopes()
    }

    /// Returns the response to a refused call.
    #[cfg_attr(not(feature = "oauth"), allow(unused_variables, clippy::unused_self))]
    pub(super) fn response(&self, refusal: &CallRefusal, caller: &RefusedCaller) -> Response {
        #[cfg(feature = "oauth")]
        if let Some(Gate::Tokens(gate)) = &self.gate {
            return gate.refuse_call(refusal, caller.claims.as_ref());
        }
        plain_challenge()
    }
}

/// Returns the response to a caller of a server whose author authenticates callers.
fn plain_challenge() -> Response {
    let mut response = Response::new(Body::from("the caller is not authenticated\n"));
    *response.status_mut() = StatusCode::UNAUTHORIZED;
    let headers = response.headers_mut();
    headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    headers.insert(CONTENT_TYPE, plain);
    response
}
