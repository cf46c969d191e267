//! The steps of a call between its guards and its arguments: the claim of a call that runs once, and the state of a
//! call that asks its user.

use std::pin::Pin;

use super::{
    Runtime,
    asking::{PreparedAsking, prepare_asking, run_asking, take_tokens},
    dispatch::BoxedCall,
    once::{ClaimEnd, OnceClaim},
    row::LocatedRow,
    run::{CallKind, EarlyEnd, run_guarded},
};
use crate::{
    args::SentArguments,
    ctx::Cancellation,
    error::{CallError, ToolError},
    observe::CallWatch,
};

/// The results of the steps, which stay in the future of the call.
#[derive(Default)]
pub(super) struct PreparedParts<'r> {
    pub(super) asking: Option<Box<PreparedAsking>>,
    pub(super) claim: Option<Box<OnceClaim<'r>>>,
}

/// The future of the steps.
type Preparing<'c, A> = Pin<Box<dyn Future<Output = Result<(), EarlyEnd<A>>> + Send + 'c>>;

/// Prepares a call. Returns `None` if its action needs no preparation, so that such an action of a tool with others that
/// do has no box.
pub(super) fn prepare<'c, 'r: 'c, K: CallKind<'r>>(
    kind: &'c K,
    runtime: &'r Runtime,
    row: &'c LocatedRow<'r, 'c>,
    sent: &'c mut SentArguments,
    watch: &'c mut CallWatch<'r>,
    parts: &'c mut PreparedParts<'r>,
) -> Option<Preparing<'c, K::Answer>> {
    if !row.def.prepares() {
        take_tokens(row, sent);
        return None;
    }
    Some(Box::pin(async move {
        // The claim comes first: a finished call answers before its question, and before its state is refused as used.
        let claimed = match kind.claim(runtime, row, sent, &watch.ctx) {
            Some(claiming) => claiming.await.map(Some),
            None => Ok(None),
        };
        match claimed {
            Ok(claim) => parts.claim = claim,
            Err(ClaimEnd { end, is_replayed }) => {
                watch.set_replayed(is_replayed);
                return Err(end);
            }
        }
        let tokens = take_tokens(row, sent);
        if let Some(asking) = &row.def.asking {
            let asking = prepare_asking(runtime, row, asking, tokens, sent, &mut watch.ctx);
            parts.asking = Some(asking.await?);
        }
        Ok(())
    }))
}

impl PreparedParts<'_> {
    /// Returns `true` if the handler runs as that of any other call.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.asking.is_none() && self.claim.is_none()
    }

    /// Runs a handler that may ask, or whose call runs once, or both.
    pub(super) async fn run(
        &mut self,
        runtime: &Runtime,
        row: &LocatedRow<'_, '_>,
        future: BoxedCall<'_>,
        cancellation: &Cancellation,
    ) -> Result<Result<(), ToolError>, CallError> {
        let asking = self.asking.as_deref();
        let run = async {
            match asking {
                None => run_guarded(future, cancellation).await,
                Some(asking) => run_asking(runtime, row, future, cancellation, asking).await,
            }
        };
        match &mut self.claim {
            None => run.await,
            Some(claim) => claim.renew_during(run).await,
        }
    }
}
