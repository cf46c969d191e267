//! The sequence that every request goes through: providers, access, view, find, guards, arguments,
//! one await, finish.

use std::{
    future::{Future, poll_fn},
    mem::take,
    ops::Deref,
    pin::pin,
    sync::Arc,
    task::Poll,
};

use tokio_util::sync::CancellationToken;

#[cfg(feature = "ask")]
use super::asking::{prepare, run_asking};
use super::{
    Runtime,
    dispatch::{BoxedCall, CallEffects, CallSlot, HandlerRun, StartedCall},
    guard::run_guards,
    large_arguments::check_elsewhere,
    row::LocatedRow,
};
use crate::{
    args::{CallArguments, ReadingRules, SentArguments},
    ctx::Ctx,
    error::{CallError, ToolError},
    observe::{CallNotes, CallWatch},
    result::catch,
    surface::Surface,
};

/// The parts that differ between calls of actions, prompts, resources and completions. [`run`] calls the
/// methods in the order in which they stand here.
pub(crate) trait CallKind<'r>: Send {
    /// The arguments as the client sent them.
    type SentArguments: Send;
    /// The response of the handler.
    type Answer: Send;

    /// Starts the record for observers, if they see requests of this kind.
    fn begin(&self, runtime: &'r Runtime, watch: &mut CallWatch<'r>);

    /// Finds the requested row in what the caller sees, and its arguments.
    fn find<'s>(
        &mut self,
        runtime: &'r Runtime,
        surface: &'s Surface,
        sent: Self::SentArguments,
        notes: Option<&mut CallNotes<'r>>,
    ) -> FindResult<'r, 's, Self::Answer>;

    /// Parses the arguments and creates the handler's future.
    fn start<'f>(
        &mut self,
        runtime: &'f Runtime,
        row: &LocatedRow<'f, '_>,
        arguments: CallArguments,
        slot: CallSlot<'f, Self::Answer>,
    ) -> Result<StartedCall<'f>, EarlyEnd<Self::Answer>>
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
        effects: CallEffects,
    ) -> Result<(), CallError>;

    /// Completes the record for observers.
    fn end(watch: &mut CallWatch<'r>, result: &Result<Self::Answer, CallError>);
}

/// The row of a request with its arguments, or the end of the request.
pub(super) type FindResult<'r, 's, A> = Result<(LocatedRow<'r, 's>, SentArguments), EarlyEnd<A>>;

/// The end of a request before its handler ran. It is boxed, so that the path of a successful call
/// reserves no space for it.
pub(crate) struct EarlyEnd<A>(Box<Result<A, CallError>>);

impl<A> EarlyEnd<A> {
    /// The end of a request that needs no handler.
    pub(super) fn answer(answer: A) -> Self {
        Self(Box::new(Ok(answer)))
    }
}

impl<A> From<CallError> for EarlyEnd<A> {
    #[cold]
    fn from(error: CallError) -> Self {
        Self(Box::new(Err(error)))
    }
}

/// The surface that a request is answered from.
#[derive(Clone, Copy)]
pub(crate) enum CallScope<'a> {
    /// A surface that is equal for every caller, or one that was already selected for this caller.
    Shared(&'a Surface),
    /// A surface that depends on the caller.
    PerCaller(&'a dyn CallerSurface),
}

/// Selects the surface that a caller sees. A view implements it; the trait exists because `call/`
/// must not name `registry/`.
pub(crate) trait CallerSurface: Sync {
    /// Returns the surface for the caller in `ctx`; the providers have already run.
    fn surface_for(&self, ctx: &Ctx) -> Result<Arc<Surface>, CallError>;
}

/// A surface, borrowed or selected for this caller.
enum CallSurface<'a> {
    Shared(&'a Surface),
    Selected(Arc<Surface>),
}

impl<'a> CallScope<'a> {
    #[inline]
    fn surface(self, ctx: &Ctx) -> Result<CallSurface<'a>, CallError> {
        match self {
            Self::Shared(surface) => Ok(CallSurface::Shared(surface)),
            Self::PerCaller(view) => view.surface_for(ctx).map(CallSurface::Selected),
        }
    }
}

impl Deref for CallSurface<'_> {
    type Target = Surface;

    #[inline]
    fn deref(&self) -> &Surface {
        match self {
            Self::Shared(surface) => surface,
            Self::Selected(surface) => surface,
        }
    }
}

/// Runs one request. Not an `async fn`: the future of one would hold `sent` twice.
///
/// The function is long, because a part of it would be a future of its own, which costs every call.
pub(crate) fn run<'r, K: CallKind<'r>>(
    runtime: &'r Runtime,
    scope: CallScope<'r>,
    mut kind: K,
    sent: K::SentArguments,
    ctx: Ctx,
) -> impl Future<Output = Result<K::Answer, CallError>> + Send {
    let mut watch = CallWatch::new(ctx);
    async move {
        kind.begin(runtime, &mut watch);
        // One future with one exit instead of one nested in another, so that a call without
        // observers does not pay for them.
        let result = 'end: {
            let cancellation = watch.ctx.cancellation().token().cloned();
            if runtime.providers.must_run(&watch.ctx)
                && let Err(error) = runtime.providers.run(&mut watch.ctx).await
            {
                break 'end Err(error);
            }
            let surface = match scope.surface(&watch.ctx) {
                Ok(surface) => surface,
                Err(error) => break 'end Err(error),
            };
            let notes = watch.notes.as_deref_mut();
            let (row, mut arguments) = match kind.find(runtime, &surface, sent, notes) {
                Ok(found) => found,
                Err(EarlyEnd(end)) => break 'end *end,
            };
            if !runtime.guards.is_empty()
                && let Err(error) = run_guards(runtime, &row, arguments.map(), &mut watch.ctx)
            {
                break 'end Err(*error);
            }
            #[cfg(feature = "ask")]
            let asking = if row.tool.def.asks {
                let prepared = prepare(runtime, &row, &mut arguments, &mut watch.ctx);
                match Box::pin(prepared).await {
                    Ok(asking) => asking,
                    Err(error) => break 'end Err(error),
                }
            } else {
                None
            };
            let arguments = if let Some(rules) = kind.rules(runtime, &row)
                && rules.terms.are_costly(&mut arguments)
            {
                let token = cancellation.as_ref();
                let arguments = arguments.into_map();
                match Box::pin(check_elsewhere(rules, &row, arguments, token)).await {
                    Ok(arguments) => arguments,
                    Err(error) => break 'end Err(error),
                }
            } else {
                arguments.into()
            };
            #[cfg(feature = "ask")]
            let arguments = match &asking {
                None => arguments,
                Some(asking) => asking.read_confirmed(&row, kind.rules(runtime, &row), arguments),
            };
            let mut answer = None;
            let slot = CallSlot {
                ctx: &mut watch.ctx,
                answer: &mut answer,
            };
            // The block ends the borrow of the answer.
            let (effects, ended) = {
                let StartedCall { run, effects } = match kind.start(runtime, &row, arguments, slot)
                {
                    Ok(started) => started,
                    Err(EarlyEnd(end)) => break 'end *end,
                };
                match run {
                    HandlerRun::Ended(ended) => (effects, ended),
                    HandlerRun::Boxed(future) => {
                        let token = cancellation.as_ref();
                        #[cfg(feature = "ask")]
                        let run = match &asking {
                            None => run_guarded(future, token).await,
                            Some(asking) => {
                                Box::pin(run_asking(runtime, &row, future, token, asking)).await
                            }
                        };
                        #[cfg(not(feature = "ask"))]
                        let run = run_guarded(future, token).await;
                        match run {
                            Ok(ended) => (effects, ended),
                            Err(error) => break 'end Err(error),
                        }
                    }
                }
            };
            if let Err(error) = ended {
                break 'end Err(row.failed(error));
            }
            let Some(mut answer) = answer else {
                break 'end Err(row.missing_answer());
            };
            match kind.finish(runtime, &row, &mut answer, effects) {
                Ok(()) => Ok(answer),
                Err(error) => Err(error),
            }
        };
        K::end(&mut watch, &result);
        result
    }
}

/// Polls an author's code with panics caught, and drops it at its next await once the request is
/// cancelled.
pub(super) async fn run_guarded(
    mut future: BoxedCall<'_>,
    cancellation: Option<&CancellationToken>,
) -> Result<Result<(), ToolError>, CallError> {
    let Some(token) = cancellation else {
        return Ok(catch(future.as_mut()).await.and_then(|result| result));
    };
    if token.is_cancelled() {
        return Err(CallError::Cancelled);
    }
    // Most code is ready at its first poll, and a future of the token costs as much as a short handler.
    let first = poll_fn(|cx| Poll::Ready(pin!(catch(future.as_mut())).poll(cx))).await;
    if let Poll::Ready(result) = first {
        return Ok(result.and_then(|result| result));
    }
    let mut cancelled = pin!(token.cancelled());
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
