//! Arrays: inline, as a list, or as the rows of a table.

use serde::ser::{
    Serialize, SerializeSeq, SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
};

use super::{Place, Text, Write, loose::Group, text::changed};
use crate::{
    depth::Depth,
    error::Error,
    plan::{Form, Layout},
    shapes::Shapes,
};

pub(crate) struct ArrayWrite<'t, 'p> {
    text: &'t mut Text<'p>,
    /// The nesting around it.
    outer: Depth,
    /// Its text begins here.
    start: usize,
    members: Members,
    /// Members still to come.
    left: usize,
    len: usize,
}

/// The length of an array that does not tell it, until its end.
pub(super) const OPEN: usize = usize::MAX;

#[derive(Clone, Copy)]
pub(super) enum Members {
    /// Known with the first one, of an array that stands here.
    Unknown(Place),
    Inline,
    List {
        level: u16,
    },
    Rows {
        level: u16,
        cells: usize,
    },
    LooseRows {
        level: u16,
        columns: Group,
    },
    /// One of them was an error, so that the end is one, too, if it comes at all.
    Failed,
}

impl Members {
    /// Writes what is known of an array before its members; tells how many there are.
    #[inline(never)]
    fn begin(
        text: &mut Text<'_>,
        place: Place,
        told: Option<usize>,
    ) -> Result<(Self, usize), Error> {
        match place {
            Place::Root => {}
            Place::Field { .. } => text.take_back_lead(),
            Place::Item { .. } => text.out.push_str("- "),
            // A row has no arrays.
            Place::Cell | Place::First | Place::Loose(_) | Place::Slot(_) => {
                return Err(text.straight.table.refuse_rows());
            }
        }
        if text.is_straight() {
            let len = told.unwrap_or(OPEN);
            if len == 0 {
                text.push_empty_array(place);
            }
            return Ok((Self::Unknown(place), len));
        }
        let Some((form, shapes)) = text.next_form() else {
            text.push_empty_array(place);
            return Ok((Self::Inline, 0));
        };
        let members = Self::header(text, form, shapes, place.inside())?;
        Ok((members, form.len))
    }

    fn header<'p>(
        text: &mut Text<'p>,
        form: Form,
        shapes: &'p Shapes,
        level: u16,
    ) -> Result<Self, Error> {
        text.push_len(form.len, false);
        let members = match form.layout {
            Layout::Inline => {
                text.out.push_str(": ");
                text.cells = 0;
                return Ok(Self::Inline);
            }
            Layout::List => Self::List { level },
            Layout::Table { row, in_order } => {
                text.after = form.after;
                text.push_columns(shapes, row);
                if in_order {
                    let cells = shapes.cells(row);
                    Self::Rows { level, cells }
                } else {
                    let columns = text.columns.get_or_insert_default().set(shapes, row)?;
                    Self::LooseRows { level, columns }
                }
            }
        };
        text.out.push(':');
        Ok(members)
    }
}

impl<'t, 'p> ArrayWrite<'t, 'p> {
    #[inline(always)]
    pub(super) fn begin(
        text: &'t mut Text<'p>,
        place: Place,
        told: Option<usize>,
    ) -> Result<Self, Error> {
        let outer = text.enter()?;
        let (members, len) = Members::begin(text, place, told)?;
        Ok(Self {
            start: text.out.len(),
            text,
            outer,
            members,
            left: len,
            len,
        })
    }

    /// Its end is the end of a variant, too, around which the nesting was this.
    pub(super) fn within(self, outer: Depth) -> Self {
        Self { outer, ..self }
    }

    #[inline]
    fn member<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        match self.write(value) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.fail(error)),
        }
    }

    #[cold]
    fn fail(&mut self, error: Error) -> Error {
        self.members = Members::Failed;
        error.in_index(self.len - self.left)
    }

    #[inline]
    fn write<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let Some(left) = self.left.checked_sub(1) else {
            return Err(changed());
        };
        if let Members::Unknown(place) = self.members {
            self.members = self.text.begin_members(value, place, self.len)?;
            if !matches!(self.members, Members::List { .. }) {
                self.left = left;
                return Ok(());
            }
        }
        match self.members {
            Members::Unknown(_) => return Err(changed()),
            Members::Failed => return Err(Error::ignored()),
            Members::Inline => value.serialize(Write::new(self.text, Place::Cell))?,
            Members::Rows { level, cells } => {
                self.text.line(level)?;
                self.text.straight.table.begin_row();
                self.text.cells = 0;
                value.serialize(Write::new(self.text, Place::Cell))?;
                if self.text.cells != cells || !self.text.is_row_whole() {
                    return Err(changed());
                }
            }
            Members::List { level } => {
                self.text.line(level)?;
                let place = Place::Item { level };
                value.serialize(Write::new(self.text, place))?;
            }
            Members::LooseRows { level, columns } => {
                self.text.line(level)?;
                let start = self.text.begin_loose_row()?;
                let place = Place::Loose(columns);
                value.serialize(Write::new(self.text, place))?;
                self.text.end_loose_row(start)?;
            }
        }
        self.left = left;
        Ok(())
    }

    /// Tells the length that is only known now.
    #[cold]
    fn close(&mut self) {
        self.len -= self.left;
        self.left = 0;
        match self.members {
            Members::Unknown(place) => self.text.push_empty_array(place),
            Members::Failed => {}
            _ => self.text.insert_len(self.start, self.len),
        }
    }

    fn finish(mut self) -> Result<(), Error> {
        if self.len == OPEN {
            self.close();
        }
        match self.members {
            Members::Failed => return Err(Error::ignored()),
            _ if self.left > 0 => return Err(changed()),
            // Objects leave no cell in an array of cells.
            Members::Inline if self.len > 0 && self.text.cells != self.len => {
                return Err(changed());
            }
            Members::Rows { .. } | Members::LooseRows { .. } => {
                // Those inside of it were not counted.
                self.text.containers = self.text.after;
            }
            _ => {}
        }
        self.text.depth = self.outer;
        Ok(())
    }
}

impl SerializeSeq for ArrayWrite<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.member(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

impl SerializeTuple for ArrayWrite<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.member(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

impl SerializeTupleStruct for ArrayWrite<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.member(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

impl SerializeTupleVariant for ArrayWrite<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.member(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}
