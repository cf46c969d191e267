//! The refusals of requests: their status, their challenge and their text.

use std::collections::BTreeSet;

use axum::{body::Body, response::Response};
use http::{
    HeaderValue, StatusCode,
    header::{CACHE_CONTROL, CONNECTION, RETRY_AFTER, WWW_AUTHENTICATE},
};

use super::super::endpoint::refusal;

/// The maximum length of the scopes in a challenge, unless those that a call lacks are longer.
const MAX_SCOPE_BYTES: usize = 1024;

/// The reason for which a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenRefusal {
    /// The request has no token.
    Missing,
    /// The request itself breaks the rules of RFC 6750.
    Malformed(&'static str),
    /// The token is not valid here.
    Invalid(&'static str),
    /// The token cannot be verified at the moment.
    Unavailable,
}

/// The parts of a challenge that are the same for all requests.
#[derive(Clone, Debug)]
pub(super) struct Challenger {
    /// The URL of the metadata of this resource.
    pub(super) metadata: String,
    /// The scopes that a client requests first, separated by spaces.
    pub(super) scopes: String,
    /// The scopes that this server knows.
    pub(super) own: BTreeSet<String>,
}

impl Challenger {
    /// Returns the response to a refused request.
    pub(super) fn response(&self, refused: &TokenRefusal) -> Response {
        match refused {
            TokenRefusal::Missing => {
                let text = "an access token is required: `Authorization: Bearer <token>`";
                self.challenged(StatusCode::UNAUTHORIZED, None, text, &self.scopes)
            }
            TokenRefusal::Malformed(text) => {
                let error = Some("invalid_request");
                self.challenged(StatusCode::BAD_REQUEST, error, text, "")
            }
            TokenRefusal::Invalid(text) => {
                let error = Some("invalid_token");
                self.challenged(StatusCode::UNAUTHORIZED, error, text, &self.scopes)
            }
            TokenRefusal::Unavailable => unavailable(),
        }
    }

    /// Returns the response to a call that needs the scopes `missing`. The challenge has those scopes of the token,
    /// too, that this server knows, because a client that requests other scopes loses those that it had.
    pub(super) fn forbidden(&self, missing: &[&str], granted: &[String]) -> Response {
        let mut scopes = missing.join(" ");
        let mut named: BTreeSet<_> = missing.iter().copied().collect();
        let granted = granted.iter().filter(|scope| self.own.contains(*scope));
        for scope in granted.map(String::as_str) {
            let fits = scopes.len() + scope.len() < MAX_SCOPE_BYTES;
            if fits && named.insert(scope) {
                scopes += " ";
                scopes += scope;
            }
        }
        let error = Some("insufficient_scope");
        let text = "the access token lacks a scope that this call needs";
        let response = self.challenged(StatusCode::FORBIDDEN, error, text, &scopes);
        after_the_body(response)
    }

    /// Returns the response to a call of somebody who has to authenticate again.
    pub(super) fn unauthorized(&self) -> Response {
        let text = "the caller is not authenticated, or the credentials are no longer valid";
        after_the_body(self.response(&TokenRefusal::Invalid(text)))
    }

    /// Returns a response with a challenge. `text` is a constant of this crate or of the author, and never a part
    /// of a token.
    fn challenged(
        &self,
        status: StatusCode,
        error: Option<&str>,
        text: &str,
        scopes: &str,
    ) -> Response {
        let mut response = refusal(status, format!("{text}\n"));
        let parameter = |name: &str, value: &str| format!("{name}=\"{}\"", quotable(value));
        let mut parameters = Vec::new();
        if let Some(error) = error {
            parameters.push(parameter("error", error));
            parameters.push(parameter("error_description", text));
        }
        if !scopes.is_empty() {
            parameters.push(parameter("scope", scopes));
        }
        parameters.push(parameter("resource_metadata", &self.metadata));
        let challenge = format!("Bearer {}", parameters.join(", "));
        let headers = response.headers_mut();
        if let Ok(challenge) = HeaderValue::try_from(challenge) {
            headers.insert(WWW_AUTHENTICATE, challenge);
        }
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

/// Lets a connection go on, whose request was read.
fn after_the_body(mut response: Response) -> Response {
    response.headers_mut().remove(CONNECTION);
    response
}

/// Returns the response while the keys of an issuer cannot be requested. It has no challenge: a client that gets
/// one drops its token, which may be valid.
fn unavailable() -> Response {
    let text = "the access token cannot be verified at the moment; try again later\n";
    let mut response = refusal(StatusCode::SERVICE_UNAVAILABLE, text.to_owned());
    let headers = response.headers_mut();
    headers.insert(RETRY_AFTER, HeaderValue::from_static("5"));
    response
}

/// Returns the response of a server whose settings are not valid.
pub(super) fn broken() -> Response {
    let text = "the authorization of this server is not set up; its log has the reason\n";
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}

/// Returns a text that fits between the quotes of a parameter: printable ASCII without quotes and backslashes.
fn quotable(text: &str) -> String {
    let fits = |c: char| matches!(c, ' '..='~') && !matches!(c, '"' | '\\');
    text.chars().filter(|c| fits(*c)).collect()
}
