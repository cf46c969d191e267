//! Questions to the type of a field that shall be a group, answered in a constant: a type that is
//! none is taken for an empty group, so that one planted bound reports it and nothing follows.

use std::marker::PhantomData;

use super::{ActionGroup, Expanded, StubChains};
use crate::{args::Args, ctx::NoCommon, spec::GroupSpec};

/// Whether `T` is a group: the inherent constant hides the trait's.
#[derive(Debug)]
pub struct IsGroup<T>(PhantomData<T>);

impl<T: ActionGroup> IsGroup<T> {
    /// It is.
    pub const VALUE: bool = true;
}

/// The other half of [`IsGroup`].
pub trait NotGroup {
    /// It is not.
    const VALUE: bool = false;
}

impl<T> NotGroup for IsGroup<T> {}

/// The type of a field, and whether it is a group.
#[derive(Debug)]
pub struct GroupProbe<T, const IS_GROUP: bool>(PhantomData<T>);

/// The group that a field is taken for.
pub trait ProbedGroup {
    /// The type of the field.
    type Field;
    /// The same type, if it is a group.
    type Group: ActionGroup;

    /// The same of a value.
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

/// The planted bound.
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
