//! The settings of sessions of the legacy era.

use std::{sync::Arc, time::Duration};

use rmcp::transport::streamable_http_server::session::SessionStore;

use super::HttpServer;

impl HttpServer {
    /// Keeps a session for each client of the legacy era; off by default. Such a client can then open a
    /// stream by `GET` and resume it, and must send its requests to the same process.
    ///
    /// A client that resumes the stream of a call within a minute also gets the response that the call
    /// returned in the meantime. A response is lost if it was sent on a connection that was broken, and
    /// nobody knew yet.
    pub fn legacy_sessions(mut self, keep: bool) -> Self {
        self.legacy_sessions = keep;
        self
    }

    /// Keeps the begin of each session in a store that several replicas share, so that a replica that does not know a
    /// session opens it again: its client need not initialize once more. With the feature `redis`, a
    /// [`Redis`](crate::shared::Redis) is such a store.
    ///
    /// The client, its capabilities and the revision survive. Subscriptions, open streams, missed responses, calls in
    /// flight and open questions do not; a client that needs them must send its requests to one replica. Sessions of a
    /// server with OAuth, or with actions that ask their user, belong to a caller, and are not opened elsewhere.
    pub fn legacy_session_store(mut self, store: impl SessionStore) -> Self {
        self.session_store = Some(Arc::new(store));
        self
    }

    /// Sets the maximum number of sessions, 1,000 by default, at least one. A new session ends the one
    /// that has been idle for the longest time. If every session waits for a response, the client of a
    /// new one gets 503.
    pub fn max_legacy_sessions(mut self, sessions: usize) -> Self {
        self.session_limits.max = sessions.max(1);
        self
    }

    /// Sets the time after which an idle session ends, 5 minutes by default. A session is idle while its
    /// client sends no request and waits for no response on an open stream; what the server sends does not
    /// count. The end of a session cancels its calls.
    pub fn legacy_session_timeout(mut self, timeout: Duration) -> Self {
        self.session_limits.idle = timeout;
        self
    }
}
