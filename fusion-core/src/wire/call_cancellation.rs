//! The cancellation of calls over HTTP: at the end of the server, before the SDK ends their connections, and when
//! their clients leave. The SDK logs an error for each response that it cannot send.

use std::pin::Pin;

#[cfg(feature = "http")]
use http::request::Parts;
use rmcp::{RoleServer, service::RequestContext};
use tokio_util::sync::CancellationToken;

use super::mount_wrapper::MountWrapper;

/// A token among the extensions of an HTTP request, which is cancelled when the client has left.
#[cfg(feature = "http")]
#[derive(Clone)]
pub(super) struct ClientLeft(pub(super) CancellationToken);

/// The reasons to cancel a call.
pub(super) struct CallCancellation {
    call: CancellationToken,
    /// The end of the server.
    over: Option<CancellationToken>,
    /// The departure of the client.
    left: Option<CancellationToken>,
}

impl MountWrapper {
    /// Returns what cancels the call of a request.
    pub(super) fn cancellation(&self, request: &RequestContext<RoleServer>) -> CallCancellation {
        CallCancellation {
            call: request.ct.clone(),
            over: self.over.clone(),
            left: left(request),
        }
    }
}

impl CallCancellation {
    /// Runs a call until its end, or until it has noticed its cancellation.
    pub(super) async fn run<F: Future>(self, mut call: Pin<&mut F>) -> F::Output {
        if self.over.is_some() || self.left.is_some() {
            tokio::select! {
                biased;
                output = call.as_mut() => return output,
                () = cancelled(self.over.as_ref()) => {}
                () = cancelled(self.left.as_ref()) => {}
            }
            self.call.cancel();
        }
        call.await
    }
}

/// Returns a future that is ready when the client of a request has left.
pub(super) fn client_left(
    request: &RequestContext<RoleServer>,
) -> impl Future<Output = ()> + use<> {
    let left = left(request);
    async move { cancelled(left.as_ref()).await }
}

/// Returns the token that is cancelled when the client of a request has left.
fn left(request: &RequestContext<RoleServer>) -> Option<CancellationToken> {
    #[cfg(feature = "http")]
    {
        let parts = request.extensions.get::<Parts>()?;
        parts
            .extensions
            .get::<ClientLeft>()
            .map(|left| left.0.clone())
    }
    #[cfg(not(feature = "http"))]
    {
        let _ = request;
        None
    }
}

/// Waits for a token, or forever.
async fn cancelled(token: Option<&CancellationToken>) {
    match token {
        Some(token) => token.cancelled().await,
        None => std::future::pending().await,
    }
}
