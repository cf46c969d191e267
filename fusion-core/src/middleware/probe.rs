//! A probe around each expression of `with(…)`. A value that is not a middleware is reported at its
//! expression only, because the chain then contains [`NoMiddleware`] in its place.

use super::{Middleware, NoMiddleware};

/// The value of an expression in `with(…)`.
#[derive(Debug)]
pub struct MiddlewareProbe<M>(M);

/// Reports a value that is not a middleware, by its bound.
pub fn check_middleware<M: Middleware>(middleware: M) -> MiddlewareProbe<M> {
    MiddlewareProbe(middleware)
}

impl<M: Middleware> MiddlewareProbe<M> {
    /// Returns the middleware.
    pub fn into_middleware(self) -> M {
        self.0
    }
}

/// The fallback of [`MiddlewareProbe::into_middleware`] for values that are not middleware: rustc
/// prefers the inherent method where it applies.
pub trait NotMiddleware: Sized {
    /// Returns a middleware that does nothing, in code that does not compile.
    fn into_middleware(self) -> NoMiddleware {
        NoMiddleware
    }
}

impl<M> NotMiddleware for MiddlewareProbe<M> {}
