//! `ActionGroup` for `Arc<G>`, with the rows and the middleware of `G`.

use std::{any::Any, future::Future, sync::Arc};

use super::{
    ActionGroup, Chains, CompletionFuture, CompletionRequest, Expanded, Frame, QuestionFuture,
};
use crate::{
    args::Args,
    ctx::Ctx,
    middleware::{Call, MiddlewareNames},
    result::ToolResult,
    spec::GroupSpec,
};

/// The chains of a group behind an `Arc`.
struct ArcChains<C>(C);

impl<G, C, I, O> Chains<Arc<G>, I, O> for ArcChains<C>
where
    G: Send + Sync + 'static,
    C: Chains<G, I, O>,
    I: Send,
    O: Send + Sync,
{
    fn reads_arguments(&self) -> bool {
        self.0.reads_arguments()
    }

    fn names(&self, into: &mut MiddlewareNames) {
        self.0.names(into);
    }

    fn invoke(
        &self,
        group: &Arc<G>,
        frame: Frame<'_, I, O>,
        call: &mut Call<'_>,
    ) -> impl Future<Output = ToolResult> + Send {
        self.0.invoke(group, frame, call)
    }
}

impl<G: ActionGroup> ActionGroup for Arc<G> {
    const __EXPANDED: Expanded<1> = G::__EXPANDED;

    type Action = G::Action;
    type Common = G::Common;
    type Input = G::Input;

    const SPEC: &'static GroupSpec = G::SPEC;

    fn at(index: usize) -> Option<G::Action> {
        G::at(index)
    }

    fn parse(action: G::Action, args: &mut Args<'_>) -> Option<(G::Common, G::Input)> {
        G::parse(action, args)
    }

    fn common(common: &G::Common) -> Option<&(dyn Any + Send + Sync)> {
        G::common(common)
    }

    fn complete<'a>(
        &'a self,
        action: G::Action,
        request: CompletionRequest<'a>,
    ) -> Option<CompletionFuture<'a>> {
        G::complete(self, action, request)
    }

    fn question<'a>(
        &'a self,
        input: &'a G::Input,
        common: &'a G::Common,
        ctx: &'a Ctx,
    ) -> Option<QuestionFuture<'a>> {
        G::question(self, input, common, ctx)
    }

    fn chains(&self) -> impl Chains<Self, G::Input, G::Common> + use<G> {
        ArcChains(G::chains(self))
    }
}
