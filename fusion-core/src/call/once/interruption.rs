//! The end of a claim whose call is dropped: its client has left, or its task was aborted.

use std::time::Duration;

use tokio::runtime::Handle;

use super::{OnceClaim, claim::ClaimStage, refusal};

impl Drop for OnceClaim<'_> {
    /// Ends the lease of a call that is dropped after it began, so that its repetitions need not wait to read that its
    /// outcome is unknown. A call that has not begun gives its key back. Outside of a runtime, the lease runs out.
    fn drop(&mut self) {
        if self.stage == ClaimStage::Ended {
            return;
        }
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        let has_begun = self.stage == ClaimStage::Begun;
        let (store, claim) = (self.keeper.store.clone(), self.claim.clone());
        let in_flight = self.in_flight.take();
        runtime.spawn(async move {
            let ended = if has_begun {
                store.renew(&claim, Duration::ZERO).await.map(drop)
            } else {
                store.release(claim).await
            };
            if let Err(error) = ended {
                let error = refusal::source_text(&error);
                tracing::warn!(%error, "the claim of a call that was interrupted ends with its lease");
            }
            drop(in_flight);
        });
    }
}
