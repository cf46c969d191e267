//! The begins of sessions of the legacy era.

use std::time::Duration;

use ::redis::{Cmd, FromRedisValue, cmd};

use super::{BoxedSource, LIMIT, Redis};

/// The time for which a session is kept after its last use, in seconds.
const KEPT: u64 = 24 * 60 * 60;
/// The maximum size of the begin of a session in bytes.
const MAX_BYTES: usize = 64 * 1024;

impl Redis {
    /// Returns the begin of a session.
    pub(crate) async fn session(&self, id: &str) -> Result<Option<Vec<u8>>, BoxedSource> {
        let key = self.0.keys.session(id);
        let size: usize = self.query(cmd("STRLEN").arg(&key)).await?;
        if size > MAX_BYTES {
            return Err("the session is larger than any that is written".into());
        }
        self.query(cmd("GETEX").arg(&key).arg("EX").arg(KEPT)).await
    }

    /// Keeps the begin of a session.
    pub(crate) async fn keep_session(&self, id: &str, begin: Vec<u8>) -> Result<(), BoxedSource> {
        if begin.len() > MAX_BYTES {
            return Err("the begin of the session is too large".into());
        }
        let key = self.0.keys.session(id);
        self.query(cmd("SET").arg(key).arg(begin).arg("EX").arg(KEPT))
            .await
    }

    /// Forgets a session.
    pub(crate) async fn forget_session(&self, id: &str) -> Result<(), BoxedSource> {
        self.query(cmd("DEL").arg(self.0.keys.session(id))).await
    }

    async fn query<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, BoxedSource> {
        if !self.0.breaker.lets_through() {
            return Err("Redis could not be reached a moment ago".into());
        }
        let mut connection = self.0.connection.clone();
        let limit: Duration = LIMIT * 2;
        let reply = tokio::time::timeout(limit, command.query_async(&mut connection)).await;
        match &reply {
            Ok(Err(error)) if error.code().is_none() => self.0.breaker.failed(),
            Err(_) => self.0.breaker.failed(),
            Ok(_) => self.0.breaker.succeeded(),
        }
        Ok(reply??)
    }
}
