//! The begins of sessions of the legacy era.

use std::time::Duration;

use ::redis::{Cmd, FromRedisValue, cmd};

use super::{BoxedSource, Redis, ScriptError};

/// The time for which a session is kept after its last use.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);
/// The maximum size of the begin of a session in bytes.
const MAX_BYTES: usize = 64 * 1024;

/// Redis failed. The reason is in the log, because clients read this text.
#[derive(Debug, thiserror::Error)]
#[error("sessions cannot be read at the moment")]
pub(crate) struct SessionsUnavailable;

impl Redis {
    /// Returns the begin of a session. A value that no replica has written is none.
    pub(crate) async fn session(&self, id: &str) -> Result<Option<Vec<u8>>, SessionsUnavailable> {
        let key = self.0.keys.session(id);
        let size = self.query::<usize>(cmd("STRLEN").arg(&key)).await;
        let is_legal = match &size {
            Ok(size) => *size <= MAX_BYTES,
            Err(error) => !matches!(error, ScriptError::WrongType(_)),
        };
        if !is_legal {
            tracing::warn!("the value of a session is no session: it is too large, or no text");
            return Ok(None);
        }
        self.reported(size)?;
        let seconds = KEPT.as_secs();
        let mut command = cmd("GETEX");
        command.arg(&key).arg("EX").arg(seconds);
        self.reported(self.query(&command).await)
    }

    /// Keeps the begin of a session.
    pub(crate) async fn keep_session(&self, id: &str, begin: Vec<u8>) -> Result<(), BoxedSource> {
        if begin.len() > MAX_BYTES {
            return Err("the begin of the session is too large".into());
        }
        let key = self.0.keys.session(id);
        let seconds = KEPT.as_secs();
        let mut command = cmd("SET");
        command.arg(key).arg(begin).arg("EX").arg(seconds);
        Ok(self.reported(self.query(&command).await)?)
    }

    /// Forgets a session.
    pub(crate) async fn forget_session(&self, id: &str) -> Result<(), SessionsUnavailable> {
        let key = self.0.keys.session(id);
        let forgotten = self.query(cmd("DEL").arg(key)).await;
        self.reported(forgotten)
    }

    async fn query<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, ScriptError> {
        let mut connection = self.0.connection.clone();
        self.0.answer_to(command.query_async(&mut connection)).await
    }

    /// Logs the begin and the end of a failure, and hides its reason.
    fn reported<T>(&self, ran: Result<T, ScriptError>) -> Result<T, SessionsUnavailable> {
        let state = &self.0.session_failure;
        match ran {
            Ok(reply) => {
                if state.ends() {
                    tracing::info!("sessions can be read and kept again");
                }
                Ok(reply)
            }
            Err(error) => {
                // Without a failure, the one before has a line.
                if let Some(failure) = error.into_failure()
                    && state.begins(failure.kind())
                {
                    let error = failure.text();
                    tracing::warn!(error, "sessions can be neither read nor kept");
                }
                Err(SessionsUnavailable)
            }
        }
    }
}
