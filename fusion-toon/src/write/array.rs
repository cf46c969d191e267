//! Arrays: inline, as a list, or as the rows of a table.

use serde::ser::{
    Serialize, SerializeSeq, SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
};

use super::{Place, Text, Write, loose::LooseGroup, text::changed_error};
use crate::{
    depth::Depth,
    error::Error,
    plan::{Form, Layout},
    shapes::Shapes,
};

pub(crate) struct ArrayWrite<'t, 'p> {
    text: &'t mut Text<'p>,
    /// The depth around the array.
    outer: Depth,
    /// The offset at which the text of the array begins.
    start: usize,
    members: Members,
    /// The number of members still to come.
    left: usize,
    len: usize,
}

/// The length of an array that gives no length hint, until its end.
pub(super) const OPEN: usize = usize::MAX;

#[derive(Clone, Copy)]
pub(super) enum Members {
    /// The layout is unknown until the first member is written; the array is at this position.
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
        columns: LooseGroup,
    },
    /// A member returned an error; `finish` then returns an error too.
    Failed,
}

impl Members {
    /// Writes the start of an array, and returns the number of its members.
    #[inline(never)]
    fn begin(
        text: &mut Text<'_>,
        place: Place,
        len_hint: Option<usize>,
    ) -> Result<(Self, usize), Error> {
        match place {
            Place::Root => {}
            Place::Field { .. } => text.take_back_lead(),
            Place::Item { .. } => text.out.push_str("- "),
            // A row contains no arrays.
            Place::Cell | Place::First | Place::Loose(_) | Place::Slot(_) => {
                return Err(text.straight.table.refuse_rows());
            }
        }
        if text.is_straight() {
            let len = len_hint.unwrap_or(OPEN);
            if len == 0 {
                text.push_empty_array(place);
            }
            return Ok((Self::Unknown(place), len));
        }
        let Some((form, shapes)) = text.next_form() else {
            text.push_empty_array(place);
            return Ok((Self::Inline, 0));
        };
        let members = Self::header(text, form, shapes, place.inner_level())?;
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
        len_hint: Option<usize>,
    ) -> Result<Self, Error> {
        let outer = text.enter()?;
        let (members, len) = Members::begin(text, place, len_hint)?;
        Ok(Self {
            start: text.out.len(),
            text,
            outer,
            members,
            left: len,
            len,
        })
    }

    /// Makes the end of the array also the end of the variant around it, which restores `outer`.
    pub(super) fn with_outer(self, outer: Depth) -> Self {
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
            return Err(changed_error());
        };
        if let Members::Unknown(place) = self.members {
            self.members = self.text.begin_members(value, place, self.len)?;
            if !matches!(self.members, Members::List { .. }) {
                self.left = left;
                return Ok(());
            }
        }
        match self.members {
            Members::Unknown(_) => return Err(changed_error()),
            Members::Failed => return Err(Error::ignored_error()),
            Members::Inline => value.serialize(Write::new(self.text, Place::Cell))?,
            Members::Rows { level, cells } => {
                self.text.line(level)?;
                self.text.straight.table.begin_row();
                self.text.cells = 0;
                value.serialize(Write::new(self.text, Place::Cell))?;
                if self.text.cells != cells || !self.text.is_row_complete() {
                    return Err(changed_error());
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

    /// Inserts the length, which is known only at the end.
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
            Members::Failed => return Err(Error::ignored_error()),
            _ if self.left > 0 => return Err(changed_error()),
            // Objects add no cell to an array of cells.
            Members::Inline if self.len > 0 && self.text.cells != self.len => {
                return Err(changed_error());
            }
            Members::Rows { .. } | Members::LooseRows { .. } => {
                // Containers inside of a table are not counted one by one.
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
