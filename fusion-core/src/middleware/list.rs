//! Layers whose types are forgotten: a list that is made at run time.

use std::{future::Future, pin::Pin, sync::Arc};

use super::{Call, Middleware, MiddlewareNames, Next};
use crate::{error::ToolError, result::ToolResult};

/// What a layer without a type returns.
pub type MiddlewareFuture<'f> = Pin<Box<dyn Future<Output = ToolResult> + Send + 'f>>;

/// A [`Middleware`] whose type is forgotten. Every middleware is one.
///
/// It costs a box in each call, so use it only where the layers are not known at compile time.
pub trait DynMiddleware: Send + Sync + 'static {
    /// See [`Middleware::reads_arguments`].
    fn dyn_reads_arguments(&self) -> bool;

    /// See [`Middleware::names`].
    fn dyn_names(&self, into: &mut MiddlewareNames);

    /// See [`Middleware::handle`].
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

/// A [`Next`] whose type is forgotten: what is left of a chain behind a layer of a list, or behind
/// a function that stands for a layer.
pub struct DynNext<'s> {
    layers: &'s [Arc<dyn DynMiddleware>],
    end: &'s mut (dyn ErasedNext + 's),
}

impl<'s> DynNext<'s> {
    /// `layers`, then what is parked.
    pub(super) fn new<N: Next + 's>(
        layers: &'s [Arc<dyn DynMiddleware>],
        end: &'s mut Option<N>,
    ) -> Self {
        Self { layers, end }
    }
}

impl std::fmt::Debug for DynNext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rest")
            .field("layers", &self.layers.len())
            .finish_non_exhaustive()
    }
}

impl Next for DynNext<'_> {
    async fn run(self, call: &mut Call<'_>) -> ToolResult {
        let Self { layers, end } = self;
        match layers.split_first() {
            Some((layer, layers)) => layer.dyn_handle(call, DynNext { layers, end }).await,
            None => end.run(call).await,
        }
    }
}

/// What stands behind a list. It waits where its type is known, so that only its future is boxed.
trait ErasedNext: Send {
    fn run<'f>(&'f mut self, call: &'f mut Call<'_>) -> MiddlewareFuture<'f>;
}

impl<N: Next> ErasedNext for Option<N> {
    fn run<'f>(&'f mut self, call: &'f mut Call<'_>) -> MiddlewareFuture<'f> {
        match self.take() {
            Some(next) => Box::pin(next.run(call)),
            // `DynNext` is used up when it runs, and nobody else comes here.
            None => Box::pin(std::future::ready(Err(ToolError::internal(
                "the rest of a chain ran twice",
            )))),
        }
    }
}

/// A list of layers as one layer, outermost first.
///
/// ```
/// use std::sync::Arc;
///
/// use fusion_core::{middleware::{DynMiddleware, MiddlewareList, Timeout}, Registry};
///
/// let mut layers: Vec<Arc<dyn DynMiddleware>> = Vec::new();
/// if std::env::var_os("SLOW_MACHINE").is_none() {
///     layers.push(Arc::new(Timeout::secs(30)));
/// }
/// let builder = Registry::builder().middleware(LayerList::new(layers));
/// # let _ = builder;
/// ```
#[derive(Clone, Default)]
pub struct MiddlewareList(Vec<Arc<dyn DynMiddleware>>);

impl MiddlewareList {
    /// The layers, outermost first.
    pub fn new(layers: Vec<Arc<dyn DynMiddleware>>) -> Self {
        Self(layers)
    }
}

impl std::fmt::Debug for MiddlewareList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("LayerList").field(&self.0.len()).finish()
    }
}

impl Middleware for MiddlewareList {
    fn reads_arguments(&self) -> bool {
        self.0.iter().any(|layer| layer.dyn_reads_arguments())
    }

    fn names(&self, into: &mut MiddlewareNames) {
        for layer in &self.0 {
            layer.dyn_names(into);
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
