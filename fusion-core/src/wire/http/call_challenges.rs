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
    #[cfg(feature = "oauth")]
    pub(super) fn of(parts: &Parts) -> Self {
        let claims = parts.extensions.get().cloned();
        Self { claims }
    }

    /// Returns the caller of a request, about whom nothing is known without OAuth.
    #[cfg(not(feature = "oauth"))]
    pub(super) fn of(_: &Parts) -> Self {
        Self {}
    }
}

/// The gate of a build without OAuth: there is none.
#[cfg(not(feature = "oauth"))]
pub(super) enum Gate {}

/// The challenges of an endpoint.
pub(super) struct CallChallenges {
    /// The gate that verifies access tokens; `None` for a server without OAuth.
    pub(super) gate: Option<Gate>,
}

impl CallChallenges {
    /// Returns true if a challenge can name the scopes that a call lacks, which needs OAuth.
    pub(super) fn names_scopes(&self) -> bool {
        self.gate.is_some()
    }

    /// Returns true if a refusal has a status here; otherwise the model reads its text.
    pub(super) fn has_status(&self, refusal: &CallRefusal) -> bool {
        *refusal == CallRefusal::Unauthorized || self.names_scopes()
    }

    /// Returns the response to a refused call.
    #[cfg(feature = "oauth")]
    pub(super) fn response(&self, refusal: &CallRefusal, caller: &RefusedCaller) -> Response {
        if let Some(Gate::Tokens(gate)) = &self.gate {
            return gate.refuse_call(refusal, caller.claims.as_ref());
        }
        plain_challenge()
    }

    /// Returns the response to a refused call.
    #[cfg(not(feature = "oauth"))]
    pub(super) fn response(&self, _: &CallRefusal, _: &RefusedCaller) -> Response {
        match self.gate {
            Some(ref gate) => match *gate {},
            None => plain_challenge(),
        }
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
