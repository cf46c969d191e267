//! Writes the text: with the forms that the first pass found, or straight, without a first pass.

// At the functions marked so, calls cost a tenth of the time of small objects.
#![allow(clippy::inline_always)]

mod array;
mod fields;
mod leaf;
mod lines;
mod loose;
mod object;
mod straight;
mod table;
mod text;
mod tree;

pub(crate) use straight::write_straight;
pub(crate) use tree::write_tree;

use std::{fmt::Display, io};

use serde::ser::{Serialize, Serializer};

use crate::{error::Error, name::Key, options::Options, plan::Plan, token::Token};

use array::{ArrayWrite, Members};
use loose::LooseGroup;
use object::ObjectWrite;
use text::Text;

/// Writes a value with the plan of the first pass, into the sink if there is one.
pub(crate) fn write<T: Serialize + ?Sized>(
    value: &T,
    plan: &Plan,
    options: Options,
    sink: Option<&mut dyn io::Write>,
) -> Result<String, Error> {
    // The cast shortens the lifetime of the `dyn`, which is invariant.
    let sink = sink.map(|sink| sink as &mut dyn io::Write);
    let mut text = Text::new(options, Some(plan), sink);
    value.serialize(Write::new(&mut text, Place::Root))?;
    text.finish()
}

/// The position of a value in the text, which determines its prefix and its indentation.
#[derive(Clone, Copy, Debug)]
enum Place {
    Root,
    /// After a key. The content is indented one level more than `level`.
    Field {
        level: u16,
    },
    /// An item of a list; its line is indented to `level`.
    Item {
        level: u16,
    },
    /// A cell, or an object in a row whose fields are the next cells.
    Cell,
    /// The first member of an array without a plan, which determines the layout of the array.
    First,
    /// The fields of a row, or of an object in a row, whose order differs from that of the columns.
    Loose(LooseGroup),
    /// The cell of this column in such a row.
    Slot(u32),
}

impl Place {
    /// Returns the level of the rows, members and entries of a container at this position.
    fn inner_level(self) -> u16 {
        match self {
            Self::Field { level } | Self::Item { level } => level + 1,
            _ => 1,
        }
    }
}

/// The serializer of one value. It is small enough to be passed in registers.
struct Write<'t, 'p> {
    text: &'t mut Text<'p>,
    place: Place,
}

impl<'t, 'p> Write<'t, 'p> {
    fn new(text: &'t mut Text<'p>, place: Place) -> Self {
        Self { text, place }
    }

    /// `len` is the length hint that the value gives.
    fn array(self, len: Option<usize>) -> Result<ArrayWrite<'t, 'p>, Error> {
        ArrayWrite::begin(self.text, self.place, len)
    }

    #[inline(always)]
    fn object(self) -> Result<ObjectWrite<'t, 'p>, Error> {
        ObjectWrite::begin(self.text, self.place)
    }

    /// Writes the value of an option or a newtype.
    #[inline]
    fn write_wrapped<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        let Self { text, place } = self;
        let outer = text.depth;
        text.depth = outer.enter_wrapper()?;
        value.serialize(Write::new(text, place))?;
        text.depth = outer;
        Ok(())
    }
}

impl<'t, 'p> Serializer for Write<'t, 'p> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = ArrayWrite<'t, 'p>;
    type SerializeTuple = ArrayWrite<'t, 'p>;
    type SerializeTupleStruct = ArrayWrite<'t, 'p>;
    type SerializeTupleVariant = ArrayWrite<'t, 'p>;
    type SerializeMap = ObjectWrite<'t, 'p>;
    type SerializeStruct = ObjectWrite<'t, 'p>;
    type SerializeStructVariant = ObjectWrite<'t, 'p>;

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.literal(if value { "true" } else { "false" })
    }

    #[inline]
    fn serialize_i8(self, value: i8) -> Result<(), Error> {
        self.integer(value)
    }

    #[inline]
    fn serialize_i16(self, value: i16) -> Result<(), Error> {
        self.integer(value)
    }

    #[inline]
    fn serialize_i32(self, value: i32) -> Result<(), Error> {
        self.integer(value)
    }

    #[inline]
    fn serialize_i64(self, value: i64) -> Result<(), Error> {
        self.integer(value)
    }

    #[inline]
    fn serialize_i128(self, value: i128) -> Result<(), Error> {
        self.integer(value)
    }

    #[inline]
    fn serialize_u8(self, value: u8) -> Result<(), Error> {
        self.integer(value)
    }

    #[inline]
    fn serialize_u16(self, value: u16) -> Result<(), Error> {
        self.integer(value)
    }

    #[inline]
    fn serialize_u32(self, value: u32) -> Result<(), Error> {
        self.integer(value)
    }

    #[inline]
    fn serialize_u64(self, value: u64) -> Result<(), Error> {
        self.integer(value)
    }

    #[inline]
    fn serialize_u128(self, value: u128) -> Result<(), Error> {
        self.integer(value)
    }

    /// Delegates to `serde_json`, whose result for an `f32` depends on its features.
    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        serde_json::Value::from(value).serialize(self)
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        self.float(value)
    }

    #[inline]
    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.string(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.string(value)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        self.collect_seq(bytes)
    }

    #[inline]
    fn serialize_none(self) -> Result<(), Error> {
        self.literal("null")
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.write_wrapped(value)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), Error> {
        self.literal("null")
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.literal("null")
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.string(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.write_wrapped(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut object = self.object()?;
        object.field(Key::Static(variant), value)?;
        object.finish()
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<ArrayWrite<'t, 'p>, Error> {
        self.array(len)
    }

    fn serialize_tuple(self, len: usize) -> Result<ArrayWrite<'t, 'p>, Error> {
        self.array(Some(len))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> Result<ArrayWrite<'t, 'p>, Error> {
        self.array(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<ArrayWrite<'t, 'p>, Error> {
        self.object()?.into_array(variant, len)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<ObjectWrite<'t, 'p>, Error> {
        self.object()
    }

    #[inline(always)]
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<ObjectWrite<'t, 'p>, Error> {
        match Token::from_struct_name(name) {
            None => self.object(),
            Some(token) => Ok(ObjectWrite::token(self.text, token, self.place)),
        }
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<ObjectWrite<'t, 'p>, Error> {
        self.object()?.into_variant(variant)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.display(value)
    }
}
