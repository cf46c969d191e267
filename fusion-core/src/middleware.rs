//! Layers around the handlers of a registry: one trait, static by default.

use std::future::Future;

use crate::{group::Call, result::ToolResult};

/// What is left of the chain after a layer: the inner layers and the handler.
///
/// [`Next::run`] takes it by value, so a handler cannot be run twice.
pub trait Next: Send {
    /// Runs the rest of the chain.
    fn run(self, call: &mut Call<'_>) -> impl Future<Output = ToolResult> + Send;
}

/// A layer around handlers: it sees every valid call, may leave values in the context, may answer
/// itself, and sees the result.
///
/// ```
/// use fusion_core::{Call, Middleware, Next, ToolResult};
///
/// struct Log;
///
/// impl Middleware for Log {
///     async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
///         let key = call.spec().key;
///         let result = next.run(call).await;
///         eprintln!("{key}: {}", if result.is_ok() { "ok" } else { "failed" });
///         result
///     }
/// }
/// ```
pub trait Middleware: Send + Sync + 'static {
    /// Whether it wants [`Call::arguments`]. Only where a layer of a chain says so is the argument
    /// map kept, which costs one clone a call.
    const READS_ARGUMENTS: bool = false;

    /// Handles one call.
    fn handle(
        &self,
        call: &mut Call<'_>,
        next: impl Next,
    ) -> impl Future<Output = ToolResult> + Send;
}

/// The end of a list of layers: does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLayer;

impl Middleware for NoLayer {
    fn handle(
        &self,
        call: &mut Call<'_>,
        next: impl Next,
    ) -> impl Future<Output = ToolResult> + Send {
        next.run(call)
    }
}

/// Two layers as one: `Outer` runs around `Inner`.
#[derive(Clone, Copy, Debug)]
pub struct Stack<Outer, Inner>(pub(crate) Outer, pub(crate) Inner);

impl<Outer: Middleware, Inner: Middleware> Middleware for Stack<Outer, Inner> {
    const READS_ARGUMENTS: bool = Outer::READS_ARGUMENTS || Inner::READS_ARGUMENTS;

    fn handle(
        &self,
        call: &mut Call<'_>,
        next: impl Next,
    ) -> impl Future<Output = ToolResult> + Send {
        self.0.handle(call, Layer(&self.1, next))
    }
}

/// One layer in front of the rest of a chain.
struct Layer<'m, M, N>(&'m M, N);

impl<M: Middleware, N: Next> Next for Layer<'_, M, N> {
    fn run(self, call: &mut Call<'_>) -> impl Future<Output = ToolResult> + Send {
        self.0.handle(call, self.1)
    }
}
