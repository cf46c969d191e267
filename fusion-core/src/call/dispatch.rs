//! Type-erased tools: from a row's index and its arguments to the future of its handler.

use std::{
    future::Future,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll, Waker},
};

use serde_json::{Map, Value};

#[cfg(feature = "ask")]
use super::asking::confirm;
use super::{
    foreign_fields::{ForeignFields, ForeignRule, remove_ignored},
    row::LocatedRow,
};
use crate::{
    args::{Args, CallArguments, ReaderNotes, ReadingRules},
    ctx::Ctx,
    definition::ActionDef,
    error::ToolError,
    macro_support::{Chains, CompletionFuture, CompletionRequest, Frame, Tool},
    middleware::{Call, Middleware, MiddlewareNames, Next},
    result::{ToolForm, ToolResponse, ToolResult, catch},
    spec::ActionSpec,
    state_sync::ChangedResource,
};

/// The future of an author's code. It writes its answer through a reference instead of returning it:
/// a response is large, and every wrapping future would copy it.
pub(super) type BoxedCall<'a> = Pin<Box<dyn Future<Output = Result<(), ToolError>> + Send + 'a>>;

/// A type-erased tool.
pub(crate) trait Dispatch: Send + Sync {
    /// Parses the arguments and creates the future of the call. Returns `None` if the arguments have
    /// problems, which are in `notes`, before anything is boxed.
    fn start<'a>(
        &'a self,
        call: PreparedCall<'_, 'a, '_>,
        arguments: CallArguments<'_>,
        slot: CallSlot<'a, ToolResponse>,
        notes: &mut Option<Box<ReaderNotes>>,
    ) -> Option<HandlerRun<'a>>;

    /// Completes an argument of a row; `None` if its author names no function.
    fn complete<'a>(
        &'a self,
        row: usize,
        request: CompletionRequest<'a>,
    ) -> Option<CompletionFuture<'a>>;

    /// Returns `true` if any middleware reads the arguments as the client sent them.
    fn reads_arguments(&self) -> bool;

    /// Returns the names of the middleware around a row, outermost first. `group` is the row's group
    /// inside the tool.
    fn middleware(&self, group: Option<&'static str>, row: &'static ActionSpec) -> Vec<String>;

    /// Returns `true` if any middleware stands around a row.
    fn has_middleware(&self, group: Option<&'static str>, row: &'static ActionSpec) -> bool;
}

/// The run of a handler with the middleware around it, after its arguments were parsed.
pub(crate) enum HandlerRun<'a> {
    /// The future of the run: the only box of a call.
    Boxed(BoxedCall<'a>),
    /// The handler is a plain function without middleware, and has returned.
    Ended(Result<(), ToolError>),
}

/// The effects that a call reports after its handler succeeded. They stay in the future of the call,
/// which lends them, because most calls have none.
#[derive(Default)]
pub(crate) struct CallEffects {
    /// The notes of the reader, such as repaired arguments.
    pub(super) notes: Option<Box<ReaderNotes>>,
    /// The resources that the call changes.
    pub(super) changed: Option<Box<[ChangedResource]>>,
    /// True if the listed tool has an output schema.
    pub(super) structured: bool,
    /// True if the caller is a program that reads the whole result as JSON.
    pub(super) whole_json: bool,
}

/// The values that a call borrows from the future that awaits it.
pub(crate) struct CallSlot<'a, A> {
    pub(super) ctx: &'a mut Ctx,
    /// Receives the answer.
    pub(super) answer: &'a mut Option<A>,
}

/// A call whose row is known and whose guards have passed.
#[derive(Clone, Copy)]
pub(crate) struct PreparedCall<'c, 'a, 's> {
    pub(super) row: &'c LocatedRow<'a, 's>,
    /// The rules by which the arguments are read.
    pub(super) rules: &'c ReadingRules<'a>,
    /// The handling of fields of other actions.
    pub(super) foreign: ForeignFields,
    pub(super) form: ToolForm,
}

/// A tool, its chains, and the registry's middleware around them.
struct TypedTool<T, C, M> {
    tool: T,
    chains: C,
    middleware: Arc<M>,
    /// True if any middleware reads the arguments as the client sent them.
    reads_arguments: bool,
}

/// Erases the type of a tool, once the middleware around it is complete. The chains of the tool are
/// built here, once.
pub(crate) fn erase_tool<T: Tool, M: Middleware>(
    tool: T,
) -> impl FnOnce(Arc<M>) -> Box<dyn Dispatch> + Send {
    let chains = tool.chains();
    move |middleware| {
        let reads_arguments = middleware.reads_arguments() || chains.reads_arguments();
        Box::new(TypedTool {
            tool,
            chains,
            middleware,
            reads_arguments,
        })
    }
}

impl<T, C, M> Dispatch for TypedTool<T, C, M>
where
    T: Tool,
    C: Chains<T, T::Input, T::Common>,
    M: Middleware,
{
    fn start<'a>(
        &'a self,
        call: PreparedCall<'_, 'a, '_>,
        mut arguments: CallArguments<'_>,
        slot: CallSlot<'a, ToolResponse>,
        notes: &mut Option<Box<ReaderNotes>>,
    ) -> Option<HandlerRun<'a>> {
        let PreparedCall {
            row, rules, form, ..
        } = call;
        let def = row.def;
        let mut sent = self
            .reads_arguments
            .then(|| without_discriminator(arguments.sent(), rules.discriminator));
        let mut args = Args::new(arguments, rules);
        let parsed = T::at(row.location.row).and_then(|action| T::parse(action, &mut args));
        let is_ignored = |name: &str, value: &Value| {
            let foreign = ForeignRule::new(row, call.foreign);
            foreign.is_some_and(|rule| rule.ignores(name, value))
        };
        *notes = args.take_notes(&is_ignored);
        if let (Some(sent), Some(notes)) = (&mut sent, &notes) {
            remove_ignored(sent, &notes.ignored);
        }
        match parsed {
            Some((common, input))
                if notes.as_ref().is_none_or(|notes| notes.problems.is_empty()) =>
            {
                // An ignored field may have the own name of a renamed argument, so it is removed before.
                let parsed = ParsedCall {
                    common,
                    input: Some(input),
                    sent: sent.map(|sent| def.renames.to_own(sent)),
                };
                // A cancelled call must not run its handler.
                let at_once = def.runs_at_once && !slot.ctx.cancellation().is_cancelled();
                let future = run_chain(self, def, parsed, form, slot);
                Some(if at_once {
                    HandlerRun::Ended(run_at_once(future))
                } else {
                    HandlerRun::Boxed(Box::pin(future))
                })
            }
            _ => None,
        }
    }

    fn complete<'a>(
        &'a self,
        row: usize,
        request: CompletionRequest<'a>,
    ) -> Option<CompletionFuture<'a>> {
        self.tool.complete(T::at(row)?, request)
    }

    fn reads_arguments(&self) -> bool {
        self.reads_arguments
    }

    fn middleware(&self, group: Option<&'static str>, row: &'static ActionSpec) -> Vec<String> {
        let mut names = MiddlewareNames::new(group, row);
        names.add(&*self.middleware);
        self.chains.names(&mut names);
        names.into_owned()
    }

    fn has_middleware(&self, group: Option<&'static str>, row: &'static ActionSpec) -> bool {
        let mut names = MiddlewareNames::unnamed(group, row);
        names.add(&*self.middleware);
        self.chains.names(&mut names);
        names.has_middleware()
    }
}

/// Copies the action's own arguments, for middleware that reads them.
pub(super) fn without_discriminator(
    arguments: &Map<String, Value>,
    discriminator: Option<&str>,
) -> Map<String, Value> {
    let mut own = arguments.clone();
    if let Some(discriminator) = discriminator {
        own.remove(discriminator);
    }
    own
}

/// The parsed arguments of a call, and the ones that were sent if any middleware reads them.
struct ParsedCall<I, O> {
    common: O,
    input: Option<I>,
    sent: Option<Map<String, Value>>,
}

/// Runs the middleware and the handler. Not an `async fn`: the future of one would hold `parsed`
/// twice, as its argument and as its variable.
#[allow(clippy::manual_async_fn)]
fn run_chain<'a, T, C, M>(
    typed: &'a TypedTool<T, C, M>,
    def: &'a ActionDef,
    mut parsed: ParsedCall<T::Input, T::Common>,
    form: ToolForm,
    slot: CallSlot<'a, ToolResponse>,
) -> impl Future<Output = Result<(), ToolError>> + Send + 'a
where
    T: Tool,
    C: Chains<T, T::Input, T::Common>,
    M: Middleware,
{
    async move {
        #[cfg(feature = "ask")]
        if def.asking.is_some() {
            let (input, ctx) = (parsed.input.as_ref(), &*slot.ctx);
            let question = input.and_then(|input| typed.tool.question(input, &parsed.common, ctx));
            Box::pin(confirm(def, question, ctx)).await?;
        }
        let mut call = Call {
            tool: T::SPEC,
            spec: def.spec,
            tags: &def.tags,
            scopes: def.scopes,
            key: &def.key,
            ctx: slot.ctx,
            common: T::common(&parsed.common),
            arguments: parsed.sent.as_ref(),
            form,
            awaits_row_limit: def.spec.timeout.is_some(),
        };
        let mut chain = ToolChain {
            typed,
            input: &mut parsed.input,
            common: &parsed.common,
        };
        let next = ToolChainNext(&mut chain);
        let response = typed.middleware.handle(&mut call, next).await?;
        *slot.answer = Some(response);
        Ok(())
    }
}

/// Runs a plain function without middleware, whose future never waits, and catches its panics.
fn run_at_once(
    future: impl Future<Output = Result<(), ToolError>> + Send,
) -> Result<(), ToolError> {
    let mut future = pin!(future);
    let mut caught = catch(future.as_mut());
    match Pin::new(&mut caught).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(ended) => ended.and_then(|ended| ended),
        Poll::Pending => Err(ToolError::internal("a plain function has not returned")),
    }
}

/// The values that the tool's own middleware and its handler need.
struct ToolChain<'s, T: Tool, C, M> {
    typed: &'s TypedTool<T, C, M>,
    input: &'s mut Option<T::Input>,
    common: &'s T::Common,
}

/// The tool's own chain, behind the registry's middleware. It is one reference, because the future of
/// every middleware holds it: a call is boxed, and a box above a kilobyte costs an allocator more
/// than ten middleware do.
struct ToolChainNext<'e, 's, T: Tool, C, M>(&'e mut ToolChain<'s, T, C, M>);

impl<T, C, M> Next for ToolChainNext<'_, '_, T, C, M>
where
    T: Tool,
    C: Chains<T, T::Input, T::Common>,
    M: Middleware,
{
    fn run(self, call: &mut Call<'_>) -> impl Future<Output = ToolResult> + Send {
        let Self(chain) = self;
        let frame = Frame::new(chain.input, chain.common);
        chain.typed.chains.invoke(&chain.typed.tool, frame, call)
    }
}
