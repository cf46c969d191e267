//! Whether an answer is still wanted.

use tokio_util::sync::CancellationToken;

/// Tells a handler that its answer is no longer wanted.
///
/// A cancelled call is dropped at its next `.await`, so most handlers need not look. It is for
/// work that must stop in the middle: a loop on another thread, a transaction, a child process.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Option<CancellationToken>);

impl Cancellation {
    /// One that can be cancelled with [`Cancellation::cancel`].
    pub fn new() -> Self {
        Self(Some(CancellationToken::new()))
    }

    /// One that never fires.
    pub const fn never() -> Self {
        Self(None)
    }

    /// Fires it, for every clone.
    pub fn cancel(&self) {
        if let Some(token) = &self.0 {
            token.cancel();
        }
    }

    /// One that fires with this one, and can be fired alone.
    pub(crate) fn child(&self) -> CancellationToken {
        match &self.0 {
            Some(token) => token.child_token(),
            None => CancellationToken::new(),
        }
    }

    /// Whether it has fired.
    pub fn is_cancelled(&self) -> bool {
        self.0.as_ref().is_some_and(CancellationToken::is_cancelled)
    }

    /// Waits until it fires, for ever if it never does.
    pub async fn cancelled(&self) {
        match &self.0 {
            Some(token) => token.cancelled().await,
            None => std::future::pending().await,
        }
    }

    /// Whether it can fire at all.
    pub(crate) fn token(&self) -> Option<&CancellationToken> {
        self.0.as_ref()
    }
}

impl From<CancellationToken> for Cancellation {
    fn from(token: CancellationToken) -> Self {
        Self(Some(token))
    }
}
