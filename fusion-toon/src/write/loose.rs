//! Rows whose fields come in another order than the columns: their cells are written as they
//! come and put in order at the end of the row.

use std::ops::Range;

use super::{Place, Text, text::changed};
use crate::{
    error::{Error, ErrorKind},
    shapes::{Shape, Shapes},
};

/// The fields of the row or of one object in it: an index of `Columns::groups`, which is small so
/// that a `Place` fits into a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group(u32);

/// The columns of the table that is being written.
#[derive(Default)]
pub(super) struct Columns<'p> {
    // Invariant: sorted by name within each group.
    fields: Vec<(&'p str, Column)>,
    /// Ranges of `fields`.
    groups: Vec<Range<usize>>,
    cells: u32,
    /// The cells of the row so far: their column, and where their text begins.
    came: Vec<(u32, usize)>,
    /// By column: where its cell's text is.
    places: Vec<Option<(usize, usize)>>,
    /// Room for a row while its cells are put in order.
    scratch: String,
}

#[derive(Clone, Copy)]
enum Column {
    Cell(u32),
    Object(Group),
}

impl<'p> Columns<'p> {
    /// Takes the columns of a table.
    pub(super) fn set(&mut self, shapes: &'p Shapes, row: Shape) -> Result<Group, Error> {
        self.fields.clear();
        self.groups.clear();
        self.cells = 0;
        self.group(shapes, row)
    }

    fn group(&mut self, shapes: &'p Shapes, row: Shape) -> Result<Group, Error> {
        let fields: Vec<_> = shapes.fields(row).collect();
        let mut group = Vec::with_capacity(fields.len());
        for field in fields.into_iter().rev() {
            let column = if field.value.is_row() {
                Column::Object(self.group(shapes, field.value)?)
            } else {
                let cell = self.cells;
                self.cells = cell.checked_add(1).ok_or_else(too_many)?;
                Column::Cell(cell)
            };
            group.push((field.name, column));
        }
        group.sort_unstable_by_key(|&(name, _)| name);
        let start = self.fields.len();
        self.fields.append(&mut group);
        let index = u32::try_from(self.groups.len()).map_err(|_| too_many())?;
        self.groups.push(start..self.fields.len());
        Ok(Group(index))
    }

    fn find(&self, Group(index): Group, key: &str) -> Option<Column> {
        let range = self.groups.get(index as usize)?.clone();
        let fields = self.fields.get(range)?;
        let at = fields.binary_search_by_key(&key, |&(name, _)| name).ok()?;
        Some(fields[at].1)
    }
}

#[cold]
fn too_many() -> Error {
    Error::new(ErrorKind::Custom("too many columns".into()))
}

impl<'p> Text<'p> {
    fn loose(&mut self) -> Result<&mut Columns<'p>, Error> {
        self.columns.as_deref_mut().ok_or_else(changed)
    }

    /// Where the value of a key stands in a loose row.
    pub(super) fn loose_field(&mut self, group: Group, key: &str) -> Result<Place, Error> {
        match self.loose()?.find(group, key) {
            Some(Column::Cell(column)) => Ok(Place::Slot(column)),
            Some(Column::Object(group)) => Ok(Place::Loose(group)),
            None => Err(changed()),
        }
    }

    /// The cell of this column begins here.
    pub(super) fn begin_slot(&mut self, column: u32) -> Result<(), Error> {
        let start = self.out.len();
        self.loose()?.came.push((column, start));
        Ok(())
    }

    /// Returns where the row begins, for its end.
    pub(super) fn begin_loose_row(&mut self) -> Result<usize, Error> {
        self.loose()?.came.clear();
        Ok(self.out.len())
    }

    pub(super) fn end_loose_row(&mut self, start: usize) -> Result<(), Error> {
        let delimiter = self.delimiter();
        let columns = self.columns.as_deref_mut().ok_or_else(changed)?;
        columns.places.clear();
        columns.places.resize(columns.cells as usize, None);
        let mut end = self.out.len();
        for &(column, start) in columns.came.iter().rev() {
            *columns
                .places
                .get_mut(column as usize)
                .ok_or_else(changed)? = Some((start, end));
            end = start;
        }
        columns.scratch.clear();
        for (column, place) in columns.places.iter().enumerate() {
            let (start, end) = place.ok_or_else(changed)?;
            if column > 0 {
                delimiter.push_to(&mut columns.scratch);
            }
            columns.scratch.push_str(&self.out[start..end]);
        }
        self.out.truncate(start);
        self.out.push_str(&columns.scratch);
        Ok(())
    }
}
