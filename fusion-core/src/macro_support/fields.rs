//! Structs whose fields are arguments: shared by a group, or taken apart for one action.

use std::{any::Any, marker::PhantomData, mem::take, slice::IterMut};

use super::Expanded;
use crate::{
    args::{Args, Slot},
    error::ToolError,
    spec::ArgSpec,
};

/// A struct whose fields are arguments of an action.
///
/// Derived, never implemented by hand; see [`derive(Fields)`](derive@crate::Fields).
#[diagnostic::on_unimplemented(
    message = "the fields of `{Self}` cannot be arguments",
    label = "no `#[derive(Fields)]` on this type",
    note = "write `#[derive(fusion_core::Fields)]` on the struct: each of its fields is then an argument",
    note = "a type that is one argument by itself is taken without `flatten`"
)]
pub trait Fields: Sized + 'static {
    /// The mark of an implementation by the macros; another version of them prints another one.
    #[doc(hidden)]
    const __EXPANDED: Expanded<1>;

    /// The rows, in source order.
    #[doc(hidden)]
    const FIELDS: &'static [ArgSpec];

    /// Reads one value for each row. Every problem is noted in `args`; `None` if there is one that
    /// leaves a field without a value.
    #[doc(hidden)]
    fn read(args: &mut Args<'_>, slots: &mut SlotValues<'_>) -> Option<Self>;
}

/// A group's `common` that is a `T`, which is every `T`. The impls of [`Inject`](crate::ctx::Inject) ask for
/// it by this bound, or rustc would guess a group's `common` from the type that is injected.
#[diagnostic::on_unimplemented(
    message = "`&{T}` cannot be injected into this action",
    label = "not this group's `common`, or omitted here",
    note = "write `#[tool_group(common = {T})]` on the block, and no `omit_common` on the action",
    note = "for one action alone, take it by value, under `#[arg(flatten)]`; a resource has no arguments but the variables of its URI"
)]
pub trait SharesCommon<T> {
    /// The same value.
    fn shared(&self) -> &T;
}

#[diagnostic::do_not_recommend]
impl<T> SharesCommon<T> for T {
    fn shared(&self) -> &T {
        self
    }
}

/// [`Fields::read`] for the expansion: one mention of the bound, at the type.
pub fn read_fields<T: Fields>(args: &mut Args<'_>, slots: &mut SlotValues<'_>) -> Option<T> {
    T::read(args, slots)
}

/// [`Fields::FIELDS`] for the rows of the expansion: the inherent constant hides the trait's. A type
/// without fields is thus reported by [`read_fields`] alone.
#[derive(Debug)]
pub struct RowsOf<T>(PhantomData<T>);

impl<T: Fields> RowsOf<T> {
    /// What `T` says.
    pub const FIELDS: &'static [ArgSpec] = T::FIELDS;
}

/// The other half of [`RowsOf`].
pub trait NoRows {
    /// None.
    const FIELDS: &'static [ArgSpec] = &[];
}

impl<T> NoRows for RowsOf<T> {}

/// The values of an action's arguments, each with its slot.
#[derive(Debug)]
pub struct SlotValues<'s> {
    values: IterMut<'s, Slot>,
    slot: usize,
}

impl<'s> SlotValues<'s> {
    /// The values of all slots.
    pub fn new(values: &'s mut [Slot]) -> Self {
        Self {
            values: values.iter_mut(),
            slot: 0,
        }
    }

    /// The next value and its slot.
    pub fn take(&mut self) -> (Slot, usize) {
        let slot = self.slot;
        self.slot += 1;
        (self.values.next().map(take).unwrap_or_default(), slot)
    }
}

/// The shared arguments of a call whose action takes them.
pub fn given_common<T>(common: Option<&T>) -> Result<&T, ToolError> {
    common.ok_or_else(|| ToolError::internal("an action ran without the arguments of its group"))
}

/// Shared arguments as middleware sees them.
pub fn exposed<T: Any + Send + Sync>(common: Option<&T>) -> Option<&(dyn Any + Send + Sync)> {
    common.map(|common| common as &(dyn Any + Send + Sync))
}
