//! The callers of sessions of servers that ask their users: the answer to a question comes in a request of its own,
//! and counts only for the caller who was asked. The id of a session proves nothing about who sends it.

use std::{future::Future, pin::Pin};

use axum::{extract::Request, response::Response};
use http::Method;

use super::{
    HttpServer,
    endpoint::Endpoint,
    lane::era,
    request_context::request_context,
    sdk_body::SdkResponse,
    sessions::{no_session, session_id},
};
use crate::{ctx::Era, registry::View};

/// The caller of a request that may open a session.
pub(super) struct SessionCaller(Option<String>);

/// The future of the caller of a request, or of the response to one in the session of another caller.
type Admission<'e> = Pin<Box<dyn Future<Output = Result<SessionCaller, Response>> + Send + 'e>>;

impl Endpoint {
    /// Names the caller of a request that may open a session, and refuses one in the session of another caller. A
    /// session without a caller is that of the first one who names itself. Returns `None` if no user is asked in a
    /// session.
    pub(super) fn admit_caller(&self, request: &Request) -> Option<Admission<'_>> {
        let view = self.asking.as_ref()?;
        let headers = request.headers();
        let session = session_id(headers).map(str::to_owned);
        let opens = *request.method() == Method::POST && era(headers) != Some(Era::Modern);
        if session.is_none() && !opens {
            return None;
        }
        let mut ctx = request_context(request, Era::Legacy);
        Some(Box::pin(async move {
            let caller = view.caller(&mut ctx).await;
            match session {
                None => Ok(SessionCaller(caller)),
                Some(id) if self.sessions.is_of_caller(&id, caller) => Ok(SessionCaller(None)),
                Some(_) => Err(no_session()),
            }
        }))
    }

    /// Binds the session that a response opens to the caller of its request.
    pub(super) fn bind_caller(&self, response: &SdkResponse, caller: Option<SessionCaller>) {
        if let Some(SessionCaller(Some(caller))) = caller
            && let Some(id) = session_id(response.headers())
        {
            self.sessions.is_of_caller(id, Some(caller));
        }
    }
}

/// Returns the view of a server whose calls may ask the users of sessions; `None` if none does.
pub(super) fn asking_view(server: &HttpServer) -> Option<View> {
    let view = &server.handler.wrapper.view;
    (server.legacy_sessions && view.asking_action().is_some()).then(|| view.clone())
}
