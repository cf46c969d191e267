//! One tool behind one box: from an action's index and its arguments to a running call.

use std::{future::Future, pin::Pin, sync::Arc};

use serde_json::{Map, Value};

use crate::{args::{Args, ReaderNotes, ReadingRules}, error::{Problem, ToolError}, ctx::Ctx, definition::ActionDef, macro_support::{Call, Chains, CompletionFuture, CompletionRequest, Frame, Tool}, middleware::{Middleware, MiddlewareNames, Next}, result::{ToolForm, ToolResponse, ToolResult}, spec::ActionSpec};

/// A future of what an author wrote. What it makes, it leaves where the registry takes it: a
/// response is large, and passed on by every future it would be copied by every one.
pub(super) type Boxed<'a> = Pin<Box<dyn Future<Output = Result<(), ToolError>> + Send + 'a>>;

/// A tool whose types are forgotten.
pub(super) trait Dispatch: Send + Sync {
    /// Parses the arguments and starts the call. What is wrong is told before anything is boxed.
    fn begin<'a>(&'a self, start: Start<'a>, desk: Desk<'a>) -> Result<Begun<'a>, Vec<Problem>>;

    /// Completes an argument of a row; `None` where its author names no function.
    fn complete<'a>(
        &'a self,
        row: usize,
        asked: CompletionRequest<'a>,
    ) -> Option<CompletionFuture<'a>>;

    /// The layers that a row runs behind, outermost first; `group` is its group inside the tool.
    fn layers(&self, group: Option<&'static str>, row: &'static ActionSpec) -> Vec<String>;
}

/// A call on its way to its handler.
pub(super) struct Begun<'a> {
    /// The only box of its way.
    pub(super) running: Boxed<'a>,
    /// What was noted without being wrong.
    pub(super) notes: Option<Box<ReaderNotes>>,
}

/// What a call borrows from the future that it runs in.
pub(super) struct Desk<'a> {
    pub(super) ctx: &'a mut Ctx,
    /// Where the response is left.
    pub(super) answer: &'a mut Option<ToolResponse>,
}

/// A call that found its action.
pub(super) struct Start<'a> {
    /// The action, by its index.
    pub(super) action: usize,
    pub(super) def: &'a ActionDef,
    /// The arguments as they were sent, the discriminator among them.
    pub(super) arguments: Map<String, Value>,
    /// What they are held to.
    pub(super) contract: ReadingRules<'a>,
    pub(super) form: ToolForm,
}

/// A tool, its chains, and the registry's layers around them.
pub(super) struct Mounted<T, C, L> {
    tool: T,
    chains: C,
    layers: Arc<L>,
    /// Whether any layer wants the arguments as they were sent.
    reads_arguments: bool,
}

/// Mounts a tool; its chains are built here, once.
pub(super) fn mount<T: Tool, L: Middleware>(tool: T, layers: Arc<L>) -> Box<dyn Dispatch> {
    let chains = tool.chains();
    let reads_arguments = layers.reads_arguments() || chains.reads_arguments();
    Box::new(Mounted {
        tool,
        chains,
        layers,
        reads_arguments,
    })
}

impl<T, C, L> Dispatch for Mounted<T, C, L>
where
    T: Tool,
    C: Chains<T, T::Input, T::Common>,
    L: Middleware,
{
    fn begin<'a>(&'a self, start: Start<'a>, desk: Desk<'a>) -> Result<Begun<'a>, Vec<Problem>> {
        let Start {
            action,
            def,
            arguments,
            contract,
            form,
        } = start;
        let sent = self
            .reads_arguments
            .then(|| own(&arguments, contract.discriminator));
        let mut args = Args::new(arguments, contract);
        let parsed = T::at(action).and_then(|action| T::parse(action, &mut args));
        let notes = args.into_notes();
        match parsed {
            Some((common, input))
                if notes.as_ref().is_none_or(|notes| notes.problems.is_empty()) =>
            {
                let owned = Owned {
                    common,
                    input: Some(input),
                    sent,
                };
                let running = Box::pin(run(self, def, owned, form, desk));
                Ok(Begun { running, notes })
            }
            _ => Err(notes.map_or_else(Vec::new, |notes| notes.problems)),
        }
    }

    fn complete<'a>(
        &'a self,
        row: usize,
        asked: CompletionRequest<'a>,
    ) -> Option<CompletionFuture<'a>> {
        self.tool.complete(T::at(row)?, asked)
    }

    fn layers(&self, group: Option<&'static str>, row: &'static ActionSpec) -> Vec<String> {
        let mut names = MiddlewareNames::new(group, row);
        self.layers.names(&mut names);
        self.chains.names(&mut names);
        names.into_owned()
    }
}

/// The action's own arguments, for the layers that want to see them.
fn own(arguments: &Map<String, Value>, discriminator: Option<&str>) -> Map<String, Value> {
    let mut own = arguments.clone();
    if let Some(discriminator) = discriminator {
        own.remove(discriminator);
    }
    own
}

/// What a call owns while it runs.
struct Owned<I, O> {
    common: O,
    input: Option<I>,
    sent: Option<Map<String, Value>>,
}

/// Not an `async fn`: that would hold what it owns twice, as its argument and as its variable.
#[allow(clippy::manual_async_fn)]
fn run<'a, T, C, L>(
    mounted: &'a Mounted<T, C, L>,
    def: &'a ActionDef,
    mut owned: Owned<T::Input, T::Common>,
    form: ToolForm,
    desk: Desk<'a>,
) -> impl Future<Output = Result<(), ToolError>> + Send + 'a
where
    T: Tool,
    C: Chains<T, T::Input, T::Common>,
    L: Middleware,
{
    async move {
        let mut call = Call {
            tool: T::SPEC,
            spec: def.spec,
            key: &def.key,
            ctx: desk.ctx,
            common: T::common(&owned.common),
            arguments: owned.sent.as_ref(),
            form,
        };
        let mut seat = Seat {
            mounted,
            input: &mut owned.input,
            common: &owned.common,
        };
        let response = mounted.layers.handle(&mut call, End(&mut seat)).await?;
        *desk.answer = Some(response);
        Ok(())
    }
}

/// What the tool's own layers and its handler need.
struct Seat<'s, T: Tool, C, L> {
    mounted: &'s Mounted<T, C, L>,
    input: &'s mut Option<T::Input>,
    common: &'s T::Common,
}

/// Behind the registry's layers: the tool's own. The future of every layer holds it, so it is one
/// reference: a call is boxed, and a box above a kilobyte costs an allocator more than ten layers.
struct End<'e, 's, T: Tool, C, L>(&'e mut Seat<'s, T, C, L>);

impl<T, C, L> Next for End<'_, '_, T, C, L>
where
    T: Tool,
    C: Chains<T, T::Input, T::Common>,
    L: Middleware,
{
    fn run(self, call: &mut Call<'_>) -> impl Future<Output = ToolResult> + Send {
        let Self(seat) = self;
        let frame = Frame::new(seat.input, seat.common);
        seat.mounted.chains.invoke(&seat.mounted.tool, frame, call)
    }
}
