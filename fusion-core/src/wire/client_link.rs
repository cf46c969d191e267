//! The SDK's handle of a connection, behind a call: for questions in the middle of it, and for authors.

use std::{
    any::Any,
    sync::{Arc, OnceLock},
};

use rmcp::{Peer, RoleServer};
#[cfg(all(feature = "ask", feature = "http"))]
use tokio_util::sync::CancellationToken;

use crate::ctx::{
    Ctx,
    link::{ClientLink, SharedLink},
};

/// Returns the SDK's handle of the connection that a call came from, to send notifications, or requests to a
/// client of the legacy era. `None` for a call inside the process, and for a call over HTTP without a session that
/// the server answers without the SDK; [`Server::lane`](crate::Server::lane) turns that off.
pub fn peer(ctx: &Ctx) -> Option<&Peer<RoleServer>> {
    let link: &dyn Any = ctx.link()?.0.as_any();
    link.downcast_ref::<PeerLink>()?.peer.get()
}

/// The SDK's handle of a connection, once it is known.
#[derive(Default)]
pub(super) struct PeerLink {
    peer: OnceLock<Peer<RoleServer>>,
    /// The token that ends open questions, because the server stops. A connection over a byte stream ends them by
    /// itself.
    #[cfg(all(feature = "ask", feature = "http"))]
    stopping: Option<CancellationToken>,
}

impl PeerLink {
    /// Returns the link of a call whose handle is known.
    pub(super) fn shared(peer: Peer<RoleServer>) -> SharedLink {
        let link = Self::default();
        link.set(peer);
        SharedLink(Arc::new(link))
    }

    /// Returns the link of a call whose questions end when the server begins to stop.
    #[cfg(all(feature = "ask", feature = "http"))]
    pub(super) fn until(peer: Peer<RoleServer>, stopping: CancellationToken) -> SharedLink {
        SharedLink(Arc::new(Self {
            peer: OnceLock::from(peer),
            stopping: Some(stopping),
        }))
    }

    /// Returns whether the handle is known.
    pub(super) fn is_set(&self) -> bool {
        self.peer.get().is_some()
    }

    /// Keeps the handle of a connection.
    pub(super) fn set(&self, peer: Peer<RoleServer>) {
        let _ = self.peer.set(peer);
    }
}

impl ClientLink for PeerLink {
    #[cfg(feature = "ask")]
    fn ask(&self, question: crate::error::Question) -> crate::ctx::link::AnswerFuture {
        let peer = self.peer.get().cloned();
        #[cfg(feature = "http")]
        let stopping = self.stopping.clone();
        Box::pin(async move {
            let peer = peer.ok_or("the connection has no begin")?;
            let answer = super::elicitation::ask(&peer, &question);
            #[cfg(feature = "http")]
            if let Some(stopping) = stopping {
                return tokio::select! {
                    biased;
                    () = stopping.cancelled() => Err("the server is ending".to_owned()),
                    answer = answer => answer,
                };
            }
            answer.await
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
