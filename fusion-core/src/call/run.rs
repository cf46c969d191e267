//! The sequence that every request goes through: providers, access, view, find, guards, arguments,
//! one await, finish.

use std::{
    future::{Future, poll_fn},
    mem::take,
    pin::pin,
    task::Poll,
};

use super::{
    Runtime,
    dispatch::{BoxedCall, CallEffects, CallSlot, HandlerRun},
    guard::run_guards,
    large_arguments::check_elsewhere,
    row::LocatedRow,
    scope::CallScope,
};
#[cfg(feature = "ask")]
use super::{
    once::{Claiming, OnceClaim},
    preparation::{PreparedParts, prepare},
};
use crate::{
    args::{CallArguments, ReadingRules, SentArguments},
    ctx::{Cancellation, Ctx},
    error::{CallError, ToolError},
    observe::{CallNotes, CallWatch},
    result::catch,
    surface::Surface,
};

/// The parts that differ between calls of actions, prompts, resources and completions. [`run`] calls the
/// methods in the order in which they stand here.
pub(crate) trait CallKind<'r>: Send + Sync {
    /// The response of the handler.
    type Answer: Send;

    /// Starts the record for observers, if they see requests of this kind.
    fn begin(&self, runtime: &'r Runtime, watch: &mut CallWatch<'r>);

    /// Finds the requested row in what the caller sees, and leaves its arguments in `sent`.
    fn find<'s>(
        &mut self,
        runtime: &'r Runtime,
        surface: &'s Surface,
        sent: &mut SentArguments,
        notes: Option<&mut CallNotes<'r>>,
    ) -> FindResult<'r, 's, Self::Answer>;

    /// Claims the key of a call that runs once. Returns `None` for every other call.
    #[cfg(feature = "ask")]
    fn claim<'c>(
        &self,
        _: &'r Runtime,
        _: &'c LocatedRow<'r, 'c>,
        _: &mut SentArguments,
        _: &'c Ctx,
    ) -> Option<Claiming<'c, 'r, Self::Answer>>
    where
        'r: 'c,
    {
        None
    }

    /// Parses the arguments and creates the handler's future.
    fn start<'f>(
        &mut self,
        runtime: &'f Runtime,
        row: &LocatedRow<'f, '_>,
        arguments: CallArguments<'_>,
        slot: CallSlot<'f, Self::Answer>,
        effects: &mut CallEffects,
    ) -> Result<HandlerRun<'f>, EarlyEnd<Self::Answer>>
    where
        'r: 'f;

    /// Returns the rules for the arguments; `None` if they are not read.
    fn rules<'f>(&self, _: &'f Runtime, _: &LocatedRow<'f, '_>) -> Option<ReadingRules<'f>> {
        None
    }

    /// Turns a successful answer into the response, in place: a response is large, and moving it costs
    /// more than most checks of it.
    fn finish(
        &self,
        runtime: &'r Runtime,
        row: &LocatedRow<'r, '_>,
        answer: &mut Self::Answer,
        effects: &CallEffects,
    ) -> Result<(), CallError>;

    /// Keeps the result of a call that runs once.
    #[cfg(feature = "ask")]
    fn keep<'c>(
        _: Box<OnceClaim<'c>>,
        _: &'c Result<Self::Answer, CallError>,
    ) -> impl Future<Output = ()> + Send + 'c {
        std::future::ready(())
    }

    /// Completes the record for observers.
    fn end(watch: &mut CallWatch<'r>, result: &Result<Self::Answer, CallError>);
}

/// The row of a request, or the end of the request.
pub(super) type FindResult<'r, 's, A> = Result<LocatedRow<'r, 's>, EarlyEnd<A>>;

/// The end of a request before its handler ran. It is boxed, so that the path of a successful call
/// reserves no space for it.
pub(crate) struct EarlyEnd<A>(Box<Result<A, CallError>>);

impl<A> EarlyEnd<A> {
    /// The end of a request that needs no handler.
    pub(super) fn answer(answer: A) -> Self {
        Self::of(Ok(answer))
    }

    /// The end of a request whose result is known.
    pub(super) fn of(result: Result<A, CallError>) -> Self {
        Self(Box::new(result))
    }
}

impl<A> From<CallError> for EarlyEnd<A> {
    #[cold]
    fn from(error: CallError) -> Self {
        Self(Box::new(Err(error)))
    }
}

/// Runs one request. Not an `async fn`: the future of one would hold `sent` twice.
///
/// The steps between two awaits are functions, because a variable of the future is written to memory, and
/// one of a function stays in registers. Steps that wait are not, because a future of their own costs every
/// call.
pub(crate) fn run<'r, K: CallKind<'r>>(
    runtime: &'r Runtime,
    scope: CallScope<'r>,
    mut kind: K,
    sent: impl Into<SentArguments> + Send,
    ctx: Ctx,
) -> impl Future<Output = Result<K::Answer, CallError>> + Send {
    let mut watch = CallWatch::new(ctx);
    async move {
        let mut sent = sent.into();
        kind.begin(runtime, &mut watch);
        #[cfg(feature = "rate-limit")]
        if let Some(quota) = &runtime.quota {
            watch.ctx.insert(quota.clone());
        }
        let mut answer = None;
        #[cfg(feature = "ask")]
        let mut prepared = PreparedParts::default();
        let end = 'end: {
            if runtime.providers.must_run(&watch.ctx)
                && let Err(error) = runtime.providers.run(&mut watch.ctx).await
            {
                break 'end Err(error.into());
            }
            let surface = match scope.surface(&watch.ctx) {
                Ok(surface) => surface,
                Err(error) => break 'end Err(error.into()),
            };
            let mut located = None;
            let entered = enter(
                runtime,
                &surface,
                &mut kind,
                &mut sent,
                &mut watch,
                &mut located,
            );
            let row = match (entered, &located) {
                (Ok(()), Some(row)) => row,
                (Ok(()), None) => break 'end Err(CallError::refused(missing_answer()).into()),
                (Err(end), _) => break 'end Err(end),
            };
            #[cfg(feature = "ask")]
            if row.tool.def.prepares
                && let Some(preparing) =
                    prepare(&kind, runtime, row, &mut sent, &mut watch, &mut prepared)
                && let Err(end) = preparing.await
            {
                break 'end Err(end);
            }
            let mut arguments = CallArguments::Sent(&mut sent);
            if row.def.may_be_costly()
                && let Some(rules) = kind.rules(runtime, row)
                && rules.terms.are_costly(&mut arguments)
            {
                let token = watch.ctx.cancellation().token();
                let checking = check_elsewhere(rules, row, arguments.into_sent(), token);
                match Box::pin(checking).await {
                    Ok(checked) => arguments = CallArguments::Checked(Box::new(checked)),
                    Err(error) => break 'end Err(error.into()),
                }
            }
            #[cfg(feature = "ask")]
            if let Some(asking) = &prepared.asking {
                arguments = asking.read_confirmed(row, kind.rules(runtime, row), arguments);
            }
            let cancellation = watch.ctx.cancellation().clone();
            let slot = CallSlot {
                ctx: &mut watch.ctx,
                answer: &mut answer,
            };
            let mut effects = CallEffects::default();
            let ended = match kind.start(runtime, row, arguments, slot, &mut effects) {
                Ok(HandlerRun::Ended(ended)) => ended,
                Ok(HandlerRun::Boxed(future)) => {
                    #[cfg(feature = "ask")]
                    let run = if prepared.is_empty() {
                        run_guarded(future, &cancellation).await
                    } else {
                        Box::pin(prepared.run(runtime, row, future, &cancellation)).await
                    };
                    #[cfg(not(feature = "ask"))]
                    let run = run_guarded(future, &cancellation).await;
                    match run {
                        Ok(ended) => ended,
                        Err(error) => break 'end Err(error.into()),
                    }
                }
                Err(end) => break 'end Err(end),
            };
            finish(runtime, row, &kind, ended, &mut answer, &effects)
        };
        let result = match end {
            Ok(()) => answer.ok_or_else(|| CallError::refused(missing_answer())),
            Err(EarlyEnd(end)) => *end,
        };
        #[cfg(feature = "ask")]
        if let Some(claim) = prepared.claim {
            Box::pin(K::keep(claim, &result)).await;
        }
        K::end(&mut watch, &result);
        result
    }
}

/// Finds the row of a request, checks the scopes of the caller, and runs the guards. The row is written where it
/// stays; a returned one would be copied.
fn enter<'r, 's, K: CallKind<'r>>(
    runtime: &'r Runtime,
    surface: &'s Surface,
    kind: &mut K,
    sent: &mut SentArguments,
    watch: &mut CallWatch<'r>,
    located: &mut Option<LocatedRow<'r, 's>>,
) -> Result<(), EarlyEnd<K::Answer>> {
    let row = located.insert(kind.find(runtime, surface, sent, watch.notes.as_deref_mut())?);
    row.require_scopes()?;
    if !runtime.guards.is_empty() {
        run_guards(runtime, row, sent.map(), &mut watch.ctx).map_err(|error| *error)?;
    }
    Ok(())
}

/// Turns the end of a handler into the response, which stays in `answer`.
fn finish<'r, K: CallKind<'r>>(
    runtime: &'r Runtime,
    row: &LocatedRow<'r, '_>,
    kind: &K,
    ended: Result<(), ToolError>,
    answer: &mut Option<K::Answer>,
    effects: &CallEffects,
) -> Result<(), EarlyEnd<K::Answer>> {
    if let Err(error) = ended {
        return Err(row.failed(error).into());
    }
    let Some(answer) = answer else {
        return Err(row.failed(missing_answer()).into());
    };
    Ok(kind.finish(runtime, row, answer, effects)?)
}

/// The error for a handler's future that completed without leaving an answer.
#[cold]
fn missing_answer() -> ToolError {
    ToolError::internal("a call ended without its answer")
}

/// Polls an author's code with panics caught, and drops it at its next await once the request is
/// cancelled.
pub(super) async fn run_guarded(
    mut future: BoxedCall<'_>,
    cancellation: &Cancellation,
) -> Result<Result<(), ToolError>, CallError> {
    if cancellation.is_cancelled() {
        return Err(CallError::Cancelled);
    }
    // Most code is ready at its first poll, and a future of the token costs as much as a short handler.
    let first = poll_fn(|cx| Poll::Ready(pin!(catch(future.as_mut())).poll(cx))).await;
    if let Poll::Ready(result) = first {
        return Ok(result.and_then(|result| result));
    }
    let mut cancelled = pin!(cancellation.cancelled());
    let mut is_polled = true;
    poll_fn(|cx| {
        if cancelled.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(CallError::Cancelled));
        }
        if take(&mut is_polled) {
            return Poll::Pending;
        }
        let poll = pin!(catch(future.as_mut())).poll(cx);
        poll.map(|result| Ok(result.and_then(|result| result)))
    })
    .await
}
