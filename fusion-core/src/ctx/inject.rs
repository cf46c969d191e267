//! Injection: what an action may take by reference.

use std::{any::type_name, borrow::Borrow, marker::PhantomData, ops::Deref};

use super::{Cancellation, Ctx, Progress};
use crate::{
    error::ToolError,
    spec::{Need, NeedFn},
};

/// The `common` of a block that has none.
#[derive(Clone, Copy, Debug)]
pub struct NoCommon;

/// A value that a provider, a layer or an axum extension left in the context.
///
/// Take it by reference: `caller: &Ext<Caller>`. It holds a clone, so `T` should be cheap to
/// clone; wrap it in an `Arc` otherwise. `build()` fails when nothing promises to provide `T`.
#[derive(Clone, Debug)]
pub struct Ext<T>(pub T);

impl<T> Deref for Ext<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// A value of the context that a handler needs and nobody left.
#[derive(Clone, Copy, Debug)]
pub struct MissingValue(pub(crate) &'static str);

impl MissingValue {
    /// The name of the type that is missing.
    pub fn type_name(&self) -> &'static str {
        self.0
    }
}

/// What an action may take by reference: parts of the call, and values left in its context.
///
/// Implemented on the referent, parameterised by the block's `common` type. A type that derives
/// [`Fields`](crate::build::Fields) has it where it is that `common`. An author does not implement it.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be injected into this action",
    label = "neither a part of the call nor this group's `common`",
    note = "injected by reference: `&Ctx`, `&Progress`, `&Cancellation`, and `&Ext<T>` for a provided value",
    note = "a JSON argument is taken by value: `String`, not `&str`"
)]
pub trait Inject<Common> {
    /// What is kept while the handler runs; borrows as `Self`.
    type Held<'a>: Borrow<Self>
    where
        Self: 'a,
        Common: 'a;

    /// Takes it out of the call.
    #[doc(hidden)]
    fn hold<'a>(ctx: &'a Ctx, common: &'a Common) -> Result<Self::Held<'a>, MissingValue>;

    /// What must be in the context for that to succeed.
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

/// [`Inject::hold`] for the expansion: one mention of the bound, at the parameter's type; what is
/// missing is a fault of the server, so the model reads a generic text and the log the type.
pub fn hold<'a, T: Inject<C> + ?Sized, C>(
    ctx: &'a Ctx,
    common: &'a C,
) -> Result<T::Held<'a>, ToolError> {
    T::hold(ctx, common).map_err(|missing| {
        ToolError::internal(format!(
            "`Ext<{}>` was expected in the context of this call and is not there",
            missing.0
        ))
    })
}

/// [`Inject::need`] for the rows of the expansion: the inherent constant hides the trait's. A type
/// that cannot be injected is thus reported by [`hold`] alone, not once more by its row.
#[derive(Debug)]
pub struct NeedOf<T: ?Sized, C>(PhantomData<(C, T)>);

impl<T: Inject<C> + ?Sized, C> NeedOf<T, C> {
    /// What `T` says.
    pub const FN: NeedFn = T::need;
}

/// The other half of [`NeedOf`].
pub trait NoNeed {
    /// Nothing.
    const FN: NeedFn = || None;
}

impl<T: ?Sized, C> NoNeed for NeedOf<T, C> {}
