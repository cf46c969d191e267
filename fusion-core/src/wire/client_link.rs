//! The SDK's handle of a connection, behind a call: for questions in the middle of it, and for authors.

use std::{
    any::Any,
    sync::{Arc, OnceLock},
};

use rmcp::{Peer, RoleServer};

use crate::ctx::{
    Ctx,
    link::{ClientLink, SharedLink},
};

/// Returns the SDK's handle of the connection that a call came from, to send notifications, or requests to a
/// client of the legacy era. `None` for a call inside the process, and for a call over HTTP without a session that
/// the server answers without the SDK; [`Server::lane`](crate::Server::lane) turns that off.
pub fn peer(ctx: &Ctx) -> Option<&Peer<RoleServer>> {
    let link: &dyn Any = ctx.link()?.0.as_any();
    link.downcast_ref::<PeerLink>()?.0.get()
}

/// The SDK's handle of a connection, once it is known.
#[derive(Default)]
pub(super) struct PeerLink(OnceLock<Peer<RoleServer>>);

impl PeerLink {
    /// Returns the link of a call whose handle is known.
    pub(super) fn shared(peer: Peer<RoleServer>) -> SharedLink {
        let link = Self::default();
        link.set(peer);
        SharedLink(Arc::new(link))
    }

    /// Keeps the handle of a connection.
    pub(super) fn set(&self, peer: Peer<RoleServer>) {
        let _ = self.0.set(peer);
    }
}

impl ClientLink for PeerLink {
    #[cfg(feature = "ask")]
    fn ask(&self, question: crate::error::Question) -> crate::ctx::link::AnswerFuture {
        let peer = self.0.get().cloned();
        Box::pin(async move {
            let peer = peer.ok_or("the connection has no begin")?;
            super::elicitation::ask(&peer, &question).await
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
