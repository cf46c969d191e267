//! Middleware around a group's handlers, from `with(…)` on a block or on an action.

use std::future::Future;

use super::{Chains, Frame};
use crate::{
    middleware::{Call, Middleware, MiddlewareNames, Next},
    result::ToolResult,
};

/// The chains of a group, wrapped in the middleware of its block.
#[derive(Clone, Copy, Debug)]
pub struct MiddlewareChains<M, C> {
    middleware: M,
    chains: C,
}

impl<M, C> MiddlewareChains<M, C> {
    /// Wraps the handlers of `chains` in `middleware`.
    pub const fn new(middleware: M, chains: C) -> Self {
        Self { middleware, chains }
    }
}

impl<G, I, O, M, C> Chains<G, I, O> for MiddlewareChains<M, C>
where
    G: Sync + ?Sized,
    I: Send,
    O: Sync,
    M: Middleware,
    C: Chains<G, I, O>,
{
    fn reads_arguments(&self) -> bool {
        self.middleware.reads_arguments() || self.chains.reads_arguments()
    }

    fn names(&self, into: &mut MiddlewareNames) {
        into.add(&self.middleware);
        self.chains.names(into);
    }

    async fn invoke(&self, group: &G, frame: Frame<'_, I, O>, call: &mut Call<'_>) -> ToolResult {
        run_middleware(&self.middleware, &self.chains, group, frame, call).await
    }
}

/// Runs `middleware`, then the handler of `chains`. The typed input stays in the frame.
// This must be an `async fn`: with `-> impl Future`, rustc rejects its references (E0700).
pub async fn run_middleware<G, I, O, M, C>(
    middleware: &M,
    chains: &C,
    group: &G,
    frame: Frame<'_, I, O>,
    call: &mut Call<'_>,
) -> ToolResult
where
    G: Sync + ?Sized,
    I: Send,
    O: Sync,
    M: Middleware,
    C: Chains<G, I, O>,
{
    let mut seat = InnerChain {
        chains,
        group,
        frame,
    };
    middleware.handle(call, InnerChainNext(&mut seat)).await
}

/// The part of a call inside the middleware: the chains, the group and the frame.
struct InnerChain<'s, G: ?Sized, I, O, C> {
    chains: &'s C,
    group: &'s G,
    frame: Frame<'s, I, O>,
}

/// A `Next` that runs the inner chain. It is one reference, because the future of every middleware
/// stores it.
struct InnerChainNext<'e, 's, G: ?Sized, I, O, C>(&'e mut InnerChain<'s, G, I, O, C>);

impl<G, I, O, C> Next for InnerChainNext<'_, '_, G, I, O, C>
where
    G: Sync + ?Sized,
    I: Send,
    O: Sync,
    C: Chains<G, I, O>,
{
    fn run(self, call: &mut Call<'_>) -> impl Future<Output = ToolResult> + Send {
        let Self(seat) = self;
        seat.chains.invoke(seat.group, seat.frame.reborrow(), call)
    }
}
