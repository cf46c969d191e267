//! The advice in the attributes of an error type, which lint checks.

use std::marker::PhantomData;

use super::IntoToolError;

/// The advice of `#[derive(ToolError)]`, over all variants.
#[derive(Clone, Copy, Debug, Default)]
pub struct ErrorAdvice {
    /// The keys of the actions that the variants suggest.
    pub suggests: &'static [&'static str],
    /// True if a variant has a retry delay, and does not state that a failed call changed nothing.
    pub retries: bool,
}

impl ErrorAdvice {
    /// Returns the advice of a derive.
    pub const fn new(suggests: &'static [&'static str], retries: bool) -> Self {
        Self { suggests, retries }
    }
}

/// A probe for the advice of the error of a return type. Its inherent constant hides that of
/// [`NoAdvice`].
#[derive(Debug)]
pub struct AdviceOf<T: ?Sized>(PhantomData<T>);

impl<T, E: IntoToolError> AdviceOf<Result<T, E>> {
    /// The advice of `E`.
    pub const ADVICE: ErrorAdvice = E::ADVICE;
}

/// The fallback of [`AdviceOf`] for return types without such an error.
pub trait NoAdvice {
    /// No advice.
    const ADVICE: ErrorAdvice = ErrorAdvice::new(&[], false);
}

impl<T: ?Sized> NoAdvice for AdviceOf<T> {}
