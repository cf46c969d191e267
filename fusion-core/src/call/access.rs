//! Access: from the context to the filter of what its caller may see, and to the caller's scopes.

use std::marker::PhantomData;

use crate::{
    ctx::Ctx,
    error::CallError,
    result::catch_call,
    scopes::{GrantedScopes, ScopesFn},
    surface::Filter,
};

/// A type-erased function from a caller to the filter of what the caller may see.
pub(crate) trait Access: Send + Sync {
    /// Returns the filter for the caller in `ctx`.
    fn filter(&self, ctx: &Ctx) -> Result<Filter, CallError>;
}

/// A function of a `T` that a provider left in the context.
pub(crate) struct AccessByValue<T, F> {
    filter: F,
    value: PhantomData<fn(&T)>,
}

impl<T, F> AccessByValue<T, F> {
    pub(crate) fn new(filter: F) -> Self {
        Self {
            filter,
            value: PhantomData,
        }
    }
}

impl<T, F> Access for AccessByValue<T, F>
where
    T: Send + Sync + 'static,
    F: Fn(&T) -> Filter + Send + Sync,
{
    fn filter(&self, ctx: &Ctx) -> Result<Filter, CallError> {
        let Some(value) = ctx.get::<T>() else {
            return Ok(Filter::nothing());
        };
        catch_call(|| (self.filter)(value)).map_err(CallError::refused)
    }
}

/// Returns the scopes that the author's function grants to the caller in `ctx`.
pub(crate) fn granted_scopes(scopes: &ScopesFn, ctx: &Ctx) -> Result<GrantedScopes, CallError> {
    catch_call(|| scopes(ctx)).map_err(CallError::refused)
}
