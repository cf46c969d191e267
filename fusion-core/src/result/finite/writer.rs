//! The writers of sequences, maps and structs, which wrap each item and add its step to the path of a
//! failure.

use serde::{
    Serialize,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};
use serde_json::Value;

use super::{FailurePath, Finite};

/// The wrapped writer of a compound value.
pub(super) struct FiniteWriter<'p, W> {
    inner: W,
    path: &'p FailurePath,
    /// The number of written items.
    count: usize,
}

impl<'p, W> FiniteWriter<'p, W> {
    #[inline]
    pub(super) fn new(inner: W, path: &'p FailurePath) -> Self {
        let count = 0;
        Self { inner, path, count }
    }
}

/// Returns the step of a key of a map.
#[cold]
fn key_step(key: &(impl Serialize + ?Sized)) -> String {
    match serde_json::to_value(key) {
        Ok(Value::String(key)) => format!(".{key}"),
        Ok(key) => format!(".{key}"),
        Err(_) => ".*".to_owned(),
    }
}

/// Writers of items without names.
macro_rules! __fusion_forward_items {
    ($($kind:ident::$method:ident,)*) => {$(
        impl<S: $kind> $kind for FiniteWriter<'_, S> {
            type Ok = S::Ok;
            type Error = S::Error;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
                let written = self.inner.$method(&Finite::new(value, self.path));
                let index = self.count;
                self.count += 1;
                written.inspect_err(|_| self.path.add(format!("[{index}]")))
            }

            #[inline]
            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        }
    )*};
}

__fusion_forward_items! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

/// Writers of named fields.
macro_rules! __fusion_forward_fields {
    ($($kind:ident,)*) => {$(
        impl<S: $kind> $kind for FiniteWriter<'_, S> {
            type Ok = S::Ok;
            type Error = S::Error;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), S::Error> {
                let value = Finite::new(value, self.path);
                let written = self.inner.serialize_field(key, &value);
                written.inspect_err(|_| self.path.add(format!(".{key}")))
            }

            #[inline]
            fn skip_field(&mut self, key: &'static str) -> Result<(), S::Error> {
                self.inner.skip_field(key)
            }

            #[inline]
            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        }
    )*};
}

__fusion_forward_fields! {
    SerializeStruct,
    SerializeStructVariant,
}

impl<S: SerializeMap> SerializeMap for FiniteWriter<'_, S> {
    type Ok = S::Ok;
    type Error = S::Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        self.inner.serialize_key(key)
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        let written = self.inner.serialize_value(&Finite::new(value, self.path));
        written.inspect_err(|_| self.path.add(".*".to_owned()))
    }

    #[inline]
    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), S::Error> {
        let value = Finite::new(value, self.path);
        let written = self.inner.serialize_entry(key, &value);
        written.inspect_err(|_| self.path.add(key_step(key)))
    }

    #[inline]
    fn end(self) -> Result<S::Ok, S::Error> {
        self.inner.end()
    }
}
