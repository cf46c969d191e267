//! The settings of sessions of the legacy era.

use std::time::Duration;

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
