//! The surface that a request is answered from: one for all callers, or that of its caller.

use std::{ops::Deref, sync::Arc};

use crate::{ctx::Ctx, error::CallError, surface::Surface};

/// The surface that a request is answered from.
#[derive(Clone, Copy)]
pub(crate) enum CallScope<'a> {
    /// A surface that is equal for every caller, or one that was already selected for this caller.
    Shared(&'a Surface),
    /// A surface that depends on the caller.
    PerCaller(&'a dyn CallerSurface),
}

/// Selects the surface that a caller sees. A view implements it; the trait exists because `call/`
/// must not name `registry/`.
pub(crate) trait CallerSurface: Sync {
    /// Returns the surface for the caller in `ctx`; the providers have already run.
    fn surface_for(&self, ctx: &Ctx) -> Result<Arc<Surface>, CallError>;
}

/// A surface, borrowed or selected for this caller.
pub(super) enum CallSurface<'a> {
    Shared(&'a Surface),
    Selected(Arc<Surface>),
}

impl<'a> CallScope<'a> {
    #[inline]
    pub(super) fn surface(self, ctx: &Ctx) -> Result<CallSurface<'a>, CallError> {
        match self {
            Self::Shared(surface) => Ok(CallSurface::Shared(surface)),
            Self::PerCaller(view) => view.surface_for(ctx).map(CallSurface::Selected),
        }
    }
}

impl Deref for CallSurface<'_> {
    type Target = Surface;

    #[inline]
    fn deref(&self) -> &Surface {
        match self {
            Self::Shared(surface) => surface,
            Self::Selected(surface) => surface,
        }
    }
}
