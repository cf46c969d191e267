//! The inner `None` of a type that is an `Option` of an `Option`. JSON has one `null`, which serde reads as
//! the outer one.

use std::cell::Cell;

use serde::{
    Deserializer, de,
    de::{DeserializeOwned, Visitor, value::Error},
    forward_to_deserialize_any,
};

/// Returns `Some(None)` for an `Option` of an `Option`, or of a type that is read as one; `None` for any
/// other type.
pub(crate) fn inner_none<T: DeserializeOwned>() -> Option<T> {
    let is_inner = Cell::new(false);
    let read = T::deserialize(NestedNull {
        is_inner: &is_inner,
        level: 0,
    });
    read.ok().filter(|_| is_inner.get())
}

/// A `null` inside of one `Option`. It is no value of any other type.
#[derive(Clone, Copy)]
struct NestedNull<'f> {
    /// Set once the inner `Option` is read. A type may be read without any value.
    is_inner: &'f Cell<bool>,
    level: u8,
}

impl<'de> Deserializer<'de> for NestedNull<'_> {
    type Error = Error;

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.level > 0 {
            self.is_inner.set(true);
            return visitor.visit_none();
        }
        visitor.visit_some(Self { level: 1, ..self })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(de::Error::custom("not an option"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::Value;

    use super::*;

    #[derive(Debug, Default, PartialEq)]
    struct Anything;

    impl<'de> Deserialize<'de> for Anything {
        fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            Ok(Self)
        }
    }

    #[derive(Debug, PartialEq)]
    struct Nullable(Option<u8>);

    impl<'de> Deserialize<'de> for Nullable {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Option::deserialize(deserializer).map(Self)
        }
    }

    #[test]
    fn only_an_option_inside_of_an_option_has_an_inner_none() {
        assert_eq!(inner_none::<Option<Option<u8>>>(), Some(Some(None)));
        assert_eq!(
            inner_none::<Option<Box<Option<u8>>>>(),
            Some(Some(Box::new(None)))
        );
        assert_eq!(inner_none::<Option<Nullable>>(), Some(Some(Nullable(None))));
        assert_eq!(inner_none::<Option<Value>>(), None);
        assert_eq!(inner_none::<Option<()>>(), None);
        assert_eq!(inner_none::<Option<u8>>(), None);
        assert_eq!(inner_none::<Option<Anything>>(), None);
        assert_eq!(inner_none::<Anything>(), None);
        assert_eq!(inner_none::<Vec<Option<u8>>>(), None);
    }
}
