//! Compile-time probes for a field that must be a group. A type that is not a group is replaced by an
//! empty group, so that [`is_group`] reports the mistake and rustc reports no further errors.

use std::marker::PhantomData;

use super::{ActionGroup, Expanded, StubChains};
use crate::{args::Args, ctx::NoCommon, spec::GroupSpec};

/// A probe for `T: ActionGroup`. Its inherent constant hides the constant of [`NotGroup`].
#[derive(Debug)]
pub struct IsGroup<T>(PhantomData<T>);

impl<T: ActionGroup> IsGroup<T> {
    /// True: `T` is a group.
    pub const VALUE: bool = true;
}

/// The fallback of [`IsGroup`] for types that are not groups.
pub trait NotGroup {
    /// False: the type is not a group.
    const VALUE: bool = false;
}

impl<T> NotGroup for IsGroup<T> {}

/// The type of a field, with the result of [`IsGroup`].
#[derive(Debug)]
pub struct GroupProbe<T, const IS_GROUP: bool>(PhantomData<T>);

/// The group that the expansion uses for a field.
pub trait ProbedGroup {
    /// The type of the field.
    type Field;
    /// The type of the field if it is a group, [`StubChains`] otherwise.
    type Group: ActionGroup;

    /// Converts the value of a field to its group.
    fn of(value: &Self::Field) -> &Self::Group;
}

impl<T: ActionGroup> ProbedGroup for GroupProbe<T, true> {
    type Field = T;
    type Group = T;

    fn of(value: &T) -> &T {
        value
    }
}

impl<T> ProbedGroup for GroupProbe<T, false> {
    type Field = T;
    type Group = StubChains;

    fn of(_: &T) -> &StubChains {
        &StubChains
    }
}

/// Reports a type that is not a group, by its bound.
pub const fn is_group<T: ActionGroup>() {}

impl ActionGroup for StubChains {
    const __EXPANDED: Expanded<1> = Expanded;

    type Action = ();
    type Common = NoCommon;
    type Input = ();

    const SPEC: &'static GroupSpec = &GroupSpec::new("", "", &[]);

    fn at(_: usize) -> Option<()> {
        None
    }

    fn parse((): (), _: &mut Args<'_>) -> Option<(NoCommon, ())> {
        None
    }

    #[allow(refining_impl_trait)]
    fn chains(&self) -> Self {
        Self
    }
}
