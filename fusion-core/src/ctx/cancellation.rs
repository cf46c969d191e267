//! The cancellation of a call.

use tokio_util::sync::CancellationToken;

/// A cancellation signal, which notifies a handler that its call was cancelled.
///
/// The future of a cancelled call is dropped at its next `.await`, so most handlers can ignore this
/// signal. Use it for work that must stop early: a loop on another thread, a transaction, a child
/// process.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Option<CancellationToken>);

impl Cancellation {
    /// Creates a signal that [`Cancellation::cancel`] fires.
    pub fn new() -> Self {
        Self(Some(CancellationToken::new()))
    }

    /// Creates a signal that never fires.
    pub const fn never() -> Self {
        Self(None)
    }

    /// Fires the signal, in all its clones.
    pub fn cancel(&self) {
        if let Some(token) = &self.0 {
            token.cancel();
        }
    }

    /// Creates a token that fires with this signal and can also be cancelled separately.
    pub(crate) fn child(&self) -> CancellationToken {
        match &self.0 {
            Some(token) => token.child_token(),
            None => CancellationToken::new(),
        }
    }

    /// Returns true if the signal has fired.
    pub fn is_cancelled(&self) -> bool {
        self.0.as_ref().is_some_and(CancellationToken::is_cancelled)
    }

    /// Waits until the signal fires. The future never completes for [`Cancellation::never`].
    pub async fn cancelled(&self) {
        match &self.0 {
            Some(token) => token.cancelled().await,
            None => std::future::pending().await,
        }
    }

    /// Returns the token; `None` if the signal never fires.
    pub(crate) fn token(&self) -> Option<&CancellationToken> {
        self.0.as_ref()
    }
}

impl From<CancellationToken> for Cancellation {
    fn from(token: CancellationToken) -> Self {
        Self(Some(token))
    }
}
