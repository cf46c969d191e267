//! Map keys as text, following the rules of `serde_json`: strings, numbers, booleans, characters,
//! unit variants.

use std::fmt::{Display, Write as _};

use serde::ser::{Impossible, Serialize, Serializer};

use crate::error::{Error, ErrorKind};

/// Calls `then` with the text of a key.
pub(crate) fn with_key<K, F, R>(key: &K, then: F) -> Result<R, Error>
where
    K: Serialize + ?Sized,
    F: FnOnce(&str) -> Result<R, Error>,
{
    key.serialize(KeyText { then })
}

/// Adds the key to the path of an error in the value of that key.
#[cold]
pub(crate) fn at_key<K: Serialize + ?Sized>(error: Error, key: &K) -> Error {
    let mut text = String::new();
    // The first error counts: a key that is itself invalid adds nothing to the path.
    let _ = with_key(key, |key| {
        text.push_str(key);
        Ok(())
    });
    error.in_key(&text)
}

struct KeyText<F> {
    then: F,
}

impl<F, R> KeyText<F>
where
    F: FnOnce(&str) -> Result<R, Error>,
{
    fn integer(self, value: impl itoa::Integer) -> Result<R, Error> {
        (self.then)(itoa::Buffer::new().format(value))
    }

    fn float(self, value: impl zmij::Float, finite: bool) -> Result<R, Error> {
        if !finite {
            return Err(Error::new(ErrorKind::KeyNotFinite));
        }
        (self.then)(zmij::Buffer::new().format_finite(value))
    }
}

impl<F, R> Serializer for KeyText<F>
where
    F: FnOnce(&str) -> Result<R, Error>,
{
    type Ok = R;
    type Error = Error;
    type SerializeSeq = Impossible<R, Error>;
    type SerializeTuple = Impossible<R, Error>;
    type SerializeTupleStruct = Impossible<R, Error>;
    type SerializeTupleVariant = Impossible<R, Error>;
    type SerializeMap = Impossible<R, Error>;
    type SerializeStruct = Impossible<R, Error>;
    type SerializeStructVariant = Impossible<R, Error>;

    #[inline]
    fn serialize_str(self, value: &str) -> Result<R, Error> {
        (self.then)(value)
    }

    fn serialize_bool(self, value: bool) -> Result<R, Error> {
        (self.then)(if value { "true" } else { "false" })
    }

    fn serialize_char(self, value: char) -> Result<R, Error> {
        (self.then)(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<R, Error> {
        (self.then)(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<R, Error> {
        value.serialize(self)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<R, Error> {
        let mut text = String::new();
        write!(text, "{value}").map_err(serde::ser::Error::custom)?;
        (self.then)(&text)
    }

    fn serialize_i8(self, value: i8) -> Result<R, Error> {
        self.integer(value)
    }

    fn serialize_i16(self, value: i16) -> Result<R, Error> {
        self.integer(value)
    }

    fn serialize_i32(self, value: i32) -> Result<R, Error> {
        self.integer(value)
    }

    fn serialize_i64(self, value: i64) -> Result<R, Error> {
        self.integer(value)
    }

    fn serialize_i128(self, value: i128) -> Result<R, Error> {
        self.integer(value)
    }

    fn serialize_u8(self, value: u8) -> Result<R, Error> {
        self.integer(value)
    }

    fn serialize_u16(self, value: u16) -> Result<R, Error> {
        self.integer(value)
    }

    fn serialize_u32(self, value: u32) -> Result<R, Error> {
        self.integer(value)
    }

    fn serialize_u64(self, value: u64) -> Result<R, Error> {
        self.integer(value)
    }

    fn serialize_u128(self, value: u128) -> Result<R, Error> {
        self.integer(value)
    }

    fn serialize_f32(self, value: f32) -> Result<R, Error> {
        self.float(value, value.is_finite())
    }

    fn serialize_f64(self, value: f64) -> Result<R, Error> {
        self.float(value, value.is_finite())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<R, Error> {
        Err(Error::new(ErrorKind::Key))
    }

    fn serialize_none(self) -> Result<R, Error> {
        Err(Error::new(ErrorKind::Key))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<R, Error> {
        Err(Error::new(ErrorKind::Key))
    }

    fn serialize_unit(self) -> Result<R, Error> {
        Err(Error::new(ErrorKind::Key))
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<R, Error> {
        Err(Error::new(ErrorKind::Key))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<R, Error> {
        Err(Error::new(ErrorKind::Key))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Error> {
        Err(Error::new(ErrorKind::Key))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Error> {
        Err(Error::new(ErrorKind::Key))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Error> {
        Err(Error::new(ErrorKind::Key))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        Err(Error::new(ErrorKind::Key))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Error> {
        Err(Error::new(ErrorKind::Key))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Error> {
        Err(Error::new(ErrorKind::Key))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        Err(Error::new(ErrorKind::Key))
    }
}
