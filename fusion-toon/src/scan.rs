//! The first pass: a serializer that writes nothing, and finds the shape of each object and the
//! form of each array.

mod array;
mod object;

use std::fmt::Display;

use serde::ser::{Serialize, Serializer};

use crate::{
    depth::Depth, error::Error, name::Key, options::Options, plan::Plan, shapes::Shape,
    token::Token,
};

use array::ArrayScan;
use object::{ObjectScan, StructScan};

/// Fills the plan of a value.
pub(crate) fn scan<T: Serialize + ?Sized>(
    value: &T,
    plan: &mut Plan,
    options: Options,
) -> Result<(), Error> {
    value.serialize(Scan::new(plan, ScanPosition::Named, Depth::new(options)))?;
    Ok(())
}

/// The position of a value, as far as the form of the value depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScanPosition {
    /// The root, or the value of a key.
    Named,
    /// A member of an array, which cannot have a header with columns.
    Item,
}

/// The serializer of the first pass for one value.
struct Scan<'p> {
    plan: &'p mut Plan,
    place: ScanPosition,
    depth: Depth,
}

impl<'p> Scan<'p> {
    fn new(plan: &'p mut Plan, place: ScanPosition, depth: Depth) -> Self {
        Self { plan, place, depth }
    }

    fn array(self) -> Result<ArrayScan<'p>, Error> {
        Ok(ArrayScan::begin(
            self.plan,
            self.place,
            self.depth.enter_container()?,
        ))
    }

    fn object(self) -> Result<ObjectScan<'p>, Error> {
        Ok(ObjectScan::begin(
            self.plan,
            self.place,
            self.depth.enter_container()?,
        ))
    }

    fn enter_wrapper(self) -> Result<Self, Error> {
        let depth = self.depth.enter_wrapper()?;
        Ok(Self { depth, ..self })
    }
}

impl<'p> Serializer for Scan<'p> {
    type Ok = Shape;
    type Error = Error;
    type SerializeSeq = ArrayScan<'p>;
    type SerializeTuple = ArrayScan<'p>;
    type SerializeTupleStruct = ArrayScan<'p>;
    type SerializeTupleVariant = ArrayScan<'p>;
    type SerializeMap = ObjectScan<'p>;
    type SerializeStruct = StructScan<'p>;
    type SerializeStructVariant = ObjectScan<'p>;

    #[inline]
    fn serialize_bool(self, _: bool) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_i8(self, _: i8) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_i16(self, _: i16) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_i32(self, _: i32) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_i64(self, _: i64) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_i128(self, _: i128) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_u8(self, _: u8) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_u16(self, _: u16) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_u32(self, _: u32) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_u64(self, _: u64) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_u128(self, _: u128) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_f32(self, _: f32) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_f64(self, _: f64) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_char(self, _: char) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_str(self, _: &str) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Shape, Error> {
        self.collect_seq(bytes)
    }

    #[inline]
    fn serialize_none(self) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Shape, Error> {
        value.serialize(self.enter_wrapper()?)
    }

    #[inline]
    fn serialize_unit(self) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Shape, Error> {
        value.serialize(self.enter_wrapper()?)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Shape, Error> {
        let mut object = self.object()?;
        object.field(Key::Static(variant), value)?;
        object.finish()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<ArrayScan<'p>, Error> {
        self.array()
    }

    fn serialize_tuple(self, _: usize) -> Result<ArrayScan<'p>, Error> {
        self.array()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<ArrayScan<'p>, Error> {
        self.array()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<ArrayScan<'p>, Error> {
        // The array is the only value of an object. An object with an array inside is never a row,
        // so only its ordinal is counted.
        self.plan.containers += 1;
        let depth = self.depth.enter_container()?.enter_container();
        let depth = depth.map_err(|error| error.in_key(variant))?;
        let array = ArrayScan::begin(self.plan, ScanPosition::Named, depth);
        Ok(array.with_variant(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<ObjectScan<'p>, Error> {
        self.object()
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<StructScan<'p>, Error> {
        match Token::from_struct_name(name) {
            None => Ok(StructScan::Fields(self.object()?)),
            Some(token) => Ok(StructScan::Token {
                token,
                scan: self,
                shape: Shape::CELL,
            }),
        }
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<ObjectScan<'p>, Error> {
        let outer = self.object()?;
        outer.into_variant(variant)
    }

    #[inline]
    fn collect_str<T: Display + ?Sized>(self, _: &T) -> Result<Shape, Error> {
        Ok(Shape::CELL)
    }
}
