//! Arrays in the first pass: their length, and if their members are cells or rows.

use serde::ser::{
    Serialize, SerializeSeq, SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
};

use super::{Scan, ScanPosition};
use crate::{
    depth::Depth,
    error::Error,
    plan::{Form, Layout, Plan},
    shapes::Shape,
};

/// The state of the check that all values so far are rows of one table.
#[derive(Clone, Copy)]
pub(super) enum RowUniformity {
    /// There were no values.
    None,
    Uniform {
        first: Shape,
        in_order: bool,
    },
    Mixed,
}

impl RowUniformity {
    #[inline]
    pub(super) fn add(&mut self, plan: &mut Plan, value: Shape) {
        match *self {
            Self::Uniform { first, .. } if first == value => {}
            _ => *self = self.merge(plan, value),
        }
    }

    fn merge(self, plan: &mut Plan, value: Shape) -> Self {
        match self {
            Self::None if value.is_row() => Self::Uniform {
                first: value,
                in_order: true,
            },
            Self::Uniform { first, .. } if plan.shapes.same_class(first, value) => Self::Uniform {
                first,
                in_order: false,
            },
            _ => Self::Mixed,
        }
    }
}

pub(crate) struct ArrayScan<'p> {
    plan: &'p mut Plan,
    place: ScanPosition,
    depth: Depth,
    /// The index of the array's form in the plan.
    form: usize,
    len: usize,
    has_cells: bool,
    rows: RowUniformity,
    variant: Option<&'static str>,
    /// A member returned an error; `finish` then returns an error too.
    has_failed: bool,
}

impl<'p> ArrayScan<'p> {
    /// `depth` is the depth of the members.
    pub(super) fn begin(plan: &'p mut Plan, place: ScanPosition, depth: Depth) -> Self {
        let form = plan.forms.len();
        let ordinal = plan.containers;
        plan.containers += 1;
        plan.forms.push(Form {
            ordinal,
            after: ordinal,
            len: 0,
            layout: Layout::Inline,
        });
        Self {
            plan,
            place,
            depth,
            form,
            len: 0,
            has_cells: false,
            rows: RowUniformity::None,
            variant: None,
            has_failed: false,
        }
    }

    pub(super) fn with_variant(self, variant: &'static str) -> Self {
        let variant = Some(variant);
        Self { variant, ..self }
    }

    #[inline]
    fn member<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let scan = Scan::new(self.plan, ScanPosition::Item, self.depth);
        let shape = match value.serialize(scan) {
            Ok(shape) => shape,
            Err(error) => return Err(self.fail(error)),
        };
        self.len += 1;
        if shape == Shape::CELL {
            self.has_cells = true;
        } else {
            self.rows.add(self.plan, shape);
        }
        Ok(())
    }

    #[cold]
    fn fail(&mut self, error: Error) -> Error {
        self.has_failed = true;
        let error = error.in_index(self.len);
        match self.variant {
            Some(variant) => error.in_key(variant),
            None => error,
        }
    }

    fn finish(self) -> Result<Shape, Error> {
        if self.has_failed {
            return Err(Error::ignored_error());
        }
        if self.len == 0 {
            self.plan.forms.truncate(self.form);
            return Ok(Shape::OPAQUE);
        }
        let layout = match self.rows {
            RowUniformity::None => Layout::Inline,
            RowUniformity::Uniform { first, in_order }
                if !self.has_cells && self.place == ScanPosition::Named =>
            {
                self.plan.forms.truncate(self.form + 1);
                Layout::Table {
                    row: first,
                    in_order,
                }
            }
            _ => Layout::List,
        };
        let after = self.plan.containers;
        // Invariant: `begin` added the form, and only later forms are ever removed.
        if let Some(form) = self.plan.forms.get_mut(self.form) {
            form.after = after;
            form.len = self.len;
            form.layout = layout;
        }
        Ok(Shape::OPAQUE)
    }
}

impl SerializeSeq for ArrayScan<'_> {
    type Ok = Shape;
    type Error = Error;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.member(value)
    }

    fn end(self) -> Result<Shape, Error> {
        self.finish()
    }
}

impl SerializeTuple for ArrayScan<'_> {
    type Ok = Shape;
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.member(value)
    }

    fn end(self) -> Result<Shape, Error> {
        self.finish()
    }
}

impl SerializeTupleStruct for ArrayScan<'_> {
    type Ok = Shape;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.member(value)
    }

    fn end(self) -> Result<Shape, Error> {
        self.finish()
    }
}

impl SerializeTupleVariant for ArrayScan<'_> {
    type Ok = Shape;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.member(value)
    }

    fn end(self) -> Result<Shape, Error> {
        self.finish()
    }
}
