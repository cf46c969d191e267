//! The callers to whom sessions belong.

use super::Sessions;

impl Sessions {
    /// Binds a session to its caller, once.
    pub(in super::super) fn set_owner(&self, id: &str, owner: String) {
        if let Some(session) = self.session(&id.into()) {
            let _ = session.owner.set(owner);
        }
    }

    /// Returns false if the session belongs to another caller. One that does not exist belongs to everybody.
    pub(in super::super) fn is_of(&self, id: &str, owner: &str) -> bool {
        let session = self.session(&id.into());
        session.is_none_or(|session| session.owner.get().is_some_and(|of| of == owner))
    }
}
