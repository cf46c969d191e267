//! Structs whose fields are arguments, either shared by a group (`common`) or flattened into one
//! action.

use std::{any::Any, marker::PhantomData, mem::take, slice::IterMut};

use super::Expanded;
use crate::{
    args::{Args, Slot},
    error::ToolError,
    spec::ArgSpec,
};

/// A struct whose fields are arguments of an action.
///
/// Derive it, never implement it by hand; see [`derive(Fields)`](derive@crate::Fields).
#[diagnostic::on_unimplemented(
    message = "the fields of `{Self}` cannot be arguments",
    label = "no `#[derive(Fields)]` on this type",
    note = "write `#[derive(fusion_core::Fields)]` on the struct: each of its fields is then an argument",
    note = "a type that is one argument by itself is taken without `flatten`; an `Option` of a struct has no fields, so make the fields optional instead"
)]
pub trait Fields: Sized + 'static {
    /// The version mark of the expansion. Another version of the macros prints another value, which
    /// does not compile.
    #[doc(hidden)]
    const __EXPANDED: Expanded<1>;

    /// The rows of the fields, in source order.
    #[doc(hidden)]
    const FIELDS: &'static [ArgSpec];

    /// The fields whose argument has another name: the name of the field, and that of the argument.
    #[doc(hidden)]
    const RENAMES: &'static [(&'static str, &'static str)] = &[];

    /// Reads one value for each row and records every problem in `args`. Returns `None` if a field has
    /// no value because of a problem.
    #[doc(hidden)]
    fn read(args: &mut Args<'_>, slots: &mut SlotValues<'_>) -> Option<Self>;
}

/// A group's `common` of type `T`; implemented for every `T`. The impls of
/// [`Inject`](crate::ctx::Inject) use this bound, because otherwise rustc would infer a group's
/// `common` from the injected type.
#[diagnostic::on_unimplemented(
    message = "`&{T}` cannot be injected into this action",
    label = "not this group's `common`, or omitted here",
    note = "write `#[tool_group(common = {T})]` on the block, and no `omit_common` on the action",
    note = "for one action alone, take it by value, under `#[arg(flatten)]`; a resource has no arguments but the variables of its URI"
)]
pub trait SharesCommon<T> {
    /// Returns a reference to the shared arguments.
    fn shared(&self) -> &T;
}

#[diagnostic::do_not_recommend]
impl<T> SharesCommon<T> for T {
    fn shared(&self) -> &T {
        self
    }
}

/// Calls [`Fields::read`]. The expansion uses this function so that the bound appears once, at the
/// type.
pub fn read_fields<T: Fields>(args: &mut Args<'_>, slots: &mut SlotValues<'_>) -> Option<T> {
    T::read(args, slots)
}

/// A probe for [`Fields::FIELDS`] in the rows of the expansion. Its inherent constant hides the
/// constant of [`NoRows`], so a type without `Fields` is reported by [`read_fields`] only.
#[derive(Debug)]
pub struct RowsOf<T>(PhantomData<T>);

impl<T: Fields> RowsOf<T> {
    /// The rows of `T`.
    pub const FIELDS: &'static [ArgSpec] = T::FIELDS;
}

/// The fallback of [`RowsOf`] for types without `Fields`.
pub trait NoRows {
    /// An empty list.
    const FIELDS: &'static [ArgSpec] = &[];
}

impl<T> NoRows for RowsOf<T> {}

/// An iterator over the values of an action's arguments, each with its slot.
#[derive(Debug)]
pub struct SlotValues<'s> {
    values: IterMut<'s, Slot>,
    slot: usize,
    /// The fields of a struct that are not taken yet, if some of them have no slot.
    fields: &'static [ArgSpec],
    /// The names of the fields that have no slot.
    omitted: &'static [&'static str],
}

impl<'s> SlotValues<'s> {
    /// Creates the iterator over the values of all slots.
    pub fn new(values: &'s mut [Slot]) -> Self {
        Self {
            values: values.iter_mut(),
            slot: 0,
            fields: &[],
            omitted: &[],
        }
    }

    /// Announces the fields of a struct, of which those with the names in `omitted` have no slot.
    pub fn omit(&mut self, fields: &'static [ArgSpec], omitted: &'static [&'static str]) {
        self.fields = fields;
        self.omitted = omitted;
    }

    /// Takes the next value and returns it with its slot. An omitted field has no value, so that it becomes
    /// `None` or its default.
    pub fn take(&mut self) -> (Slot, usize) {
        if let Some((field, rest)) = self.fields.split_first() {
            self.fields = rest;
            if self.omitted.contains(&field.name) {
                return (Slot::Nothing, self.slot);
            }
        }
        let slot = self.slot;
        self.slot += 1;
        (self.values.next().map(take).unwrap_or_default(), slot)
    }
}

/// Returns the shared arguments of a call whose action takes them, or an internal error.
pub fn require_common<T>(common: Option<&T>) -> Result<&T, ToolError> {
    common.ok_or_else(|| ToolError::internal("an action ran without the arguments of its group"))
}

/// Erases the type of the shared arguments for middleware.
pub fn erase_common<T: Any + Send + Sync>(common: Option<&T>) -> Option<&(dyn Any + Send + Sync)> {
    common.map(|common| common as &(dyn Any + Send + Sync))
}
