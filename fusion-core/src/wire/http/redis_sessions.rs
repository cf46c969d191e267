//! The begins of sessions in Redis.

use std::pin::Pin;

use rmcp::transport::streamable_http_server::session::{
    SessionState, SessionStore, SessionStoreError,
};

use crate::shared::Redis;

type Reply<'a, T> = Pin<Box<dyn Future<Output = Result<T, SessionStoreError>> + Send + 'a>>;

/// Keeps the begin of each session for a day after its last use by another replica.
impl SessionStore for Redis {
    fn load<'s, 'i, 'r>(&'s self, id: &'i str) -> Reply<'r, Option<SessionState>>
    where
        's: 'r,
        'i: 'r,
    {
        Box::pin(async move {
            let Some(state) = self.session(id).await? else {
                return Ok(None);
            };
            match serde_json::from_slice(&state) {
                Ok(state) => Ok(Some(state)),
                Err(error) => {
                    tracing::warn!(%error, "the value of a session is no session");
                    Ok(None)
                }
            }
        })
    }

    fn store<'s, 'i, 't, 'r>(&'s self, id: &'i str, state: &'t SessionState) -> Reply<'r, ()>
    where
        's: 'r,
        'i: 'r,
        't: 'r,
    {
        Box::pin(async move {
            let begin = serde_json::to_vec(state)?;
            self.keep_session(id, begin).await
        })
    }

    fn delete<'s, 'i, 'r>(&'s self, id: &'i str) -> Reply<'r, ()>
    where
        's: 'r,
        'i: 'r,
    {
        Box::pin(async move { Ok(self.forget_session(id).await?) })
    }
}
