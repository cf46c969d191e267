//! Questions to a type, answered in a constant: an inherent constant hides a trait's of the same
//! name. The type is asked, not its spelling, so an alias is seen through; and a type that misses a
//! bound is not reported here, but by the one call that needs it.

use std::{
    collections::{BTreeMap, HashMap},
    marker::PhantomData,
};

use super::{SchemaFn, schema_of};
use crate::args::Argument;

/// Whether `T` is an `Option`.
#[derive(Debug)]
pub struct IsOption<T: ?Sized>(PhantomData<T>);

impl<T> IsOption<Option<T>> {
    /// `Option`: the argument may be left out.
    pub const VALUE: bool = true;
}

/// The other half of [`IsOption`].
pub trait NotOption {
    /// Anything else: the argument is required.
    const VALUE: bool = false;
}

impl<T: ?Sized> NotOption for IsOption<T> {}

/// The schema of an argument's type.
#[derive(Debug)]
pub struct SchemaOf<T: ?Sized>(PhantomData<T>);

impl<T: Argument> SchemaOf<T> {
    /// The schema of `T`.
    pub const FN: SchemaFn = schema_of::<T>;
}

/// The other half of [`SchemaOf`].
pub trait NoSchema {
    /// Never published: such an argument does not compile.
    const FN: SchemaFn = |_| schemars::Schema::default();
}

impl<T: ?Sized> NoSchema for SchemaOf<T> {}

/// What a type is on the wire, as far as a constant can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireType {
    /// A type of the author's, or one that says different things at different times.
    Unknown,
    /// `string`.
    String,
    /// `boolean`.
    Boolean,
    /// `number` or `integer`: these merge.
    Number,
    /// `array`.
    Array,
    /// `object`.
    Object,
}

impl WireType {
    /// Whether two arguments of one name may have these; `build()` compares what is unknown.
    pub const fn agrees(self, other: Self) -> bool {
        self as u8 == other as u8 || matches!(self, Self::Unknown) || matches!(other, Self::Unknown)
    }
}

/// What `T` is on the wire.
#[derive(Debug)]
pub struct WireTypeOf<T: ?Sized>(PhantomData<T>);

impl<T: StdType> WireTypeOf<T> {
    /// A type of the standard library.
    pub const KIND: WireType = T::WIRE;
}

/// The other half of [`WireTypeOf`].
pub trait NoWireType {
    /// Anything else.
    const KIND: WireType = WireType::Unknown;
}

impl<T: ?Sized> NoWireType for WireTypeOf<T> {}

/// A type of the standard library whose form on the wire nobody can change.
pub trait StdType {
    /// The form.
    const WIRE: WireType;
}

impl<T: StdType> StdType for Option<T> {
    // Optional is by absence, so it is the same field.
    const WIRE: WireType = T::WIRE;
}

impl<T: StdType> StdType for Box<T> {
    const WIRE: WireType = T::WIRE;
}

impl<T> StdType for Vec<T> {
    const WIRE: WireType = WireType::Array;
}

impl<T, const N: usize> StdType for [T; N] {
    const WIRE: WireType = WireType::Array;
}

impl<K, V> StdType for BTreeMap<K, V> {
    const WIRE: WireType = WireType::Object;
}

impl<K, V, S> StdType for HashMap<K, V, S> {
    const WIRE: WireType = WireType::Object;
}

macro_rules! standard {
    ($wire:ident: $($ty:ty)*) => {
        $(impl StdType for $ty {
            const WIRE: WireType = WireType::$wire;
        })*
    };
}

standard!(String: String char);
standard!(Boolean: bool);
standard!(Number: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alias_of_option_is_an_option() {
        type Maybe = Option<u8>;
        const { assert!(IsOption::<Maybe>::VALUE) };
        const { assert!(!IsOption::<Vec<u8>>::VALUE) };
    }

    #[test]
    fn standard_types_are_told_apart_and_others_are_not() {
        struct TypeIdentity;
        assert_eq!(WireTypeOf::<Option<Box<u8>>>::KIND, WireType::Number);
        assert_eq!(WireTypeOf::<Vec<TypeIdentity>>::KIND, WireType::Array);
        assert_eq!(WireTypeOf::<Option<TypeIdentity>>::KIND, WireType::Unknown);
        assert_eq!(WireTypeOf::<TypeIdentity>::KIND, WireType::Unknown);
        assert!(WireTypeOf::<u8>::KIND.agrees(WireTypeOf::<f64>::KIND));
        assert!(WireTypeOf::<u8>::KIND.agrees(WireTypeOf::<TypeIdentity>::KIND));
        assert!(!WireTypeOf::<u8>::KIND.agrees(WireTypeOf::<String>::KIND));
    }
}
