//! Objects in the first pass: their shape, and if their values are rows of a keyed table.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, SerializeStructVariant};

use super::{Scan, ScanPosition, array::RowUniformity};
use crate::{
    depth::Depth,
    error::{Error, ErrorKind},
    key::{at_key, with_key},
    name::Key,
    plan::{Form, Layout, Plan},
    shapes::Shape,
    token::Token,
};

pub(crate) struct ObjectScan<'p> {
    plan: &'p mut Plan,
    place: ScanPosition,
    depth: Depth,
    ordinal: usize,
    /// The number of forms before this object.
    forms: usize,
    shape: Shape,
    len: usize,
    rows: RowUniformity,
    /// Set if this object is the content of a struct variant, which is the only value of an outer
    /// object.
    variant: Option<&'static str>,
    /// A field returned an error; `finish` then returns an error too.
    has_failed: bool,
}

impl<'p> ObjectScan<'p> {
    /// `depth` is the depth of the values.
    #[inline]
    pub(super) fn begin(plan: &'p mut Plan, place: ScanPosition, depth: Depth) -> Self {
        let ordinal = plan.containers;
        plan.containers += 1;
        let forms = plan.forms.len();
        Self {
            plan,
            place,
            depth,
            ordinal,
            forms,
            shape: Shape::EMPTY,
            len: 0,
            rows: RowUniformity::None,
            variant: None,
            has_failed: false,
        }
    }

    /// Begins the object that is the only value of this one.
    pub(super) fn into_variant(self, name: &'static str) -> Result<Self, Error> {
        let depth = self.depth.enter_container();
        let depth = depth.map_err(|error| error.in_key(name))?;
        let inner = Self::begin(self.plan, ScanPosition::Named, depth);
        Ok(Self {
            variant: Some(name),
            ..inner
        })
    }

    #[inline]
    pub(super) fn field<T: Serialize + ?Sized>(
        &mut self,
        key: Key<'_>,
        value: &T,
    ) -> Result<(), Error> {
        let shape = match self.value(value) {
            Ok(shape) => shape,
            Err(error) => return Err(self.fail(error).in_key(key.text())),
        };
        self.add(key, shape)
    }

    #[cold]
    fn fail(&mut self, error: Error) -> Error {
        self.has_failed = true;
        error
    }

    #[inline]
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<Shape, Error> {
        value.serialize(Scan::new(self.plan, ScanPosition::Named, self.depth))
    }

    #[inline]
    fn add(&mut self, key: Key<'_>, value: Shape) -> Result<(), Error> {
        self.shape = match self.plan.shapes.step(self.shape, key, value) {
            Ok(shape) => shape,
            Err(error) => return Err(self.fail(error)),
        };
        self.len += 1;
        if value == Shape::CELL {
            self.rows = RowUniformity::Mixed;
        } else {
            self.rows.add(self.plan, value);
        }
        Ok(())
    }

    #[inline]
    pub(super) fn finish(self) -> Result<Shape, Error> {
        let Self { plan, shape, .. } = self;
        if self.has_failed {
            return Err(Error::ignored_error());
        }
        // The pass continues to find errors, although the plan is unusable.
        plan.has_repeated_keys |= !plan.shapes.is_distinct(shape);
        if let RowUniformity::Uniform { first, in_order } = self.rows
            && self.len >= 2
            && self.place == ScanPosition::Named
        {
            plan.forms.truncate(self.forms);
            plan.forms.push(Form {
                ordinal: self.ordinal,
                after: plan.containers,
                len: self.len,
                layout: Layout::Table {
                    row: first,
                    in_order,
                },
            });
        }
        let closed = plan.shapes.close(shape);
        match self.variant {
            None => Ok(closed),
            Some(name) => {
                let outer = plan.shapes.step(Shape::EMPTY, Key::Static(name), closed)?;
                Ok(plan.shapes.close(outer))
            }
        }
    }

    #[cold]
    fn in_variant(&self, error: Error) -> Error {
        match self.variant {
            Some(name) => error.in_key(name),
            None => error,
        }
    }
}

impl SerializeMap for ObjectScan<'_> {
    type Ok = Shape;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let text = &mut self.plan.key;
        text.clear();
        let done = with_key(key, |key| {
            text.push_str(key);
            Ok(())
        });
        done.map_err(|error| self.fail(error))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = std::mem::take(&mut self.plan.key);
        self.field(Key::Text(&key), value)
    }

    #[inline]
    fn serialize_entry<K, V>(&mut self, key: &K, value: &V) -> Result<(), Error>
    where
        K: Serialize + ?Sized,
        V: Serialize + ?Sized,
    {
        // The value comes first, because the key is borrowed only while it is compared.
        let shape = match self.value(value) {
            Ok(shape) => shape,
            Err(error) => return Err(at_key(self.fail(error), key)),
        };
        let done = with_key(key, |key| self.add(Key::Text(key), shape));
        done.map_err(|error| self.fail(error))
    }

    fn end(self) -> Result<Shape, Error> {
        self.finish()
    }
}

impl SerializeStructVariant for ObjectScan<'_> {
    type Ok = Shape;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let done = self.field(Key::Static(key), value);
        done.map_err(|error| self.in_variant(error))
    }

    fn end(self) -> Result<Shape, Error> {
        self.finish()
    }
}

/// A struct: one with fields, or one of the private structs of `serde_json`.
pub(crate) enum StructScan<'p> {
    Fields(ObjectScan<'p>),
    Token {
        token: Token,
        scan: Scan<'p>,
        shape: Shape,
    },
    /// The field returned an error; `end` then returns an error too.
    Failed,
}

impl SerializeStruct for StructScan<'_> {
    type Ok = Shape;
    type Error = Error;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        match self {
            Self::Fields(object) => object.field(Key::Static(key), value),
            Self::Token { token, scan, shape } => {
                if *token == Token::Raw {
                    match scan.raw(value) {
                        Ok(raw) => *shape = raw,
                        Err(error) => {
                            *self = Self::Failed;
                            return Err(error);
                        }
                    }
                }
                Ok(())
            }
            Self::Failed => Err(Error::ignored_error()),
        }
    }

    #[inline]
    fn end(self) -> Result<Shape, Error> {
        match self {
            Self::Fields(object) => object.finish(),
            Self::Token { shape, .. } => Ok(shape),
            Self::Failed => Err(Error::ignored_error()),
        }
    }
}

impl Scan<'_> {
    /// Parses a raw value and stores it for the second pass.
    #[cold]
    fn raw<T: Serialize + ?Sized>(&mut self, text: &T) -> Result<Shape, Error> {
        let value: serde_json::Value = with_key(text, |text| {
            serde_json::from_str(text).map_err(|source| Error::new(ErrorKind::Raw(source)))
        })?;
        let depth = self.depth;
        let shape = value.serialize(Scan::new(self.plan, self.place, depth))?;
        self.plan.raws.push(value);
        Ok(shape)
    }
}
