//! Telling clients that the list has changed, in the way of each era: a stateless client listens
//! for it with a request, a client with a handshake is sent a notification.

use std::convert::Infallible;

use rmcp::{Peer, RoleServer, service::SubscriptionSink};
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Tells every connected client that the list of tools has changed, so that it asks again.
///
/// ```
/// use fusion_core::{ListChanges, Registry, Server, server_info};
///
/// # fn server(registry: Registry) -> Server {
/// let changes = ListChanges::new();
/// let server = Server::new(registry, server_info!()).list_changes(&changes);
/// changes.announce(); // nobody is connected yet: nothing happens
/// # server
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct ListChanges(watch::Sender<u64>);

impl ListChanges {
    /// A channel without servers.
    pub fn new() -> Self {
        Self(watch::Sender::new(0))
    }

    /// Tells all clients of all servers that were given this channel. Several announcements at
    /// once may reach a client as one.
    pub fn announce(&self) {
        self.0
            .send_modify(|version| *version = version.wrapping_add(1));
    }

    /// Sends notifications to a client that has shaken hands, until its connection ends.
    pub(super) fn push(&self, peer: Peer<RoleServer>, connection: CancellationToken) {
        let mut changes = self.0.subscribe();
        tokio::spawn(connection.run_until_cancelled_owned(async move {
            while changes.changed().await.is_ok() {
                if let Err(error) = peer.notify_tool_list_changed().await {
                    tracing::debug!(%error, "a client was not told that the list has changed");
                    return;
                }
            }
        }));
    }

    /// Sends notifications on a stream that a stateless client has opened, if it asked for them.
    pub(super) async fn send(&self, sink: &SubscriptionSink) -> Infallible {
        let mut changes = self.0.subscribe();
        let wanted = sink.accepted().tools_list_changed == Some(true);
        while wanted && changes.changed().await.is_ok() {
            if let Err(error) = sink.notify_tool_list_changed().await {
                tracing::debug!(%error, "a client was not told that the list has changed");
                break;
            }
        }
        std::future::pending().await
    }
}

impl Default for ListChanges {
    fn default() -> Self {
        Self::new()
    }
}

/// Lives as long as a connection's handler, so that what runs for the connection ends with it.
pub(super) struct Connection {
    token: CancellationToken,
    _guard: DropGuard,
}

impl Connection {
    pub(super) fn new() -> Self {
        let token = CancellationToken::new();
        Self {
            _guard: token.clone().drop_guard(),
            token,
        }
    }

    /// Fires when the connection is gone.
    pub(super) fn token(&self) -> CancellationToken {
        self.token.clone()
    }
}

/// Another: a handler is cloned to serve one connection more.
impl Clone for Connection {
    fn clone(&self) -> Self {
        Self::new()
    }
}
