//! Layers around handlers: one trait, static by default; boxed only where a list is made at run
//! time, or a function stands for a layer.
//!
//! A result goes through a layer whole. A response is opaque (see [`ToolResponse`]): a layer that
//! does not look into it passes on whatever a response will be able to say one day, such as a
//! question to the user in mid-call.
//!
//! [`ToolResponse`]: crate::ToolResponse

pub(crate) mod builtin;
mod call;
mod function;
mod list;
mod names;
mod probe;

#[cfg(feature = "rate-limit")]
pub use self::builtin::RateLimit;
pub use self::builtin::{Concurrency, Exclusive, Heartbeat, Timeout, Trace};
pub use call::Call;
pub use function::{FromFn, MiddlewareFn, from_fn};
pub use list::{DynMiddleware, DynNext, MiddlewareFuture, MiddlewareList};
pub use names::MiddlewareNames;
#[doc(hidden)]
pub use probe::{MiddlewareProbe, NotMiddleware, layer};

use std::{future::Future, sync::Arc};

use crate::result::ToolResult;

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
/// use fusion_core::{middleware::{Call, Middleware, Next}, ToolResult};
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
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layer",
    label = "does not implement `Middleware`",
    note = "a layer is a value of a built-in one, such as `Timeout::secs(5)`, or of a type of yours with `impl Middleware`",
    note = "an `async fn(&mut Call<'_>, Rest<'_>) -> ToolResult` is made one by `from_fn(…)`"
)]
pub trait Middleware: Send + Sync + 'static {
    /// Whether it wants [`Call::arguments`]. Only where a layer of a chain says so is the argument
    /// map kept, which costs one clone a call.
    const READS_ARGUMENTS: bool = false;

    /// The same for this very layer, where that is only known once it is made. Asked once, before
    /// the first call.
    fn reads_arguments(&self) -> bool {
        Self::READS_ARGUMENTS
    }

    /// The names under which [`ActionMetadata::layers`] tells of it: the name of its type, unless
    /// said otherwise. Asked when metadata is, never in a call.
    ///
    /// ```
    /// use fusion_core::{middleware::{Call, MiddlewareNames, Middleware, Next}, ToolResult};
    ///
    /// /// Lets only administrators change things.
    /// struct Admins;
    ///
    /// impl Middleware for Admins {
    ///     fn names(&self, into: &mut LayerNames) {
    ///         if !into.spec().hints.read_only {
    ///             into.push("admins only");
    ///         }
    ///     }
    ///
    ///     async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
    ///         let is_admin = call.ctx().client().is_some_and(|client| client.name == "admin");
    ///         if !call.spec().hints.read_only && !is_admin {
    ///             return Err("only administrators change things".into());
    ///         }
    ///         next.run(call).await
    ///     }
    /// }
    /// ```
    ///
    /// [`ActionMetadata::layers`]: crate::view::ActionMetadata::layers
    fn names(&self, into: &mut MiddlewareNames) {
        into.push_type::<Self>();
    }

    /// Handles one call.
    fn handle(
        &self,
        call: &mut Call<'_>,
        next: impl Next,
    ) -> impl Future<Output = ToolResult> + Send;
}

/// The end of a list of layers: does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMiddleware;

impl Middleware for NoMiddleware {
    fn names(&self, _: &mut MiddlewareNames) {}

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

impl<Outer, Inner> Stack<Outer, Inner> {
    /// `outer` around `inner`.
    pub const fn new(outer: Outer, inner: Inner) -> Self {
        Self(outer, inner)
    }
}

/// Layers to which one more can be added, inside them all.
///
/// It keeps a stack leaning to one side, `Stack<A, Stack<B, Stack<C, NoMiddleware>>>`: what is left of the
/// chain behind a layer is then one reference to the rest, however long that is.
pub trait AppendMiddleware<M> {
    /// The layers with that one more.
    type Out;

    /// Adds the innermost layer.
    fn push(self, innermost: M) -> Self::Out;
}

impl<M> AppendMiddleware<M> for NoMiddleware {
    type Out = Stack<M, NoMiddleware>;

    fn push(self, innermost: M) -> Self::Out {
        Stack(innermost, self)
    }
}

impl<M, Outer, Inner: AppendMiddleware<M>> AppendMiddleware<M> for Stack<Outer, Inner> {
    type Out = Stack<Outer, Inner::Out>;

    fn push(self, innermost: M) -> Self::Out {
        Stack(self.0, self.1.push(innermost))
    }
}

impl<Outer: Middleware, Inner: Middleware> Middleware for Stack<Outer, Inner> {
    const READS_ARGUMENTS: bool = Outer::READS_ARGUMENTS || Inner::READS_ARGUMENTS;

    fn reads_arguments(&self) -> bool {
        self.0.reads_arguments() || self.1.reads_arguments()
    }

    fn names(&self, into: &mut MiddlewareNames) {
        self.0.names(into);
        self.1.names(into);
    }

    fn handle(
        &self,
        call: &mut Call<'_>,
        next: impl Next,
    ) -> impl Future<Output = ToolResult> + Send {
        self.0.handle(call, OuterNext(&self.1, next))
    }
}

/// One layer in front of the rest of a chain.
struct OuterNext<'m, M, N>(&'m M, N);

impl<M: Middleware, N: Next> Next for OuterNext<'_, M, N> {
    fn run(self, call: &mut Call<'_>) -> impl Future<Output = ToolResult> + Send {
        self.0.handle(call, self.1)
    }
}

/// One layer at several places: what it counts, it counts for all of them together.
impl<M: Middleware> Middleware for Arc<M> {
    const READS_ARGUMENTS: bool = M::READS_ARGUMENTS;

    fn reads_arguments(&self) -> bool {
        M::reads_arguments(self)
    }

    fn names(&self, into: &mut MiddlewareNames) {
        M::names(self, into);
    }

    fn handle(
        &self,
        call: &mut Call<'_>,
        next: impl Next,
    ) -> impl Future<Output = ToolResult> + Send {
        M::handle(self, call, next)
    }
}
