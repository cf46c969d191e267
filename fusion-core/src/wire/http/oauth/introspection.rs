//! The author's function for tokens that are no JWTs.

use std::{error::Error, fmt, future::Future, pin::Pin, sync::Arc};

use crate::ctx::Claims;

type Introspecting = Pin<Box<dyn Future<Output = Result<Option<Claims>, String>> + Send>>;

/// The function, with its future boxed and its error as a text without the token.
pub(super) type IntrospectFn = Arc<dyn Fn(BearerToken) -> Introspecting + Send + Sync>;

/// An access token, as its client sent it. `Debug` does not show it.
#[derive(Clone)]
pub struct BearerToken(String);

impl BearerToken {
    pub(super) fn new(token: &str) -> Self {
        Self(token.to_owned())
    }

    /// Returns the token, for a request to its issuer. Do not log it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for BearerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BearerToken(…)")
    }
}

/// Boxes the function and its futures.
pub(super) fn boxed_introspection<F, Fut, E>(function: F) -> IntrospectFn
where
    F: Fn(BearerToken) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Option<Claims>, E>> + Send + 'static,
    E: Into<Box<dyn Error + Send + Sync>>,
{
    Arc::new(move |token: BearerToken| {
        let secret = token.clone();
        let introspecting = function(token);
        Box::pin(async move {
            let claims = introspecting.await;
            // The text of an error may repeat the request, which has the token.
            claims.map_err(|error| error.into().to_string().replace(secret.as_str(), "…"))
        })
    })
}
