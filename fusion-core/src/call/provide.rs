//! Providers: functions that run before everything else in a request and insert values into its
//! context, where `&Ext<T>` reads them.

use std::{
    future::Future,
    marker::PhantomData,
    num::NonZeroU32,
    pin::pin,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

#[cfg(feature = "testing")]
use super::substitutes::SubstitutedTypes;
use super::{dispatch::BoxedCall, run::run_guarded};
use crate::{
    ctx::Ctx,
    error::{CallError, ToolError},
    middleware::builtin::{format_duration, poll_once},
};

/// The default of the time that each provider has.
const PROVIDER_TIMEOUT: Duration = Duration::from_secs(30);

/// A function from the context to a value: `async fn(&Ctx) -> Result<T, E>` or an async closure.
///
/// A trait with a lifetime, because a plain `F: Fn(&Ctx) -> Fut` cannot name a future that borrows
/// from the context. Implemented for functions; an author does not implement it.
#[diagnostic::on_unimplemented(
    message = "this cannot provide a value of the context",
    label = "not an `async fn(&Ctx) -> Result<T, E>`",
    note = "its error must be `ToolError`, a text, or a type that implements `std::error::Error + Send + Sync`"
)]
pub trait Provide<'a, T>: Send + Sync {
    /// Computes the value. An error refuses the request.
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

/// A type-erased provider.
pub(crate) trait Provider: Send + Sync {
    /// Inserts the value into the context.
    fn run<'c>(&'c self, ctx: &'c mut Ctx) -> BoxedCall<'c>;
}

/// A provider of `T`.
pub(crate) struct TypedProvider<T, F> {
    function: F,
    value: PhantomData<fn() -> T>,
}

impl<T, F> TypedProvider<T, F> {
    pub(crate) fn new(function: F) -> Self {
        Self {
            function,
            value: PhantomData,
        }
    }
}

impl<T, F> Provider for TypedProvider<T, F>
where
    T: Clone + Send + Sync + 'static,
    F: for<'a> Provide<'a, T>,
{
    fn run<'c>(&'c self, ctx: &'c mut Ctx) -> BoxedCall<'c> {
        Box::pin(async move {
            #[cfg(feature = "testing")]
            if SubstitutedTypes::have::<T>(ctx) {
                return Ok(());
            }
            let value = self.function.provide(ctx).await?;
            ctx.insert(value);
            Ok(())
        })
    }
}

/// The providers of one registry. They run once a request: a context records whose providers ran
/// last, so that a list or a view and the call after it share one run.
pub(crate) struct Providers {
    list: Vec<Box<dyn Provider>>,
    /// The time that each provider has.
    timeout: Duration,
    /// Identifies the registry in contexts. `None` if the process has used up all ids; the
    /// providers then run each time.
    id: Option<NonZeroU32>,
}

impl Providers {
    /// The providers of a new registry.
    pub(crate) fn new(list: Vec<Box<dyn Provider>>, timeout: Option<Duration>) -> Self {
        // A counter, not the registry's address: an address is reused once a registry is dropped,
        // and a context that outlives the registry would vouch for another one's providers.
        static NEXT: AtomicU32 = AtomicU32::new(1);

        let next = |id: u32| id.checked_add(1);
        let id = NEXT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        Self {
            list,
            timeout: timeout.unwrap_or(PROVIDER_TIMEOUT),
            id: id.ok().and_then(NonZeroU32::new),
        }
    }

    /// Returns whether the providers have not run yet for `ctx`.
    #[inline]
    pub(crate) fn must_run(&self, ctx: &Ctx) -> bool {
        !self.list.is_empty() && (self.id.is_none() || ctx.provided_by() != self.id)
    }

    /// Runs the providers in their order, up to the first that fails.
    pub(crate) async fn run(&self, ctx: &mut Ctx) -> Result<(), CallError> {
        // From here on, values of another registry may be overwritten, even if a provider fails.
        ctx.set_provided_by(None);
        let cancellation = ctx.cancellation().clone();
        for provider in &self.list {
            let mut running = pin!(run_guarded(provider.run(ctx), &cancellation));
            let provided = match poll_once(running.as_mut()).await {
                Some(provided) => provided?,
                // Only a provider that waits needs the runtime's clock, and the box keeps its timer out
                // of the future of every call.
                None => match Box::pin(tokio::time::timeout(self.timeout, running)).await {
                    Ok(provided) => provided?,
                    Err(_) => Err(self.too_slow()),
                },
            };
            provided.map_err(CallError::refused)?;
        }
        ctx.set_provided_by(self.id);
        Ok(())
    }

    fn too_slow(&self) -> ToolError {
        let limit = format_duration(self.timeout);
        let message = format!("the request was not accepted within {limit}, and nothing was done");
        ToolError::timed_out(message).hint("Call again later.")
    }
}
