//! Providers: what is known of a caller before anything else happens, for `&Ext<T>` to read.

use std::{future::Future, marker::PhantomData};

use super::dispatch::Boxed;
use crate::{ctx::Ctx, error::ToolError};

/// A function from the context to a value: `async fn(&Ctx) -> Result<T, E>` or an async closure.
///
/// A trait with a lifetime, because a plain `F: Fn(&Ctx) -> Fut` cannot name a future that borrows
/// from the context. Implemented for functions; an author does not implement it.
#[diagnostic::on_unimplemented(
    message = "this cannot provide a value of the context",
    label = "not an `async fn(&Ctx) -> Result<T, E>`",
    note = "its error must be `ToolError`, or anything that is `Display`"
)]
pub trait Provide<'a, T>: Send + Sync {
    /// Makes the value; an error refuses the call.
    fn provide(&self, ctx: &'a Ctx) -> impl Future<Output = Result<T, ToolError>> + Send;
}

#[diagnostic::do_not_recommend]
impl<'a, T, E, F, Fut> Provide<'a, T> for F
where
    F: Fn(&'a Ctx) -> Fut + Send + Sync,
    Fut: Future<Output = Result<T, E>> + Send,
    E: Into<ToolError>,
    T: 'a,
{
    fn provide(&self, ctx: &'a Ctx) -> impl Future<Output = Result<T, ToolError>> + Send {
        let value = self(ctx);
        async move { value.await.map_err(Into::into) }
    }
}

/// A provider whose types are forgotten.
pub(super) trait Provider: Send + Sync {
    /// Leaves the value in the context.
    fn run<'c>(&'c self, ctx: &'c mut Ctx) -> Boxed<'c>;
}

/// A provider of `T`.
pub(super) struct Providing<T, F> {
    function: F,
    value: PhantomData<fn() -> T>,
}

impl<T, F> Providing<T, F> {
    pub(super) fn new(function: F) -> Self {
        Self {
            function,
            value: PhantomData,
        }
    }
}

impl<T, F> Provider for Providing<T, F>
where
    T: Clone + Send + Sync + 'static,
    F: for<'a> Provide<'a, T>,
{
    fn run<'c>(&'c self, ctx: &'c mut Ctx) -> Boxed<'c> {
        Box::pin(async move {
            let value = self.function.provide(ctx).await?;
            ctx.insert(value);
            Ok(())
        })
    }
}
