//! The sessions of clients of the legacy era: how many there are, and how long an unused one lives. The
//! SDK's own manager keeps the messages; it has no limit, and ends no session to which it still sends.

#[cfg(any(feature = "ask", feature = "oauth"))]
mod owner;
mod replay;
mod session;
mod stream;
mod transport;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use futures_core::Stream;
use rmcp::{
    model::{
        ClientJsonRpcMessage, ClientNotification, GetExtensions, JsonRpcMessage, RequestId,
        ServerJsonRpcMessage,
    },
    transport::streamable_http_server::session::{
        RestoreOutcome, ServerSseMessage, SessionId, SessionManager,
        local::{LocalSessionManager, LocalSessionManagerError},
    },
};

use super::{
    super::{
        pending_requests::in_flight,
        request_ids::{ReplacedIds, client_id},
    },
    HttpStop,
};
#[cfg(any(feature = "ask", feature = "oauth"))]
pub(super) use owner::{no_session, session_id};
use replay::ReplayedStream;
use session::Session;
use stream::SessionStream;
use transport::SessionTransport;

/// The limits of sessions.
#[derive(Clone, Copy, Debug)]
pub(super) struct SessionLimits {
    /// The maximum number of sessions, at least one.
    pub(super) max: usize,
    /// The time without a request of the client after which a session ends.
    pub(super) idle: Duration,
}

type SdkTransport = <LocalSessionManager as SessionManager>::Transport;

/// The sessions of one endpoint.
pub(super) struct Sessions(Arc<SessionTable>);

struct SessionTable {
    sdk: LocalSessionManager,
    limits: SessionLimits,
    stop: HttpStop,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    sessions: HashMap<SessionId, Arc<Session>>,
    /// The number of sessions that the SDK's manager is creating.
    reserved: usize,
    /// A task ends idle sessions while there are any.
    is_swept: bool,
}

/// The place of a session that the SDK's manager is creating. It is dropped once the session is in the table.
struct ReservedPlace<'t>(&'t SessionTable);

impl Drop for ReservedPlace<'_> {
    fn drop(&mut self) {
        self.0.lock().reserved -= 1;
    }
}

#[derive(Debug, thiserror::Error)]
pub(super) enum SessionsError {
    #[error(transparent)]
    Sdk(#[from] LocalSessionManagerError),
    #[error("all sessions are in use")]
    Full,
}

impl Sessions {
    pub(super) fn new(limits: SessionLimits, stop: HttpStop) -> Self {
        let mut sdk = LocalSessionManager::default();
        // Its clock starts anew with each message of the server.
        sdk.session_config.keep_alive = None;
        Self(Arc::new(SessionTable {
            sdk,
            limits,
            stop,
            open: Mutex::default(),
        }))
    }

    /// Returns whether there is no room for another session, because each one waits for a response.
    pub(super) fn are_all_in_use(&self) -> bool {
        let open = self.0.lock();
        open.sessions.len() + open.reserved >= self.0.limits.max
            && open.sessions.values().all(|session| session.is_in_use())
    }

    fn session(&self, id: &SessionId) -> Option<Arc<Session>> {
        self.0.lock().sessions.get(id).cloned()
    }
}

impl SessionTable {
    fn lock(&self) -> MutexGuard<'_, Open> {
        // The map behind a poisoned lock is still valid.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves the place of a session until the returned value is dropped. If there is no other place, the session
    /// that has been idle for the longest time ends.
    fn reserve(&self) -> Result<ReservedPlace<'_>, SessionsError> {
        let mut open = self.lock();
        let mut removed = None;
        if open.sessions.len() + open.reserved >= self.limits.max {
            let idle = open
                .sessions
                .iter()
                .filter(|(_, session)| !session.is_in_use());
            let oldest = idle.min_by_key(|(_, session)| session.last_used());
            let id = oldest
                .map(|(id, _)| id.clone())
                .ok_or(SessionsError::Full)?;
            removed = open.sessions.remove_entry(&id);
        }
        open.reserved += 1;
        drop(open);
        if let Some((id, session)) = removed {
            tracing::debug!(session = &*id, "a session ends, because there are too many");
            session.end();
        }
        Ok(ReservedPlace(self))
    }

    /// Removes the sessions whose time is over. Returns false if none is left.
    fn sweep(&self) -> bool {
        let now = Instant::now();
        let mut ended = Vec::new();
        let mut open = self.lock();
        open.sessions.retain(|id, session| {
            let is_over = !session.is_waited_for()
                && now.saturating_duration_since(session.last_used()) >= self.limits.idle;
            if is_over {
                ended.push((id.clone(), Arc::clone(session)));
            }
            !is_over
        });
        let is_left = !open.sessions.is_empty();
        open.is_swept = is_left;
        drop(open);
        for (id, session) in ended {
            tracing::debug!(
                session = &*id,
                "a session ends, because its client does not use it"
            );
            session.end();
        }
        is_left
    }

    fn add(self: &Arc<Self>, id: SessionId, session: Arc<Session>) {
        let mut open = self.lock();
        open.sessions.insert(id, session);
        if std::mem::replace(&mut open.is_swept, true) {
            return;
        }
        let shared = Arc::downgrade(self);
        // Short enough that a session lives at most an eighth longer.
        let pause = (self.limits.idle / 8).max(Duration::from_millis(1));
        let stopped = self.stop.streams();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    () = stopped.cancelled() => return,
                    () = tokio::time::sleep(pause) => {}
                }
                match shared.upgrade() {
                    Some(shared) if shared.sweep() => {}
                    _ => return,
                }
            }
        });
    }
}

/// Returns a stream with the error for a request whose id is that of a request in flight.
fn refused(id: RequestId) -> SessionStream {
    let error = ServerJsonRpcMessage::error(in_flight(&id), Some(id));
    SessionStream::of_one(ServerSseMessage::from_message(error))
}

impl SessionManager for Sessions {
    type Error = SessionsError;
    type Transport = ReplacedIds<SessionTransport>;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Self::Error> {
        let _place = self.0.reserve()?;
        let (id, transport) = self.0.sdk.create_session().await?;
        Ok((id.clone(), self.open(id, transport)))
    }

    async fn restore_session(
        &self,
        id: SessionId,
    ) -> Result<RestoreOutcome<Self::Transport>, Self::Error> {
        let _place = self.0.reserve()?;
        Ok(match self.0.sdk.restore_session(id.clone()).await? {
            RestoreOutcome::Restored(transport) => {
                RestoreOutcome::Restored(self.open(id, transport))
            }
            RestoreOutcome::AlreadyPresent => RestoreOutcome::AlreadyPresent,
            _ => RestoreOutcome::NotSupported,
        })
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Self::Error> {
        Ok(self.0.sdk.initialize_session(id, message).await?)
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Self::Error> {
        let session = self.session(id);
        if let Some(session) = &session {
            session.touch();
        }
        Ok(session.is_some())
    }

    /// The SDK calls it when the client or the session's service has ended the session.
    async fn close_session(&self, id: &SessionId) -> Result<(), Self::Error> {
        let session = self.0.lock().sessions.remove(id);
        if let Some(session) = session {
            session.end();
        }
        Ok(self.0.sdk.close_session(id).await?)
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        mut message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        let session = self.existing(id)?;
        let JsonRpcMessage::Request(request) = &mut message else {
            let stream = self.0.sdk.create_stream(id, message).await?;
            return Ok(session.attach(None, Box::pin(stream)));
        };
        // The client cancels by its own id. The transport of the session replaces it again.
        request.id = client_id(&request.id, request.request.extensions()).clone();
        let request = request.id.clone();
        let Some(begun) = session.begin(request.clone()) else {
            return Ok(refused(request));
        };
        let stream = self.0.sdk.create_stream(id, message).await?;
        Ok(session.attach(begun.keep(), Box::pin(stream)))
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Self::Error> {
        let session = self.existing(id)?;
        // A cancelled request gets no response.
        if let JsonRpcMessage::Notification(notification) = &message
            && let ClientNotification::CancelledNotification(cancelled) = &notification.notification
            && let Some(request) = &cancelled.params.request_id
        {
            session.settle(request);
        }
        Ok(self.0.sdk.accept_message(id, message).await?)
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        let session = self.existing(id)?;
        let stream = self.0.sdk.create_standalone_stream(id).await?;
        Ok(session.attach(None, Box::pin(stream)))
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        let session = self.existing(id)?;
        if let Some(missed) = session.missed(&last_event_id) {
            return Ok(SessionStream::of_one(missed));
        }
        let request = session.request_of(&last_event_id);
        let stream = self.0.sdk.resume(id, last_event_id.clone()).await?;
        let stream = ReplayedStream::after(&last_event_id, request.is_none(), Box::pin(stream));
        Ok(session.attach(request, stream))
    }
}

impl Sessions {
    /// Adds a session of the SDK's manager.
    fn open(&self, id: SessionId, transport: SdkTransport) -> ReplacedIds<SessionTransport> {
        let session = Arc::new(Session::new());
        self.0.add(id, Arc::clone(&session));
        let token = self.0.stop.track_session();
        ReplacedIds::new(SessionTransport::new(transport, session, token))
    }

    fn existing(&self, id: &SessionId) -> Result<Arc<Session>, SessionsError> {
        let missing = || LocalSessionManagerError::SessionNotFound(id.clone()).into();
        self.session(id).ok_or_else(missing)
    }
}
