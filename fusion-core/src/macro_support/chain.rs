//! Middleware in front of a group's handlers, from `with(…)` on a block or on an action.

use std::future::Future;

use super::{Chains, Frame};
use crate::{
    middleware::{Call, Middleware, MiddlewareNames, Next},
    result::ToolResult,
};

/// The chains of a group behind its own middleware.
#[derive(Clone, Copy, Debug)]
pub struct MiddlewareChains<M, C> {
    layers: M,
    chains: C,
}

impl<M, C> MiddlewareChains<M, C> {
    /// Puts `layers` around the handlers of `chains`.
    pub const fn new(layers: M, chains: C) -> Self {
        Self { layers, chains }
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
        self.layers.reads_arguments() || self.chains.reads_arguments()
    }

    fn names(&self, into: &mut MiddlewareNames) {
        self.layers.names(into);
        self.chains.names(into);
    }

    async fn invoke(&self, group: &G, frame: Frame<'_, I, O>, call: &mut Call<'_>) -> ToolResult {
        layered(&self.layers, &self.chains, group, frame, call).await
    }
}

/// Runs `layers`, then the handler of `chains`. The typed input stays parked in the frame.
// An `async fn`: written as `-> impl Future`, its references are E0700.
pub async fn layered<G, I, O, M, C>(
    layers: &M,
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
    layers.handle(call, InnerChainNext(&mut seat)).await
}

/// The rest of the call behind the middleware.
struct InnerChain<'s, G: ?Sized, I, O, C> {
    chains: &'s C,
    group: &'s G,
    frame: Frame<'s, I, O>,
}

/// Continues with the rest of the call. It is one reference, because the future of every middleware
/// holds it.
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
        seat.chains.invoke(seat.group, seat.frame.again(), call)
    }
}
