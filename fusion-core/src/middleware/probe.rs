//! What an expression of `with(…)` makes. What is no layer is blamed on the expression, and on
//! nothing else: the chain is made of layers all the same.

use super::{Middleware, NoMiddleware};

/// What an expression made.
#[derive(Debug)]
pub struct MiddlewareProbe<M>(M);

/// The one bound that reports what is no layer.
pub fn layer<M: Middleware>(layer: M) -> MiddlewareProbe<M> {
    MiddlewareProbe(layer)
}

impl<M: Middleware> MiddlewareProbe<M> {
    /// The layer.
    pub fn made(self) -> M {
        self.0
    }
}

/// Stands in where the method above does not apply, and only there: an inherent method comes first.
pub trait NotMiddleware: Sized {
    /// A layer that does nothing, in code that does not compile.
    fn made(self) -> NoMiddleware {
        NoMiddleware
    }
}

impl<M> NotMiddleware for MiddlewareProbe<M> {}
