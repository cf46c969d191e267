//! A function as a layer.

use std::future::Future;

use super::{Call, DynNext, Middleware, MiddlewareNames, Next};
use crate::result::ToolResult;

/// A function from a call and the rest of its chain to a result: `async fn(&mut Call<'_>,
/// Rest<'_>) -> ToolResult`, or an async closure.
///
/// Implemented for functions; an author does not implement it.
#[diagnostic::on_unimplemented(
    message = "this cannot be a layer",
    label = "not an `async fn(&mut Call<'_>, Rest<'_>) -> ToolResult`",
    note = "an async closure names both types, `async |call: &mut Call<'_>, next: Rest<'_>| …`, and captures nothing",
    note = "a layer with values of its own is a struct that implements `Middleware`"
)]
pub trait MiddlewareFn<'a>: Send + Sync {
    /// Handles one call.
    fn handle(
        &self,
        call: &'a mut Call<'a>,
        next: DynNext<'a>,
    ) -> impl Future<Output = ToolResult> + Send;
}

#[diagnostic::do_not_recommend]
impl<'a, F, Fut> MiddlewareFn<'a> for F
where
    F: Fn(&'a mut Call<'a>, DynNext<'a>) -> Fut + Send + Sync,
    Fut: Future<Output = ToolResult> + Send,
{
    fn handle(
        &self,
        call: &'a mut Call<'a>,
        next: DynNext<'a>,
    ) -> impl Future<Output = ToolResult> + Send {
        self(call, next)
    }
}

/// A function that stands for a layer; see [`from_fn`].
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F>(F);

/// Makes a layer of a function, or of an async closure that captures nothing.
///
/// It costs a box in each call. A layer with values of its own, and one whose nanoseconds count, is
/// a struct that implements [`Middleware`].
///
/// ```
/// use fusion_core::{middleware::{Call, Next as _, DynNext, from_fn}, Registry, ToolResult};
///
/// async fn in_capitals(call: &mut Call<'_>, next: Rest<'_>) -> ToolResult {
///     let response = next.run(call).await?;
///     Ok(response.with_meta("example.com/loud", true))
/// }
///
/// let builder = Registry::builder()
///     .middleware(from_fn(in_capitals))
///     .middleware(from_fn(async |call: &mut Call<'_>, next: Rest<'_>| {
///         if call.key() == "delete" {
///             return Err("not on a Friday".into());
///         }
///         next.run(call).await
///     }));
/// # let _ = builder;
/// ```
// No bound: what is no such function is no layer, and said once, where a layer is wanted.
pub fn from_fn<F>(function: F) -> FromFn<F> {
    FromFn(function)
}

impl<F: for<'a> MiddlewareFn<'a> + 'static> Middleware for FromFn<F> {
    fn names(&self, into: &mut MiddlewareNames) {
        into.push_type::<F>();
    }

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let mut end = Some(next);
        // The call again under one lifetime: a function over two, one inside the other, cannot be
        // named in a bound.
        let mut own = Call {
            tool: call.tool,
            spec: call.spec,
            key: call.key,
            ctx: &mut *call.ctx,
            common: call.common,
            arguments: call.arguments,
            form: call.form,
        };
        self.0.handle(&mut own, DynNext::new(&[], &mut end)).await
    }
}
