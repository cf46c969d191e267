//! The admission of a request: its token, and in a session also its caller. The id of a session proves nothing
//! about who sends it.

use axum::{extract::Request, response::Response};
use http::{HeaderName, StatusCode};

use super::super::{
    endpoint::{Endpoint, refusal},
    sdk_body::SdkResponse,
};
use crate::ctx::Claims;

static SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// The caller of a request that may open a session; `None` without sessions or without OAuth.
pub(in super::super) struct SessionOwner(Option<String>);

impl Endpoint {
    /// Lets a request in: puts the claims of its token into it, or returns the response to a refused one.
    pub(in super::super) async fn admit(
        &self,
        request: &mut Request,
    ) -> Result<SessionOwner, Response> {
        let Some(gate) = &self.challenges.gate else {
            return Ok(SessionOwner(None));
        };
        gate.admit(request).await?;
        if !self.has_sessions {
            return Ok(SessionOwner(None));
        }
        let claims: Option<&Claims> = request.extensions().get();
        let owner = claims.and_then(Claims::principal).unwrap_or_default();
        let session = request.headers().get(&SESSION);
        if let Some(session) = session.and_then(|id| id.to_str().ok())
            && !self.sessions.is_of(session, &owner)
        {
            // As for a session that does not exist.
            let text = "there is no such session\n".to_owned();
            return Err(refusal(StatusCode::NOT_FOUND, text));
        }
        Ok(SessionOwner(Some(owner)))
    }

    /// Binds the session that a response opens to the caller of its request.
    pub(in super::super) fn bind_session(&self, response: &SdkResponse, owner: SessionOwner) {
        let session = response.headers().get(&SESSION);
        if let Some(owner) = owner.0
            && let Some(session) = session.and_then(|id| id.to_str().ok())
        {
            self.sessions.set_owner(session, owner);
        }
    }
}
