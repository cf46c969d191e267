//! Injection: the values that an action takes by reference.

use std::{any::type_name, borrow::Borrow, marker::PhantomData, ops::Deref};

use super::{Cancellation, Ctx, Progress};
use crate::{
    error::ToolError,
    spec::{Need, NeedFn},
};

/// The `common` type of a block without shared arguments.
#[derive(Clone, Copy, Debug)]
pub struct NoCommon;

/// A value that a provider, a middleware or an axum extension inserted into the context.
///
/// Take it by reference: `caller: &Ext<Caller>`. It stores a clone, so `T` should be cheap to clone;
/// wrap it in an `Arc` otherwise. `build()` returns an error if nothing is declared to provide `T`.
#[derive(Clone, Debug)]
pub struct Ext<T>(pub T);

impl<T> Deref for Ext<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// The error for a value that a handler injects and that is not in the context.
#[derive(Clone, Copy, Debug)]
pub struct MissingValue(pub(crate) &'static str);

impl MissingValue {
    /// Returns the name of the missing type.
    pub fn type_name(&self) -> &'static str {
        self.0
    }
}

/// A type that an action can take by reference: a part of the call, or a value in its context.
///
/// The trait is implemented for the referent and is generic over the block's `common` type. A type that
/// derives [`Fields`](crate::build::Fields) implements it for blocks whose `common` it is. Authors do
/// not implement it.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be injected into this action",
    label = "neither a part of the call nor this group's `common`",
    note = "injected by reference: `&Ctx`, `&Progress`, `&Cancellation`, `&Ext<T>` for a provided value, and, with the feature `ask`, `&Ask` and `&Ask<T>` for questions to the user",
    note = "a JSON argument is taken by value: `String`, not `&str`"
)]
pub trait Inject<Common> {
    /// The value that is stored while the handler runs. It borrows as `Self`.
    type Held<'a>: Borrow<Self>
    where
        Self: 'a,
        Common: 'a;

    /// Returns the value from the context or the shared arguments of the call.
    #[doc(hidden)]
    fn hold<'a>(ctx: &'a Ctx, common: &'a Common) -> Result<Self::Held<'a>, MissingValue>;

    /// Returns the value that the context must contain for [`Inject::hold`]; `None` if it cannot fail.
    #[doc(hidden)]
    fn need() -> Option<Need> {
        None
    }
}

#[diagnostic::do_not_recommend]
impl<C> Inject<C> for Ctx {
    type Held<'a>
        = &'a Ctx
    where
        C: 'a;

    fn hold<'a>(ctx: &'a Ctx, _: &'a C) -> Result<&'a Ctx, MissingValue> {
        Ok(ctx)
    }
}

#[diagnostic::do_not_recommend]
impl<C> Inject<C> for Progress {
    type Held<'a>
        = &'a Progress
    where
        C: 'a;

    fn hold<'a>(ctx: &'a Ctx, _: &'a C) -> Result<&'a Progress, MissingValue> {
        Ok(ctx.progress())
    }
}

#[diagnostic::do_not_recommend]
impl<C> Inject<C> for Cancellation {
    type Held<'a>
        = &'a Cancellation
    where
        C: 'a;

    fn hold<'a>(ctx: &'a Ctx, _: &'a C) -> Result<&'a Cancellation, MissingValue> {
        Ok(ctx.cancellation())
    }
}

impl<C, T: Clone + Send + Sync + 'static> Inject<C> for Ext<T> {
    type Held<'a>
        = Ext<T>
    where
        C: 'a;

    fn hold<'a>(ctx: &'a Ctx, _: &'a C) -> Result<Ext<T>, MissingValue> {
        let value = ctx.get::<T>().cloned();
        value.map(Ext).ok_or(MissingValue(type_name::<T>()))
    }

    fn need() -> Option<Need> {
        Some(Need::for_type::<T>())
    }
}

/// Calls [`Inject::hold`]. The expansion uses this function so that the bound appears once, at the
/// parameter's type. A missing value is an internal error: the model receives a generic text, and the
/// log names the type.
pub fn hold<'a, T: Inject<C> + ?Sized, C>(
    ctx: &'a Ctx,
    common: &'a C,
) -> Result<T::Held<'a>, ToolError> {
    T::hold(ctx, common).map_err(|missing| {
        #[cfg(feature = "oauth")]
        if missing.0 == type_name::<super::Claims>() {
            // Over stdio, where the protocol has no authorization, this is no mistake of the author.
            let text = "this needs the access token of a caller, and requests on this connection have none";
            return ToolError::new(text).code("no_token").nothing_ran();
        }
        ToolError::internal(format!(
            "`Ext<{}>` was expected in the context of this call and is not there",
            missing.0
        ))
    })
}

/// A probe for [`Inject::need`] in the rows of the expansion. Its inherent constant hides the constant
/// of [`NoNeed`], so a type that cannot be injected is reported by [`hold`] only.
#[derive(Debug)]
pub struct NeedOf<T: ?Sized, C>(PhantomData<(C, T)>);

impl<T: Inject<C> + ?Sized, C> NeedOf<T, C> {
    /// The function [`Inject::need`] of `T`.
    pub const FN: NeedFn = T::need;
}

/// The fallback of [`NeedOf`] for types that cannot be injected.
pub trait NoNeed {
    /// A function that returns `None`.
    const FN: NeedFn = || None;
}

impl<T: ?Sized, C> NoNeed for NeedOf<T, C> {}
