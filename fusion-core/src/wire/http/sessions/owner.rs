//! The callers to whom sessions belong.

use axum::response::Response;
use http::{HeaderMap, HeaderName, StatusCode};

use super::{super::endpoint::refusal, Sessions};

static SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// Returns the id of the session of a request, or of the one that a response opens.
pub(in super::super) fn session_id(headers: &HeaderMap) -> Option<&str> {
    headers.get(&SESSION)?.to_str().ok()
}

/// Returns the response to a request in the session of another caller, as for a session that does not exist.
pub(in super::super) fn no_session() -> Response {
    let text = "there is no such session\n".to_owned();
    refusal(StatusCode::NOT_FOUND, text)
}

impl Sessions {
    /// Binds a session to the caller of its token, once.
    #[cfg(feature = "oauth")]
    pub(in super::super) fn set_owner(&self, id: &str, owner: String) {
        if let Some(session) = self.session(&id.into()) {
            let _ = session.owner.set(owner);
        }
    }

    /// Returns false if the session belongs to another caller. One that does not exist belongs to everybody.
    #[cfg(feature = "oauth")]
    pub(in super::super) fn is_of(&self, id: &str, owner: &str) -> bool {
        let session = self.session(&id.into());
        session.is_none_or(|session| session.owner.get().is_some_and(|of| of == owner))
    }

    /// Binds a session without a caller to the first one who names itself. Returns false if it belongs to another
    /// one. A session that does not exist belongs to everybody.
    #[cfg(feature = "ask")]
    pub(in super::super) fn is_of_caller(&self, id: &str, caller: Option<String>) -> bool {
        let Some(session) = self.session(&id.into()) else {
            return true;
        };
        match caller {
            None => session.caller.get().is_none(),
            Some(caller) => *session.caller.get_or_init(|| caller.clone()) == caller,
        }
    }
}
