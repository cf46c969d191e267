//! The renewal of a claim while its call runs. It is a part of the call's future, so that a call that is dropped
//! renews nothing.

use std::{
    convert::Infallible,
    future::{Future, pending},
    pin::pin,
    time::Duration,
};

use tokio::time::{sleep, timeout};

use super::{LEASE, OnceClaim, claim::ClaimStage, refusal};

/// The pause between two renewals.
const PERIOD: Duration = Duration::from_secs(10);
/// The pause after a renewal that failed.
const PERIOD_AFTER_FAILURE: Duration = Duration::from_secs(2);

impl OnceClaim<'_> {
    /// Runs the author's code of the call, and renews the claim until it ends.
    pub(in crate::call) async fn renew_during<F: Future>(&mut self, run: F) -> F::Output {
        self.stage = ClaimStage::Begun;
        let run = pin!(run);
        // The renewals come second, so that a call that does not wait needs no timer.
        tokio::select! {
            biased;
            output = run => output,
            output = self.renew_forever() => match output {},
        }
    }

    async fn renew_forever(&self) -> Infallible {
        let mut pause = PERIOD;
        loop {
            sleep(pause).await;
            let renewal = self.keeper.store.renew(&self.claim, LEASE);
            // A store that hangs must not stop the next renewal.
            let failure = match timeout(PERIOD, renewal).await {
                Ok(Ok(true)) => {
                    pause = PERIOD;
                    continue;
                }
                Ok(Ok(false)) => {
                    tracing::warn!(
                        "the claim of a call that runs once has run out before the call ended"
                    );
                    return pending().await;
                }
                Ok(Err(error)) => refusal::source_text(&error),
                Err(_) => "it took too long".to_owned(),
            };
            tracing::warn!(error = %failure, "the claim of a call that runs once was not renewed");
            pause = PERIOD_AFTER_FAILURE;
        }
    }
}
