//! A serializer that refuses numbers which JSON cannot represent. `serde_json` writes NaN and infinity
//! as `null`, which contradicts an output schema of type `number` and misleads a model.

mod writer;

use std::{
    cell::RefCell,
    fmt::{self, Display},
};

use serde::{Serialize, Serializer};

use self::writer::FiniteWriter;

/// The place at which a serialization failed. It is empty until one fails: each level adds its step on
/// the way back.
#[derive(Debug, Default)]
pub(super) struct FailurePath(RefCell<Vec<String>>);

impl FailurePath {
    #[cold]
    fn add(&self, step: String) {
        self.0.borrow_mut().push(step);
    }
}

impl Display for FailurePath {
    /// Writes `rows[2].score`; nothing for the root.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path: String = self.0.borrow().iter().rev().map(String::as_str).collect();
        f.write_str(path.trim_start_matches('.'))
    }
}

/// A value whose serialization fails at a number that is not finite.
pub(super) struct Finite<'v, T: ?Sized> {
    value: &'v T,
    path: &'v FailurePath,
}

impl<'v, T: ?Sized> Finite<'v, T> {
    pub(super) fn new(value: &'v T, path: &'v FailurePath) -> Self {
        Self { value, path }
    }
}

impl<T: Serialize + ?Sized> Serialize for Finite<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(FiniteSerializer {
            inner: serializer,
            path: self.path,
        })
    }
}

/// The wrapped serializer.
struct FiniteSerializer<'p, S> {
    inner: S,
    path: &'p FailurePath,
}

impl<'p, S> FiniteSerializer<'p, S> {
    #[inline]
    fn writer<W, E>(path: &'p FailurePath, inner: Result<W, E>) -> Result<FiniteWriter<'p, W>, E> {
        inner.map(|inner| FiniteWriter::new(inner, path))
    }
}

/// Methods that only forward a scalar.
macro_rules! __fusion_forward_scalars {
    ($($method:ident($ty:ty),)*) => {$(
        #[inline]
        fn $method(self, value: $ty) -> Result<S::Ok, S::Error> {
            self.inner.$method(value)
        }
    )*};
}

impl<'p, S: Serializer> Serializer for FiniteSerializer<'p, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = FiniteWriter<'p, S::SerializeSeq>;
    type SerializeTuple = FiniteWriter<'p, S::SerializeTuple>;
    type SerializeTupleStruct = FiniteWriter<'p, S::SerializeTupleStruct>;
    type SerializeTupleVariant = FiniteWriter<'p, S::SerializeTupleVariant>;
    type SerializeMap = FiniteWriter<'p, S::SerializeMap>;
    type SerializeStruct = FiniteWriter<'p, S::SerializeStruct>;
    type SerializeStructVariant = FiniteWriter<'p, S::SerializeStructVariant>;

    __fusion_forward_scalars! {
        serialize_bool(bool),
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_i128(i128),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_u128(u128),
        serialize_char(char),
        serialize_str(&str),
        serialize_bytes(&[u8]),
        serialize_unit_struct(&'static str),
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<S::Ok, S::Error> {
        if value.is_finite() {
            self.inner.serialize_f32(value)
        } else {
            Err(not_finite(value))
        }
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<S::Ok, S::Error> {
        if value.is_finite() {
            self.inner.serialize_f64(value)
        } else {
            Err(not_finite(value))
        }
    }

    #[inline]
    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.inner.serialize_none()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.serialize_some(&Finite::new(value, self.path))
    }

    #[inline]
    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit()
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit_variant(name, index, variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.inner
            .serialize_newtype_struct(name, &Finite::new(value, self.path))
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let value = Finite::new(value, self.path);
        let written = self
            .inner
            .serialize_newtype_variant(name, index, variant, &value);
        written.inspect_err(|_| self.path.add(format!(".{variant}")))
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        Self::writer(self.path, self.inner.serialize_seq(len))
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple, S::Error> {
        Self::writer(self.path, self.inner.serialize_tuple(len))
    }

    #[inline]
    fn serialize_tuple_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        Self::writer(self.path, self.inner.serialize_tuple_struct(name, len))
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        let writer = self
            .inner
            .serialize_tuple_variant(name, index, variant, len);
        Self::writer(self.path, writer)
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        Self::writer(self.path, self.inner.serialize_map(len))
    }

    #[inline]
    fn serialize_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStruct, S::Error> {
        Self::writer(self.path, self.inner.serialize_struct(name, len))
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        let writer = self
            .inner
            .serialize_struct_variant(name, index, variant, len);
        Self::writer(self.path, writer)
    }

    #[inline]
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.collect_str(value)
    }

    #[inline]
    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

#[cold]
fn not_finite<E: serde::ser::Error>(value: impl Display) -> E {
    E::custom(format_args!("JSON has no number {value}"))
}
