//! Telling clients that the lists have changed, in the way of each era: a stateless client listens
//! for it with a request, a client with a handshake is sent a notification.

use std::convert::Infallible;

use rmcp::{
    Peer, RoleServer,
    service::{ServiceError, SubscriptionSendError, SubscriptionSink},
};
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{
    initialize::OfferedKinds, listen_streams::AcceptedStream, subscriptions::LegacySubscriptions,
};

/// Tells every connected client that the lists have changed, of tools, of prompts and of resources,
/// so that it asks again.
///
/// ```
/// use fusion_core::{server::ListChanges, Registry, Server, server_info};
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
    pub(super) fn push(
        &self,
        peer: Peer<RoleServer>,
        connection: CancellationToken,
        has: OfferedKinds,
    ) {
        let mut changes = self.0.subscribe();
        tokio::spawn(connection.run_until_cancelled_owned(async move {
            while changes.changed().await.is_ok() {
                if let Err(error) = lists_changed(&peer, has).await {
                    tracing::debug!(%error, "a client was not told that the lists have changed");
                    return;
                }
            }
        }));
    }

    /// Sees what is announced from now on.
    pub(super) fn receiver(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }

    /// Sends notifications on a stream that a stateless client has opened, as far as it asked for
    /// them.
    pub(super) async fn send(
        mut changes: watch::Receiver<u64>,
        sink: &SubscriptionSink,
        has: OfferedKinds,
    ) -> Infallible {
        let accepted = sink.accepted();
        let wanted = OfferedKinds {
            tools: has.tools && accepted.tools_list_changed == Some(true),
            prompts: has.prompts && accepted.prompts_list_changed == Some(true),
            resources: has.resources && accepted.resources_list_changed == Some(true),
        };
        while changes.changed().await.is_ok() {
            if let Err(error) = lists_changed_on(sink, wanted).await {
                tracing::debug!(%error, "a client was not told that the lists have changed");
                break;
            }
        }
        std::future::pending().await
    }
}

async fn lists_changed(peer: &Peer<RoleServer>, has: OfferedKinds) -> Result<(), ServiceError> {
    if has.tools {
        peer.notify_tool_list_changed().await?;
    }
    if has.prompts {
        peer.notify_prompt_list_changed().await?;
    }
    if has.resources {
        peer.notify_resource_list_changed().await?;
    }
    Ok(())
}

async fn lists_changed_on(
    sink: &SubscriptionSink,
    has: OfferedKinds,
) -> Result<(), SubscriptionSendError> {
    if has.tools {
        sink.notify_tool_list_changed().await?;
    }
    if has.prompts {
        sink.notify_prompt_list_changed().await?;
    }
    if has.resources {
        sink.notify_resource_list_changed().await?;
    }
    Ok(())
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
    /// What a client that has shaken hands subscribed to.
    pub(super) watching: LegacySubscriptions,
    /// What a stateless client was told that it will be told of.
    pub(super) accepted: AcceptedStream,
}

impl Connection {
    pub(super) fn new() -> Self {
        let token = CancellationToken::new();
        Self {
            _guard: token.clone().drop_guard(),
            token,
            watching: LegacySubscriptions::default(),
            accepted: AcceptedStream::default(),
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
