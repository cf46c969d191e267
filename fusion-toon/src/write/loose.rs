//! Rows whose fields have another order than the columns: their cells are written in the order of
//! the fields, and sorted at the end of the row.

use std::ops::Range;

use super::{Place, Text, text::changed_error};
use crate::{
    error::{Error, ErrorKind},
    shapes::{Shape, Shapes},
};

/// The fields of the row or of one object in it. This is an index into `LooseColumns::groups`,
/// small enough for a `Place` to fit into a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LooseGroup(u32);

/// The columns of the table that is being written.
#[derive(Default)]
pub(super) struct LooseColumns<'p> {
    // Invariant: sorted by name within each group.
    fields: Vec<(&'p str, LooseColumn)>,
    /// Ranges of `fields`.
    groups: Vec<Range<usize>>,
    cells: u32,
    /// The cells of the row so far: column, and offset of the text.
    came: Vec<(u32, usize)>,
    /// The range of each cell's text, by column.
    places: Vec<Option<(usize, usize)>>,
    /// The buffer in which the cells of a row are put in order.
    scratch: String,
}

#[derive(Clone, Copy)]
enum LooseColumn {
    Cell(u32),
    Object(LooseGroup),
}

impl<'p> LooseColumns<'p> {
    /// Sets the columns of a table, and returns the group of its row.
    pub(super) fn set(&mut self, shapes: &'p Shapes, row: Shape) -> Result<LooseGroup, Error> {
        self.fields.clear();
        self.groups.clear();
        self.cells = 0;
        self.group(shapes, row)
    }

    fn group(&mut self, shapes: &'p Shapes, row: Shape) -> Result<LooseGroup, Error> {
        let fields: Vec<_> = shapes.fields(row).collect();
        let mut group = Vec::with_capacity(fields.len());
        for field in fields.into_iter().rev() {
            let column = if field.value.is_row() {
                LooseColumn::Object(self.group(shapes, field.value)?)
            } else {
                let cell = self.cells;
                self.cells = cell.checked_add(1).ok_or_else(too_many_columns)?;
                LooseColumn::Cell(cell)
            };
            group.push((field.name, column));
        }
        group.sort_unstable_by_key(|&(name, _)| name);
        let start = self.fields.len();
        self.fields.append(&mut group);
        let index = u32::try_from(self.groups.len()).map_err(|_| too_many_columns())?;
        self.groups.push(start..self.fields.len());
        Ok(LooseGroup(index))
    }

    fn find(&self, LooseGroup(index): LooseGroup, key: &str) -> Option<LooseColumn> {
        let range = self.groups.get(index as usize)?.clone();
        let fields = self.fields.get(range)?;
        let at = fields.binary_search_by_key(&key, |&(name, _)| name).ok()?;
        Some(fields[at].1)
    }
}

#[cold]
fn too_many_columns() -> Error {
    Error::new(ErrorKind::Custom("too many columns".into()))
}

impl<'p> Text<'p> {
    fn loose_columns(&mut self) -> Result<&mut LooseColumns<'p>, Error> {
        self.columns.as_deref_mut().ok_or_else(changed_error)
    }

    /// Returns the position of the value of a key in a loose row.
    pub(super) fn loose_field(&mut self, group: LooseGroup, key: &str) -> Result<Place, Error> {
        match self.loose_columns()?.find(group, key) {
            Some(LooseColumn::Cell(column)) => Ok(Place::Slot(column)),
            Some(LooseColumn::Object(group)) => Ok(Place::Loose(group)),
            None => Err(changed_error()),
        }
    }

    /// Records that the cell of this column begins at the end of the text.
    pub(super) fn begin_slot(&mut self, column: u32) -> Result<(), Error> {
        let start = self.out.len();
        self.loose_columns()?.came.push((column, start));
        Ok(())
    }

    /// Begins a row, and returns its offset, which `end_loose_row` takes.
    pub(super) fn begin_loose_row(&mut self) -> Result<usize, Error> {
        self.loose_columns()?.came.clear();
        Ok(self.out.len())
    }

    pub(super) fn end_loose_row(&mut self, start: usize) -> Result<(), Error> {
        let delimiter = self.delimiter();
        let columns = self.columns.as_deref_mut().ok_or_else(changed_error)?;
        columns.places.clear();
        columns.places.resize(columns.cells as usize, None);
        let mut end = self.out.len();
        for &(column, start) in columns.came.iter().rev() {
            *columns
                .places
                .get_mut(column as usize)
                .ok_or_else(changed_error)? = Some((start, end));
            end = start;
        }
        columns.scratch.clear();
        for (column, place) in columns.places.iter().enumerate() {
            let (start, end) = place.ok_or_else(changed_error)?;
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
