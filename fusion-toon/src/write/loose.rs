//! Rows whose fields come in another order than the columns: their cells are written as they
//! come and put in order at the end of the row.

use super::{Place, Text, text::changed};
use crate::{
    error::Error,
    shapes::{Shape, Shapes},
};

/// A range of `Columns::fields`: the fields of the row or of one object in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    start: usize,
    end: usize,
}

/// The columns of the table that is being written.
#[derive(Default)]
pub(super) struct Columns<'p> {
    // Invariant: sorted by name within each group.
    fields: Vec<(&'p str, Column)>,
    cells: usize,
    /// The cells of the row so far: their column, and where their text begins.
    came: Vec<(usize, usize)>,
    /// By column: where its cell's text is.
    places: Vec<Option<(usize, usize)>>,
}

#[derive(Clone, Copy)]
enum Column {
    Cell(usize),
    Object(Group),
}

impl<'p> Columns<'p> {
    /// Takes the columns of a table.
    pub(super) fn set(&mut self, shapes: &'p Shapes, row: Shape) -> Group {
        self.fields.clear();
        self.cells = 0;
        self.group(shapes, row)
    }

    fn group(&mut self, shapes: &'p Shapes, row: Shape) -> Group {
        let fields: Vec<_> = shapes.fields(row).collect();
        let mut group = Vec::with_capacity(fields.len());
        for field in fields.into_iter().rev() {
            let column = if field.value.is_row() {
                Column::Object(self.group(shapes, field.value))
            } else {
                self.cells += 1;
                Column::Cell(self.cells - 1)
            };
            group.push((field.name, column));
        }
        group.sort_unstable_by_key(|&(name, _)| name);
        let start = self.fields.len();
        self.fields.append(&mut group);
        let end = self.fields.len();
        Group { start, end }
    }

    fn find(&self, group: Group, key: &str) -> Option<Column> {
        let fields = self.fields.get(group.start..group.end)?;
        let at = fields.binary_search_by_key(&key, |&(name, _)| name).ok()?;
        Some(fields[at].1)
    }
}

impl Text<'_> {
    /// Where the value of a key stands in a loose row.
    pub(super) fn loose_field(&self, group: Group, key: &str) -> Result<Place, Error> {
        match self.columns.find(group, key) {
            Some(Column::Cell(column)) => Ok(Place::Slot(column)),
            Some(Column::Object(group)) => Ok(Place::Loose(group)),
            None => Err(changed()),
        }
    }

    /// The cell of this column begins here.
    pub(super) fn begin_slot(&mut self, column: usize) {
        self.columns.came.push((column, self.out.len()));
    }

    /// Returns where the row begins, for its end.
    pub(super) fn begin_loose_row(&mut self) -> usize {
        self.columns.came.clear();
        self.out.len()
    }

    pub(super) fn end_loose_row(&mut self, start: usize) -> Result<(), Error> {
        let delimiter = self.delimiter();
        let columns = &mut self.columns;
        columns.places.clear();
        columns.places.resize(columns.cells, None);
        let mut end = self.out.len();
        for &(column, start) in columns.came.iter().rev() {
            *columns.places.get_mut(column).ok_or_else(changed)? = Some((start, end));
            end = start;
        }
        self.scratch.clear();
        for (column, place) in columns.places.iter().enumerate() {
            let (start, end) = place.ok_or_else(changed)?;
            if column > 0 {
                self.scratch.push(delimiter);
            }
            self.scratch.push_str(&self.out[start..end]);
        }
        self.out.truncate(start);
        self.out.push_str(&self.scratch);
        Ok(())
    }
}
