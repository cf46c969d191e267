//! Middleware made of a function.

use std::{future::Future, marker::PhantomData};

use super::{Call, DynNext, Middleware, MiddlewareNames, Next};
use crate::result::ToolResult;

/// A function that can be a middleware: `async fn(&mut Call<'_>, DynNext<'_>) -> ToolResult`, or an
/// async closure of this form.
///
/// Implemented for functions; authors do not implement it. `Form` is inferred.
#[diagnostic::on_unimplemented(
    message = "this cannot be a middleware",
    label = "not an `async fn(&mut Call<'_>, DynNext<'_>) -> ToolResult`",
    note = "`next: impl Next` is for `Middleware::handle`; a function names the type: `next: DynNext<'_>`",
    note = "an async closure names both types, `async |call: &mut Call<'_>, next: DynNext<'_>| …`, and captures nothing",
    note = "a middleware with values of its own is a struct that implements `Middleware`"
)]
pub trait MiddlewareFn<'a, Form>: Send + Sync {
    /// Handles one call.
    fn handle(
        &self,
        call: &'a mut Call<'a>,
        next: DynNext<'a>,
    ) -> impl Future<Output = ToolResult> + Send;
}

/// The form of functions that can be a middleware, as in `FromFn<F, FunctionForm>`.
#[derive(Clone, Copy, Debug)]
pub struct FunctionForm;

/// A form that no function has.
///
/// With a second form rustc compares the lifetimes of a function when it selects an impl, so that it
/// reports a function whose `next` has one lifetime by the text of [`MiddlewareFn`]. With one form it
/// selects that, and reports a missing method of the builder instead.
#[derive(Clone, Copy, Debug)]
pub struct NoForm;

mod no_form {
    /// A bound that nothing has.
    pub trait Unsatisfied {}
}

#[diagnostic::do_not_recommend]
impl<'a, F: no_form::Unsatisfied + Send + Sync> MiddlewareFn<'a, NoForm> for F {
    fn handle(
        &self,
        call: &'a mut Call<'a>,
        next: DynNext<'a>,
    ) -> impl Future<Output = ToolResult> + Send {
        next.run(call)
    }
}

#[diagnostic::do_not_recommend]
impl<'a, F, Fut> MiddlewareFn<'a, FunctionForm> for F
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

/// A middleware made of a function; see [`from_fn`].
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F, Form>(F, PhantomData<fn() -> Form>);

/// Makes a middleware of a function, or of an async closure that captures nothing.
///
/// It allocates one box per call. Implement [`Middleware`] on a struct for a middleware that has
/// values of its own or must not allocate.
///
/// ```
/// use fusion_core::{middleware::{Call, Next as _, DynNext, from_fn}, Registry, ToolResult};
///
/// async fn in_capitals(call: &mut Call<'_>, next: DynNext<'_>) -> ToolResult {
///     let response = next.run(call).await?;
///     Ok(response.with_meta("example.com/loud", true))
/// }
///
/// let builder = Registry::builder()
///     .middleware(from_fn(in_capitals))
///     .middleware(from_fn(async |call: &mut Call<'_>, next: DynNext<'_>| {
///         if call.key() == "delete" {
///             return Err("not on a Friday".into());
///         }
///         next.run(call).await
///     }));
/// # let _ = builder;
/// ```
// No bound on `F`: rustc then reports a wrong function once, at the bound `Middleware`.
pub fn from_fn<F, Form>(function: F) -> FromFn<F, Form> {
    FromFn(function, PhantomData)
}

impl<F, Form> Middleware for FromFn<F, Form>
where
    F: for<'a> MiddlewareFn<'a, Form> + 'static,
    Form: 'static,
{
    fn names(&self, into: &mut MiddlewareNames) {
        into.push_type::<F>();
    }

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let mut end = Some(next);
        // A copy of the call with one lifetime, because a bound cannot name a function that is generic
        // over two nested lifetimes.
        let mut own = Call {
            tool: call.tool,
            spec: call.spec,
            tags: call.tags,
            scopes: call.scopes,
            key: call.key,
            ctx: &mut *call.ctx,
            common: call.common,
            arguments: call.arguments,
            form: call.form,
            awaits_row_limit: call.awaits_row_limit,
        };
        self.0.handle(&mut own, DynNext::new(&[], &mut end)).await
    }
}
