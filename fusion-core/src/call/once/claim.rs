//! The claim on the key of a call, before anything of the call runs.

use std::{pin::Pin, time::Duration};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use tokio::time::{Instant, sleep, timeout};

use super::{
    LEASE, OnceKeeper,
    in_flight::CallInFlight,
    kept_call::{KeptCall, is_final},
    refusal,
};
use crate::{
    args::SentArguments,
    call::{
        Runtime,
        asking::{ArgumentsDigest, CallBinding, counted_arguments},
        row::LocatedRow,
        run::EarlyEnd,
    },
    ctx::{Cancellation, Ctx},
    definition::once::{IDEMPOTENCY_KEY, SentKey, sent_key},
    error::CallError,
    result::ToolResponse,
    shared::{Claim, Claimed},
};

/// The longest time for which a repetition waits for the first call. It is longer than a lease, so that a repetition
/// sees that the first call was interrupted.
const LONGEST_WAIT: Duration = Duration::from_secs(45);
/// The first pause between two looks into the store. Each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
/// The longest pause between two looks into the store.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The form of an answer, which the way of a call decides and not its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReplyForm {
    /// True if the listed tool has an output schema.
    pub(crate) structured: bool,
    /// True if the caller is a program that reads the whole result as JSON.
    pub(in crate::call) whole_json: bool,
}

/// The right to run a call. Dropping it before the [end](Self::end) of the call interrupts the call.
pub(crate) struct OnceClaim<'r> {
    pub(super) keeper: &'r OnceKeeper,
    pub(super) claim: Claim,
    form: ReplyForm,
    pub(super) stage: ClaimStage,
    /// Invariant: dropped after the store knows the end of the call.
    pub(super) in_flight: Option<CallInFlight>,
}

/// The progress of a call that holds a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClaimStage {
    /// No code of an author has run.
    Prepared,
    /// An author's code may have run.
    Begun,
    /// The store knows the end of the call, or failed to learn it.
    Ended,
}

/// The end of a call that does not run.
pub(crate) struct ClaimEnd<A> {
    pub(in crate::call) end: EarlyEnd<A>,
    /// True if the end is the answer of the first call.
    pub(in crate::call) is_replayed: bool,
}

impl<A> From<CallError> for ClaimEnd<A> {
    fn from(error: CallError) -> Self {
        Self {
            end: error.into(),
            is_replayed: false,
        }
    }
}

/// The future of a claim.
pub(crate) type Claiming<'c, 'r, A> =
    Pin<Box<dyn Future<Output = Result<Box<OnceClaim<'r>>, ClaimEnd<A>>> + Send + 'c>>;

/// The call that a key names.
struct NamedCall<'c, 'r> {
    runtime: &'r Runtime,
    row: &'c LocatedRow<'r, 'c>,
    /// The key of the store.
    name: String,
    /// The digest of the arguments, which the key makes another one for each call.
    fingerprint: [u8; 32],
    form: ReplyForm,
    cancellation: &'c Cancellation,
}

/// Claims the key of a call. Returns `None` for an action without `once`, and for a call without a key or with one that
/// the reader of arguments refuses. An empty key is refused here, because the reader would take it for an omission.
pub(in crate::call) fn claim<'c, 'r: 'c>(
    runtime: &'r Runtime,
    row: &'c LocatedRow<'r, 'c>,
    arguments: &mut SentArguments,
    ctx: &'c Ctx,
    form: ReplyForm,
) -> Option<Claiming<'c, 'r, ToolResponse>> {
    if !row.def.spec.once {
        return None;
    }
    let key = match sent_key(arguments.get(IDEMPOTENCY_KEY)) {
        SentKey::Valid(key) => key.to_owned(),
        SentKey::Empty => {
            let error = refusal::empty_key(row);
            return Some(Box::pin(std::future::ready(Err(error.into()))));
        }
        SentKey::Other => return None,
    };
    let principal = &runtime.asking.principal;
    if principal.is_unknown(ctx) {
        let error = row.failed(refusal::unknown_caller());
        return Some(Box::pin(std::future::ready(Err(error.into()))));
    }
    let principal = principal.of(ctx);
    let binding = CallBinding {
        // The registered tool, so that a repetition over another list of tools is one.
        tool: row.tool.def.spec.name,
        key: &row.def.key,
        arguments: counted_arguments(runtime, row, arguments),
        principal: principal.as_deref(),
    };
    let call = NamedCall {
        name: name(binding, &key),
        fingerprint: runtime.asking.once.fingerprint(binding, &key),
        runtime,
        row,
        form,
        cancellation: ctx.cancellation(),
    };
    Some(Box::pin(call.claim()))
}

/// Returns the key of the store for a call. It is a digest, because callers choose the keys of calls, and because it
/// contains the caller.
fn name(call: CallBinding<'_>, key: &str) -> String {
    let binding = CallBinding {
        arguments: ArgumentsDigest::ANY,
        ..call
    };
    let digest = binding.digest(&format!("once {key}"));
    format!("once/{}", URL_SAFE_NO_PAD.encode(digest))
}

impl<'r> NamedCall<'_, 'r> {
    async fn claim(self) -> Result<Box<OnceClaim<'r>>, ClaimEnd<ToolResponse>> {
        let keeper = &self.runtime.asking.once;
        let since = Instant::now();
        let mut pause = FIRST_PAUSE;
        loop {
            let claimed = keeper
                .store
                .claim(&self.name, &self.fingerprint, LEASE)
                .await;
            let error = match claimed {
                Ok(Claimed::Mine(claim)) => return Ok(Box::new(self.claimed(claim))),
                Ok(Claimed::Done(kept)) => return Err(self.replay(&kept)),
                Ok(Claimed::Other) => refusal::other_arguments(),
                Ok(Claimed::Abandoned) => refusal::unknown_outcome(),
                Ok(Claimed::Busy) if since.elapsed() < LONGEST_WAIT => {
                    self.wait(pause).await?;
                    pause = LONGEST_PAUSE.min(pause * 2);
                    continue;
                }
                Ok(Claimed::Busy) => refusal::still_running(),
                Err(error) => refusal::unavailable(&error),
            };
            return Err(self.row.failed(error).into());
        }
    }

    /// Waits until the store is worth another look: for a time, or until the first call ends if it runs in this
    /// process.
    async fn wait(&self, pause: Duration) -> Result<(), CallError> {
        let first = self.runtime.asking.once.in_flight.find(&self.name);
        let look = async {
            match &first {
                // An end that comes before this line costs one pause.
                Some(ended) => timeout(pause, ended.notified()).await.unwrap_or_default(),
                None => sleep(pause).await,
            }
        };
        tokio::select! {
            () = look => Ok(()),
            () = self.cancellation.cancelled() => Err(CallError::Cancelled),
        }
    }

    fn claimed(self, claim: Claim) -> OnceClaim<'r> {
        let keeper = &self.runtime.asking.once;
        OnceClaim {
            keeper,
            claim,
            form: self.form,
            stage: ClaimStage::Prepared,
            in_flight: Some(keeper.in_flight.add(self.name)),
        }
    }

    /// Returns the answer of the first call.
    fn replay(&self, kept: &[u8]) -> ClaimEnd<ToolResponse> {
        match KeptCall::read(kept, self.form) {
            Ok(answer) => ClaimEnd {
                end: EarlyEnd::of(answer),
                is_replayed: true,
            },
            Err(reason) => self.row.failed(refusal::answer_not_kept(&reason)).into(),
        }
    }
}

impl OnceClaim<'_> {
    /// Keeps the answer of the call, or gives its key back if nothing ran. A call that was cancelled after it began is
    /// interrupted, because nobody knows how far it came.
    pub(in crate::call) async fn end(mut self, result: &Result<ToolResponse, CallError>) {
        let (keeper, claim) = (self.keeper, self.claim.clone());
        let has_begun = self.stage == ClaimStage::Begun;
        let ended = match result {
            Err(CallError::Cancelled) if has_begun => return,
            result if has_begun && is_final(result) => {
                let kept = KeptCall::new(result, self.form);
                keeper.keep(claim, kept).await
            }
            _ => keeper.store.release(claim).await,
        };
        self.stage = ClaimStage::Ended;
        if let Err(error) = ended {
            let error = refusal::source_text(&error);
            tracing::error!(%error, "the end of a call that runs once is not kept: its outcome is unknown to repetitions");
        }
    }
}
