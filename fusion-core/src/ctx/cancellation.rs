//! The cancellation of a call.

#[cfg(feature = "rmcp")]
use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

/// A cancellation signal, which notifies a handler that its call was cancelled.
///
/// The future of a cancelled call is dropped at its next `.await`, so most handlers can ignore this
/// signal. Use it for work that must stop early: a loop on another thread, a transaction, a child
/// process.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Option<Signal>);

#[derive(Clone, Debug)]
enum Signal {
    Token(CancellationToken),
    #[cfg(feature = "rmcp")]
    Call(Arc<CallSignal>),
}

/// The signal of a call that a transport started. It has a token from the moment on when something waits for it or
/// fires it: most calls end before, and a token takes longer than a short handler.
#[cfg(feature = "rmcp")]
#[derive(Debug)]
struct CallSignal {
    /// Cancels all calls of the transport.
    transport: Arc<CancellationToken>,
    token: OnceLock<CancellationToken>,
}

impl Signal {
    fn token(&self) -> &CancellationToken {
        match self {
            Self::Token(token) => token,
            #[cfg(feature = "rmcp")]
            Self::Call(call) => call.token.get_or_init(|| call.transport.child_token()),
        }
    }

    fn is_cancelled(&self) -> bool {
        match self {
            Self::Token(token) => token.is_cancelled(),
            #[cfg(feature = "rmcp")]
            Self::Call(call) => call.token.get().unwrap_or(&call.transport).is_cancelled(),
        }
    }

    /// Returns `true` if firing the signal changes nothing, because nothing else holds it or waits for it.
    #[cfg(feature = "rmcp")]
    fn is_unnoticed(&self) -> bool {
        match self {
            Self::Token(_) => false,
            Self::Call(call) => Arc::strong_count(call) == 1 && call.token.get().is_none(),
        }
    }
}

/// Fires a signal when it is dropped: the signal of a call also fires after the response, so that nothing waits for it
/// any longer than the call.
#[cfg(feature = "rmcp")]
pub(crate) struct CancellationGuard(Cancellation);

#[cfg(feature = "rmcp")]
impl CancellationGuard {
    pub(crate) fn new(cancellation: Cancellation) -> Self {
        Self(cancellation)
    }

    pub(crate) fn signal(&self) -> &Cancellation {
        &self.0
    }
}

#[cfg(feature = "rmcp")]
impl Drop for CancellationGuard {
    fn drop(&mut self) {
        if !self.0.0.as_ref().is_some_and(Signal::is_unnoticed) {
            self.0.cancel();
        }
    }
}

impl Cancellation {
    /// Creates a signal that [`Cancellation::cancel`] fires.
    pub fn new() -> Self {
        CancellationToken::new().into()
    }

    /// Creates a signal that never fires.
    pub const fn never() -> Self {
        Self(None)
    }

    /// Fires the signal, in all its clones.
    pub fn cancel(&self) {
        if let Some(token) = self.token() {
            token.cancel();
        }
    }

    /// Creates a token that fires with this signal and can also be cancelled separately.
    pub(crate) fn child(&self) -> CancellationToken {
        match self.token() {
            Some(token) => token.child_token(),
            None => CancellationToken::new(),
        }
    }

    /// Returns true if the signal has fired.
    pub fn is_cancelled(&self) -> bool {
        self.0.as_ref().is_some_and(Signal::is_cancelled)
    }

    /// Waits until the signal fires. The future never completes for [`Cancellation::never`].
    pub async fn cancelled(&self) {
        match self.token() {
            Some(token) => token.cancelled().await,
            None => std::future::pending().await,
        }
    }

    /// Creates the signal of a call, which also fires with `transport`.
    #[cfg(feature = "rmcp")]
    pub(crate) fn of_call(transport: &Arc<CancellationToken>) -> Self {
        Self(Some(Signal::Call(Arc::new(CallSignal {
            transport: Arc::clone(transport),
            token: OnceLock::new(),
        }))))
    }

    /// Returns the token; `None` if the signal never fires.
    pub(crate) fn token(&self) -> Option<&CancellationToken> {
        self.0.as_ref().map(Signal::token)
    }
}

impl From<CancellationToken> for Cancellation {
    fn from(token: CancellationToken) -> Self {
        Self(Some(Signal::Token(token)))
    }
}

#[cfg(all(test, feature = "rmcp"))]
mod tests {
    use super::*;

    fn token_of(cancellation: &Cancellation) -> Option<&CancellationToken> {
        match &cancellation.0 {
            Some(Signal::Call(call)) => call.token.get(),
            _ => None,
        }
    }

    #[test]
    fn the_signal_of_a_call_has_a_token_once_something_needs_it() {
        let transport = Arc::new(CancellationToken::new());
        let call = Cancellation::of_call(&transport);
        assert!(!call.is_cancelled());
        assert!(token_of(&call).is_none());
        let held = call.clone();
        call.cancel();
        assert!(call.is_cancelled() && held.is_cancelled());
        assert!(!transport.is_cancelled());
    }

    #[tokio::test]
    async fn the_end_of_a_transport_fires_the_signals_of_its_calls() {
        let transport = Arc::new(CancellationToken::new());
        let [without, with] = [(); 2].map(|()| Cancellation::of_call(&transport));
        let child = with.child();
        assert!(token_of(&with).is_some());
        transport.cancel();
        assert!(without.is_cancelled() && with.is_cancelled() && child.is_cancelled());
        assert!(token_of(&without).is_none());
        without.cancelled().await;
    }

    #[test]
    fn a_dropped_call_fires_for_those_who_hold_its_signal() {
        let transport = Arc::new(CancellationToken::new());
        let call = Cancellation::of_call(&transport);
        let held = call.clone();
        drop(CancellationGuard::new(call));
        assert!(held.is_cancelled());
        let call = Cancellation::of_call(&transport);
        let token = call.child();
        let guard = CancellationGuard::new(call);
        drop(guard);
        assert!(token.is_cancelled());
        assert!(!transport.is_cancelled());
    }
}
