//! The cancellation of calls at the end of a server over HTTP, before the SDK ends their connections: the
//! SDK logs an error for each response that it cannot send.

use std::pin::Pin;

use tokio_util::sync::CancellationToken;

use super::mount_wrapper::MountWrapper;

impl MountWrapper {
    /// Runs a call, which is cancelled at the end of the server.
    pub(super) async fn unless_over<F: Future>(
        &self,
        cancellation: &CancellationToken,
        mut call: Pin<&mut F>,
    ) -> F::Output {
        if let Some(over) = &self.over {
            tokio::select! {
                biased;
                output = call.as_mut() => return output,
                () = over.cancelled() => cancellation.cancel(),
            }
        }
        call.await
    }
}
