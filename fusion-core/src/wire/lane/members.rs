//! The reading of an object member by member, into the place where it stays.

use std::{borrow::Cow, fmt, marker::PhantomData, mem::replace};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, Visitor, value::MapAccessDeserializer},
};

/// An object whose members are read one by one.
pub(super) trait ReadMembers<'de> {
    type Key: Deserialize<'de>;

    /// Reads the value of one member.
    fn read<A: MapAccess<'de>>(&mut self, key: Self::Key, map: &mut A) -> Result<(), A::Error>;
}

/// Reads an object where it stays. A request is large, and each function that returned it would move it.
pub(super) struct InPlace<'r, T>(pub(super) &'r mut T);

impl<'de, T: ReadMembers<'de>> DeserializeSeed<'de> for InPlace<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, T: ReadMembers<'de>> Visitor<'de> for InPlace<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key()? {
            self.0.read(key, &mut map)?;
        }
        Ok(())
    }
}

/// Reads an object, or `null` in place of one.
pub(super) struct NullOrInPlace<'r, T>(pub(super) &'r mut Option<Box<T>>);

impl<'de, T: ReadMembers<'de> + Default> DeserializeSeed<'de> for NullOrInPlace<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, T: ReadMembers<'de> + Default> Visitor<'de> for NullOrInPlace<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        InPlace(&mut **self.0.get_or_insert_default()).deserialize(deserializer)
    }
}

/// A text that is borrowed if it has no escapes.
#[derive(Deserialize)]
struct BorrowedText<'a>(#[serde(borrow)] Cow<'a, str>);

/// A struct that is written as an object. A derived struct also accepts an array of its fields.
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

/// Reads the text of a member.
pub(super) fn next_text<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Cow<'de, str>, A::Error> {
    map.next_value::<BorrowedText<'_>>().map(|text| text.0)
}

/// Sets a member that may occur once.
pub(super) fn once<T, E: Error>(member: &mut Option<T>, value: T) -> Result<(), E> {
    first(&mut member.is_some())?;
    *member = Some(value);
    Ok(())
}

/// Notes a member that may occur once.
pub(super) fn first<E: Error>(is_known: &mut bool) -> Result<(), E> {
    if replace(is_known, true) {
        return Err(E::custom("a member occurs twice"));
    }
    Ok(())
}
