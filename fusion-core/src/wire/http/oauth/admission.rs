//! The admission of a request: its token, and in a session also its caller. The id of a session proves nothing
//! about who sends it.

use axum::{extract::Request, response::Response};

use super::super::{
    endpoint::Endpoint,
    sdk_body::SdkResponse,
    sessions::{no_session, session_id},
};
use crate::ctx::Claims;

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
        if let Some(session) = session_id(request.headers())
            && !self.sessions.is_of(session, &owner)
        {
            return Err(no_session());
        }
        Ok(SessionOwner(Some(owner)))
    }

    /// Binds the session that a response opens to the caller of its request.
    pub(in super::super) fn bind_session(&self, response: &SdkResponse, owner: SessionOwner) {
        if let Some(owner) = owner.0
            && let Some(session) = session_id(response.headers())
        {
            self.sessions.set_owner(session, owner);
        }
    }
}
