//! The renewal of a claim while its call runs. It is a part of the call's future, so that a call that is dropped
//! renews nothing.

use std::{future::Future, pin::pin};

use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::{LEASE, OnceClaim, refusal};
use crate::{
    call::{
        Runtime,
        asking::{PreparedAsking, run_asking},
        dispatch::BoxedCall,
        row::LocatedRow,
        run::run_guarded,
    },
    error::{CallError, ToolError},
};

/// The number of renewals in the time of one lease, so that the store may fail in some of them.
const RENEWALS: u32 = 3;

/// Runs a handler that may ask, or whose call runs once, or both.
pub(in crate::call) async fn run_prepared(
    runtime: &Runtime,
    row: &LocatedRow<'_, '_>,
    future: BoxedCall<'_>,
    cancellation: Option<&CancellationToken>,
    asking: Option<&PreparedAsking>,
    claim: Option<&OnceClaim<'_>>,
) -> Result<Result<(), ToolError>, CallError> {
    let run = async {
        match asking {
            None => run_guarded(future, cancellation).await,
            Some(asking) => run_asking(runtime, row, future, cancellation, asking).await,
        }
    };
    match claim {
        None => run.await,
        Some(claim) => claim.renew_during(run).await,
    }
}

impl OnceClaim<'_> {
    /// Renews the claim until `run` ends.
    async fn renew_during<F: Future>(&self, run: F) -> F::Output {
        let run = pin!(run);
        // The renewals come second, so that a call that does not wait needs no timer.
        tokio::select! {
            biased;
            output = run => output,
            output = self.renew_forever() => match output {},
        }
    }

    async fn renew_forever(&self) -> std::convert::Infallible {
        let period = LEASE / RENEWALS;
        loop {
            sleep(period).await;
            let renewal = self.keeper.store.renew(&self.claim, LEASE);
            // A store that hangs must not stop the next renewal.
            match timeout(period, renewal).await {
                Ok(Ok(true)) => {}
                Ok(Ok(false)) => {
                    tracing::warn!(
                        "the claim of a call that runs once has run out before the call ended"
                    );
                }
                Ok(Err(error)) => {
                    let error = refusal::source_text(&error);
                    tracing::warn!(%error, "the claim of a call that runs once was not renewed");
                }
                Err(_) => tracing::warn!(
                    "the renewal of the claim of a call that runs once took too long"
                ),
            }
        }
    }
}
