//! The table that is written without a plan: its first row tells the columns, and the header is put
//! before it; what is not like it, is refused.

use serde::Serialize;

use super::{Place, Text, Write, text::changed};
use crate::{
    error::Error,
    name::{Key, Name, Names, Seen},
    options::Delimiter,
    text,
};

#[derive(Default)]
pub(super) struct Table {
    names: Names,
    columns: Vec<Column>,
    /// The column that comes next in this row.
    at: usize,
    /// The names of the columns as they are written.
    header: String,
    /// The first row is being written.
    is_first: bool,
    /// The first member has an array or an empty object in it, or is one.
    pub(super) has_no_rows: bool,
}

/// A cell, or an object whose fields are the columns that follow.
struct Column {
    name: Name,
    /// The first column after it.
    after: usize,
}

/// An object of the first row.
#[derive(Clone, Copy)]
pub(super) struct Group {
    /// Its first column.
    first: usize,
    seen: Seen,
    may_repeat: bool,
    /// It is the content of a variant, which is the column before its first.
    is_variant: bool,
}

impl Table {
    /// The first member of an array comes.
    pub(super) fn begin(&mut self) {
        self.names.clear();
        self.columns.clear();
        self.header.clear();
        self.is_first = true;
        self.has_no_rows = false;
    }

    pub(super) fn end_first_row(&mut self) {
        self.is_first = false;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// The value that begins here is none that a row can have.
    #[cold]
    pub(super) fn refuse_rows(&mut self) -> Error {
        self.has_no_rows |= self.is_first;
        changed()
    }

    /// An object of the first row begins.
    pub(super) fn begin_group(&mut self, is_variant: bool) -> Group {
        if self.columns.capacity() == 0 {
            self.columns = Vec::with_capacity(16);
            self.header = String::with_capacity(128);
        }
        self.header.push('{');
        Group {
            first: self.columns.len(),
            seen: Seen::default(),
            may_repeat: false,
            is_variant,
        }
    }

    pub(super) fn end_group(&mut self, group: Group) -> Result<(), Error> {
        if self.columns.len() == group.first {
            return Err(self.refuse_rows());
        }
        if group.may_repeat && !self.is_distinct(group.first) {
            return Err(changed());
        }
        self.header.push('}');
        if group.is_variant {
            self.header.push('}');
            self.end_column(group.first.saturating_sub(1));
        }
        Ok(())
    }

    /// A field of the first row begins; returns its column, for its end.
    pub(super) fn begin_column(
        &mut self,
        group: &mut Group,
        key: Key<'_>,
        delimiter: Delimiter,
    ) -> usize {
        let column = self.columns.len();
        if column > group.first {
            delimiter.push_to(&mut self.header);
        }
        group.may_repeat |= group.seen.add(key.text());
        text::push_key(&mut self.header, key.text());
        let name = self.names.add(key);
        let after = column + 1;
        self.columns.push(Column { name, after });
        column
    }

    pub(super) fn end_column(&mut self, column: usize) {
        let after = self.columns.len();
        if let Some(column) = self.columns.get_mut(column) {
            column.after = after;
        }
    }

    /// Whether the object with these columns, the last ones, has no key twice.
    #[cold]
    fn is_distinct(&self, first: usize) -> bool {
        let after = |&at: &usize| self.columns.get(at).map(|column| column.after);
        let own = std::iter::successors(Some(first), after);
        let own = own.map_while(|at| self.columns.get(at));
        let mut names: Vec<&str> = own.map(|column| self.names.text(column.name)).collect();
        names.sort_unstable();
        names.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// The fields of the next row come.
    #[inline]
    pub(super) fn begin_row(&mut self) {
        self.at = 0;
    }

    /// Goes to the next column, which must be of this name, and tells where it ends.
    #[inline]
    pub(super) fn next_column(&mut self, key: Key<'_>) -> Result<usize, Error> {
        match self.columns.get(self.at) {
            Some(column) if self.names.is(column.name, key) => {
                self.at += 1;
                Ok(column.after)
            }
            _ => Err(changed()),
        }
    }

    /// The columns up to this one must have been written.
    #[inline]
    pub(super) fn end_checked(&self, column: usize) -> Result<(), Error> {
        if self.at == column {
            Ok(())
        } else {
            Err(changed())
        }
    }
}

impl Text<'_> {
    /// Writes a field of a row, which must be the next column.
    #[inline]
    pub(super) fn checked_field<T: Serialize + ?Sized>(
        &mut self,
        key: Key<'_>,
        value: &T,
    ) -> Result<(), Error> {
        let after = self.straight.table.next_column(key)?;
        value.serialize(Write::new(self, Place::Cell))?;
        self.straight.table.end_checked(after)
    }

    /// Whether the columns are known, but from a first row only.
    #[inline]
    pub(super) fn is_checked(&self) -> bool {
        self.is_straight() && !self.straight.table.is_first
    }

    /// Whether a row had all columns, as far as that is to be checked.
    #[inline]
    pub(super) fn is_row_whole(&self) -> bool {
        let table = &self.straight.table;
        !self.is_straight() || table.at == table.columns.len()
    }

    /// Puts the header before the first row, which begins at `start`.
    pub(super) fn insert_header(&mut self, start: usize, level: u16) {
        let header = &mut self.straight.table.header;
        header.push(':');
        super::text::push_line(header, self.indent, level);
        self.out.insert_str(start, header);
    }
}
