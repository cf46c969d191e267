//! Constants that depend on a type's impls: an inherent constant shadows a trait's constant of the
//! same name. The probe tests the type, not its spelling, so it resolves aliases. A type that
//! misses a bound is not reported here, but by the one call that requires it.

use std::{
    collections::{BTreeMap, HashMap},
    marker::PhantomData,
};

use super::{SchemaFn, argument_schema_of};
use crate::args::Argument;

/// A probe that is `true` if `T` is an `Option`.
#[derive(Debug)]
pub struct IsOption<T: ?Sized>(PhantomData<T>);

impl<T> IsOption<Option<T>> {
    /// An `Option` argument may be omitted.
    pub const VALUE: bool = true;
}

/// The fallback of [`IsOption`].
pub trait NotOption {
    /// Any other argument is required.
    const VALUE: bool = false;
}

impl<T: ?Sized> NotOption for IsOption<T> {}

/// A probe for the schema of an argument's type.
#[derive(Debug)]
pub struct SchemaOf<T: ?Sized>(PhantomData<T>);

impl<T: Argument> SchemaOf<T> {
    /// The schema function of `T`.
    pub const FN: SchemaFn = argument_schema_of::<T>;
}

/// The fallback of [`SchemaOf`].
pub trait NoSchema {
    /// A schema that is never published, because such an argument does not compile.
    const FN: SchemaFn = |_| schemars::Schema::default();
}

impl<T: ?Sized> NoSchema for SchemaOf<T> {}

/// The JSON type of a Rust type, as far as a constant can determine it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireType {
    /// A type of the author's, or one whose JSON type varies.
    Unknown,
    /// `string`.
    String,
    /// `boolean`.
    Boolean,
    /// `number` or `integer`, which merge into one schema.
    Number,
    /// `array`.
    Array,
    /// `object`.
    Object,
}

impl WireType {
    /// Returns `false` for a list and an object.
    pub const fn is_scalar(self) -> bool {
        !matches!(self, Self::Array | Self::Object)
    }

    /// Returns `true` if two arguments of one name may have these types. `build()` compares unknown
    /// types.
    pub const fn agrees(self, other: Self) -> bool {
        self as u8 == other as u8 || matches!(self, Self::Unknown) || matches!(other, Self::Unknown)
    }
}

/// A probe for the JSON type of `T`.
#[derive(Debug)]
pub struct WireTypeOf<T: ?Sized>(PhantomData<T>);

impl<T: StdType> WireTypeOf<T> {
    /// The JSON type of a standard library type.
    pub const KIND: WireType = T::WIRE;
}

/// The fallback of [`WireTypeOf`].
pub trait NoWireType {
    /// The JSON type of any other type.
    const KIND: WireType = WireType::Unknown;
}

impl<T: ?Sized> NoWireType for WireTypeOf<T> {}

/// A type of the standard library, whose JSON type is fixed.
pub trait StdType {
    /// The JSON type.
    const WIRE: WireType;
}

impl<T: StdType> StdType for Option<T> {
    // An optional argument is omitted rather than `null`, so it has the JSON type of `T`.
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
