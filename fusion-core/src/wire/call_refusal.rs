//! Refusals of calls that have a status over HTTP. The SDK maps the errors of a handler to 200, 400 and 404 only, so
//! that the endpoint replaces its response.

use std::sync::{Arc, OnceLock};

use http::request::Parts;
use rmcp::model::Extensions;

use crate::error::CallError;

/// A refusal with a status of its own over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CallRefusal {
    /// The caller has to authenticate, again or as somebody else: 401.
    Unauthorized,
    /// The caller was not granted these scopes: 403 under OAuth, where a challenge can name them.
    MissingScopes(Vec<&'static str>),
}

impl CallRefusal {
    /// Returns the refusal in an error; `None` for errors that have no status.
    pub(super) fn of(error: &CallError) -> Option<Self> {
        match error {
            CallError::Refused { error, .. } | CallError::Failed { error, .. } => {
                error.is_unauthorized().then_some(Self::Unauthorized)
            }
            CallError::MissingScopes { scopes, .. } => Some(Self::MissingScopes(scopes.clone())),
            _ => None,
        }
    }
}

/// The place in the extensions of an HTTP request for the refusal of its call.
#[derive(Clone, Debug, Default)]
pub(super) struct RefusalSlot(Arc<OnceLock<CallRefusal>>);

impl RefusalSlot {
    /// Returns the slot of a request of the SDK, if the endpoint made one.
    pub(super) fn of(extensions: &Extensions) -> Option<Self> {
        let parts = extensions.get::<Parts>()?;
        parts.extensions.get::<Self>().cloned()
    }

    /// Returns the refusal of the call.
    #[cfg(feature = "http")]
    pub(super) fn refusal(&self) -> Option<&CallRefusal> {
        self.0.get()
    }
}

/// Records the refusal in an error, for the endpoint.
pub(super) fn record(slot: Option<&RefusalSlot>, error: &CallError) {
    if let Some(slot) = slot
        && let Some(refusal) = CallRefusal::of(error)
    {
        let _ = slot.0.set(refusal);
    }
}
