//! Middleware around handlers. Calls are statically dispatched; a future is boxed only for a list that
//! is built at run time and for a middleware made of a function.
//!
//! A middleware returns the result of the inner chain as a whole. [`ToolResponse`] is opaque, so that a middleware
//! that does not inspect it forwards every kind of response. A call that ends with a question to its user drops the
//! middleware where it waits.
//!
//! [`ToolResponse`]: crate::ToolResponse

pub(crate) mod builtin;
mod call;
mod function;
mod list;
mod names;
mod probe;

pub use self::builtin::{Concurrency, Exclusive, Heartbeat, Timeout, Trace};
#[cfg(feature = "rate-limit")]
pub use self::builtin::{OnFailure, RateLimit, SharedRateLimit};
pub use call::Call;
#[doc(hidden)]
pub use function::NoForm;
pub use function::{FromFn, FunctionForm, MiddlewareFn, from_fn};
pub use list::{DynMiddleware, DynNext, MiddlewareFuture, MiddlewareList};
pub use names::MiddlewareNames;
#[doc(hidden)]
pub use probe::{MiddlewareProbe, NotMiddleware, check_middleware};

use std::{future::Future, sync::Arc};

use crate::result::ToolResult;

/// The rest of the chain inside a middleware: the inner middleware and the handler.
///
/// [`Next::run`] takes it by value, so a handler cannot run twice.
pub trait Next: Send {
    /// Runs the rest of the chain.
    fn run(self, call: &mut Call<'_>) -> impl Future<Output = ToolResult> + Send;
}

/// A middleware around handlers. It receives every valid call, can insert values into the context, can
/// return a result without running the handler, and receives the result of the handler.
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
    message = "`{Self}` is not a middleware",
    label = "does not implement `Middleware`",
    note = "a middleware is a value of a built-in type, such as `Timeout::secs(5)`, or of your own type with `impl Middleware`",
    note = "`from_fn(…)` makes a middleware of an `async fn(&mut Call<'_>, DynNext<'_>) -> ToolResult`"
)]
pub trait Middleware: Send + Sync + 'static {
    /// True if the middleware reads [`Call::arguments`]. The argument map is kept only if a middleware
    /// of the chain reads it, because this costs one clone per call.
    const READS_ARGUMENTS: bool = false;

    /// Returns true if this value reads [`Call::arguments`]. Override it if that depends on the value;
    /// it is called once, before the first call. Returns [`READS_ARGUMENTS`](Self::READS_ARGUMENTS)
    /// by default.
    fn reads_arguments(&self) -> bool {
        Self::READS_ARGUMENTS
    }

    /// Adds the names of this middleware to [`ActionMetadata::middleware`]: by default, the name of
    /// its type. It is called when metadata is built, never during a call.
    ///
    /// ```
    /// use fusion_core::{middleware::{Call, MiddlewareNames, Middleware, Next}, ToolResult};
    ///
    /// /// Lets only administrators change things.
    /// struct Admins;
    ///
    /// impl Middleware for Admins {
    ///     fn names(&self, into: &mut MiddlewareNames) {
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
    /// [`ActionMetadata::middleware`]: crate::view::ActionMetadata::middleware
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

/// A middleware that does nothing; the end of a [`Stack`].
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

/// A pair of middleware as one middleware: `Outer` runs around `Inner`.
#[derive(Clone, Copy, Debug)]
pub struct Stack<Outer, Inner>(pub(crate) Outer, pub(crate) Inner);

impl<Outer, Inner> Stack<Outer, Inner> {
    /// Wraps `inner` in `outer`.
    pub const fn new(outer: Outer, inner: Inner) -> Self {
        Self(outer, inner)
    }
}

/// A stack of middleware to which an innermost one can be added.
///
/// The stack nests to one side, `Stack<A, Stack<B, Stack<C, NoMiddleware>>>`, so that the rest of the
/// chain inside a middleware is one reference, however long the chain is.
pub trait AppendMiddleware<M> {
    /// The stack with the added middleware.
    type Out;

    /// Adds the innermost middleware.
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

/// A `Next` that runs a middleware and then the rest of the chain.
struct OuterNext<'m, M, N>(&'m M, N);

impl<M: Middleware, N: Next> Next for OuterNext<'_, M, N> {
    fn run(self, call: &mut Call<'_>) -> impl Future<Output = ToolResult> + Send {
        self.0.handle(call, self.1)
    }
}

/// An `Arc` puts one middleware at several places; they share its state, such as counters.
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
