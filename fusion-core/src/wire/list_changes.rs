//! Notifications of list changes. A client of the modern era receives them on its subscription stream, a
//! client of the legacy era on its connection.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, atomic::AtomicBool},
};

use rmcp::{
    Peer, RoleServer,
    service::{ServiceError, SubscriptionSendError, SubscriptionSink},
};
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{
    client_link::PeerLink, initialize::OfferedKinds, listen_streams::AcceptedStreams,
    subscriptions::LegacySubscriptions,
};
use crate::{call::Replica, registry::View};

/// A channel that notifies every connected client of changes to the lists of tools, prompts and
/// resources, so that the client requests them again.
///
/// ```
/// use fusion_core::{server::ListChanges, Registry, Server, server_info};
///
/// # fn server(registry: Registry) -> Server {
/// let changes = ListChanges::new();
/// let server = Server::new(registry, server_info!()).list_changes(&changes);
/// changes.announce(); // does nothing, because no client is connected yet
/// # server
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct ListChanges(Arc<ListChannel>);

#[derive(Debug, Default)]
struct ListChannel {
    local: watch::Sender<u64>,
    /// The connections to the replicas of the registries with this channel.
    replicas: Mutex<Vec<Weak<Replica>>>,
}

/// The changes of lists that concern one client: those of this process, and those of other replicas.
pub(super) struct ListNews {
    local: watch::Receiver<u64>,
    replicas: Option<watch::Receiver<u64>>,
}

impl ListNews {
    /// Waits for a change. Returns false if none can follow.
    async fn changed(&mut self) -> bool {
        let Some(replicas) = &mut self.replicas else {
            return self.local.changed().await.is_ok();
        };
        tokio::select! {
            changed = self.local.changed() => changed.is_ok(),
            changed = replicas.changed() => changed.is_ok(),
        }
    }
}

impl ListChanges {
    /// Creates a channel without servers.
    pub fn new() -> Self {
        Self(Arc::default())
    }

    /// Notifies all clients of all servers with this channel. Several announcements in a short time may
    /// reach a client as one. If the registry of a server has a [bus](crate::shared::Bus), the clients of its other
    /// replicas are notified as well.
    pub fn announce(&self) {
        self.announce_here();
        for replica in self.replicas() {
            replica.publish_lists();
        }
    }

    /// Notifies the clients of this process.
    pub(super) fn announce_here(&self) {
        self.0
            .local
            .send_modify(|version| *version = version.wrapping_add(1));
    }

    /// Adds the replicas of the registry of a view to those that are notified.
    pub(super) fn connect(&self, view: &View) {
        let Some(replica) = view.replica() else {
            return;
        };
        let replica = Arc::downgrade(replica);
        let mut replicas = self.lock();
        replicas.retain(|known| known.strong_count() > 0 && !known.ptr_eq(&replica));
        replicas.push(replica);
    }

    fn replicas(&self) -> Vec<Arc<Replica>> {
        self.lock().iter().filter_map(Weak::upgrade).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Weak<Replica>>> {
        // The list behind a poisoned lock is still valid.
        let replicas = &self.0.replicas;
        replicas.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends notifications to a client of the legacy era until its connection ends.
    pub(super) fn push(
        &self,
        view: &View,
        peer: Peer<RoleServer>,
        connection: CancellationToken,
        has: OfferedKinds,
    ) {
        let mut changes = self.receiver(view);
        tokio::spawn(connection.run_until_cancelled_owned(async move {
            while changes.changed().await {
                if let Err(error) = lists_changed(&peer, has).await {
                    tracing::debug!(%error, "a client was not told that the lists have changed");
                    return;
                }
            }
        }));
    }

    /// Creates a receiver for later announcements.
    pub(super) fn receiver(&self, view: &View) -> ListNews {
        ListNews {
            local: self.0.local.subscribe(),
            replicas: view.replica().map(|replica| replica.list_changes()),
        }
    }

    /// Sends the requested notifications on the subscription stream of a client of the modern era.
    pub(super) async fn send(
        mut changes: ListNews,
        sink: &SubscriptionSink,
        has: OfferedKinds,
    ) -> Infallible {
        let accepted = sink.accepted();
        let wanted = OfferedKinds {
            tools: has.tools && accepted.tools_list_changed == Some(true),
            prompts: has.prompts && accepted.prompts_list_changed == Some(true),
            resources: has.resources && accepted.resources_list_changed == Some(true),
        };
        while changes.changed().await {
            if let Err(error) = lists_changed_on(sink, wanted).await {
                tracing::debug!(%error, "a client was not told that the lists have changed");
                break;
            }
        }
        std::future::pending().await
    }
}

/// Connects a server to the other replicas of its registry, if there are any.
pub(super) fn connect_replicas(view: &View, changes: Option<&ListChanges>) {
    if let Some(replica) = view.replica() {
        replica.start();
    }
    if let Some(changes) = changes {
        changes.connect(view);
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

/// The state of one connection. It is dropped with the connection's handler, which ends the tasks of
/// the connection.
pub(super) struct Connection {
    token: CancellationToken,
    _guard: DropGuard,
    /// True once a task sends list changes to a client of the legacy era, which may repeat its notification
    /// `initialized`.
    pub(super) is_notified: AtomicBool,
    /// The SDK's handle of the connection.
    pub(super) link: Arc<PeerLink>,
    /// The subscriptions of a client of the legacy era.
    pub(super) watching: LegacySubscriptions,
    /// The accepted subscription streams of a client of the modern era.
    pub(super) accepted_streams: AcceptedStreams,
}

impl Connection {
    pub(super) fn new() -> Self {
        let token = CancellationToken::new();
        Self {
            _guard: token.clone().drop_guard(),
            token,
            is_notified: AtomicBool::new(false),
            link: Arc::default(),
            watching: LegacySubscriptions::default(),
            accepted_streams: AcceptedStreams::default(),
        }
    }

    /// Returns a token that fires when the connection ends.
    pub(super) fn token(&self) -> CancellationToken {
        self.token.clone()
    }
}

/// Creates the state of a new connection, because the SDK clones a handler for each connection.
impl Clone for Connection {
    fn clone(&self) -> Self {
        Self::new()
    }
}
