//! Type-erased middleware: lists that are built at run time.

use std::{future::Future, pin::Pin, sync::Arc};

use super::{Call, Middleware, MiddlewareNames, Next};
use crate::{error::ToolError, result::ToolResult};

/// The boxed future of a type-erased middleware.
pub type MiddlewareFuture<'f> = Pin<Box<dyn Future<Output = ToolResult> + Send + 'f>>;

/// A type-erased [`Middleware`], implemented for every middleware.
///
/// It allocates one box per call, so use it only if the middleware is not known at compile time.
pub trait DynMiddleware: Send + Sync + 'static {
    /// Calls [`Middleware::reads_arguments`].
    fn dyn_reads_arguments(&self) -> bool;

    /// Calls [`Middleware::names`].
    fn dyn_names(&self, into: &mut MiddlewareNames);

    /// Calls [`Middleware::handle`] and boxes its future.
    fn dyn_handle<'f>(&'f self, call: &'f mut Call<'_>, next: DynNext<'f>) -> MiddlewareFuture<'f>;
}

#[diagnostic::do_not_recommend]
impl<M: Middleware> DynMiddleware for M {
    fn dyn_reads_arguments(&self) -> bool {
        self.reads_arguments()
    }

    fn dyn_names(&self, into: &mut MiddlewareNames) {
        self.names(into);
    }

    fn dyn_handle<'f>(&'f self, call: &'f mut Call<'_>, next: DynNext<'f>) -> MiddlewareFuture<'f> {
        Box::pin(self.handle(call, next))
    }
}

/// A type-erased [`Next`]: the rest of the chain inside a middleware of a list, or inside a middleware
/// made of a function.
pub struct DynNext<'s> {
    middleware: &'s [Arc<dyn DynMiddleware>],
    end: &'s mut (dyn ErasedNext + 's),
}

impl<'s> DynNext<'s> {
    /// Runs `middleware`, then the stored rest of the chain.
    pub(super) fn new<N: Next + 's>(
        middleware: &'s [Arc<dyn DynMiddleware>],
        end: &'s mut Option<N>,
    ) -> Self {
        Self { middleware, end }
    }
}

impl std::fmt::Debug for DynNext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DynNext")
            .field("middleware", &self.middleware.len())
            .finish_non_exhaustive()
    }
}

impl Next for DynNext<'_> {
    async fn run(self, call: &mut Call<'_>) -> ToolResult {
        let Self { middleware, end } = self;
        match middleware.split_first() {
            Some((first, middleware)) => first.dyn_handle(call, DynNext { middleware, end }).await,
            None => end.run(call).await,
        }
    }
}

/// The type-erased rest of a chain after a list. The value stays where its type is known, so that only
/// its future is boxed.
trait ErasedNext: Send {
    fn run<'f>(&'f mut self, call: &'f mut Call<'_>) -> MiddlewareFuture<'f>;
}

impl<N: Next> ErasedNext for Option<N> {
    fn run<'f>(&'f mut self, call: &'f mut Call<'_>) -> MiddlewareFuture<'f> {
        match self.take() {
            Some(next) => Box::pin(next.run(call)),
            // Unreachable: `DynNext::run` consumes the `DynNext`, and nothing else calls this.
            None => Box::pin(std::future::ready(Err(ToolError::internal(
                "the rest of a chain ran twice",
            )))),
        }
    }
}

/// A list of middleware as one middleware, outermost first.
///
/// ```
/// use std::sync::Arc;
///
/// use fusion_core::{middleware::{DynMiddleware, MiddlewareList, Timeout}, Registry};
///
/// let mut middleware: Vec<Arc<dyn DynMiddleware>> = Vec::new();
/// if std::env::var_os("SLOW_MACHINE").is_none() {
///     middleware.push(Arc::new(Timeout::secs(30)));
/// }
/// let builder = Registry::builder().middleware(MiddlewareList::new(middleware));
/// # let _ = builder;
/// ```
#[derive(Clone, Default)]
pub struct MiddlewareList(Vec<Arc<dyn DynMiddleware>>);

impl MiddlewareList {
    /// Creates a list, outermost middleware first.
    pub fn new(middleware: Vec<Arc<dyn DynMiddleware>>) -> Self {
        Self(middleware)
    }
}

impl std::fmt::Debug for MiddlewareList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("MiddlewareList")
            .field(&self.0.len())
            .finish()
    }
}

impl Middleware for MiddlewareList {
    fn reads_arguments(&self) -> bool {
        self.0.iter().any(|one| one.dyn_reads_arguments())
    }

    fn names(&self, into: &mut MiddlewareNames) {
        for middleware in &self.0 {
            middleware.dyn_names(into);
        }
    }

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        if self.0.is_empty() {
            return next.run(call).await;
        }
        let mut end = Some(next);
        DynNext::new(&self.0, &mut end).run(call).await
    }
}
