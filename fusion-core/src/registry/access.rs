//! Who sees what: from a value of the context to a filter.

use std::marker::PhantomData;

use super::{CallError, call::refused};
use crate::{ctx::Ctx, result::catch_call, surface::Filter};

/// A function from a caller to what it may see.
pub(super) trait Access: Send + Sync {
    fn filter(&self, ctx: &Ctx) -> Result<Filter, CallError>;
}

/// By a value that a provider left in the context.
pub(super) struct ByValue<T, F> {
    filter: F,
    value: PhantomData<fn(&T)>,
}

impl<T, F> ByValue<T, F> {
    pub(super) fn new(filter: F) -> Self {
        Self {
            filter,
            value: PhantomData,
        }
    }
}

impl<T, F> Access for ByValue<T, F>
where
    T: Send + Sync + 'static,
    F: Fn(&T) -> Filter + Send + Sync,
{
    fn filter(&self, ctx: &Ctx) -> Result<Filter, CallError> {
        let Some(value) = ctx.get::<T>() else {
            return Ok(Filter::nothing());
        };
        catch_call(|| (self.filter)(value)).map_err(refused)
    }
}
