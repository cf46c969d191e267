//! A table that is written without a plan: its first row determines the columns, the header is
//! inserted before that row, and a row that does not match returns an error.

use serde::Serialize;

use super::{Place, Text, Write, text::changed_error};
use crate::{
    error::Error,
    name::{Key, KeyFilter, Name, Names},
    options::Delimiter,
    text,
};

#[derive(Default)]
pub(super) struct Table {
    names: Names,
    columns: Vec<TableColumn>,
    /// The index of the next column of this row.
    at: usize,
    /// The text of the column names.
    header: String,
    /// The first row is being written.
    is_first: bool,
    /// The first member is or contains an array or an empty object.
    pub(super) has_no_rows: bool,
}

/// A cell, or an object whose fields are the following columns.
struct TableColumn {
    name: Name,
    /// The index of the first column after this one.
    after: usize,
}

/// An object of the first row.
#[derive(Clone, Copy)]
pub(super) struct HeaderGroup {
    /// The index of its first column.
    first: usize,
    seen: KeyFilter,
    may_repeat: bool,
    /// The object is the content of a variant; the variant is the column before `first`.
    is_variant: bool,
}

impl Table {
    /// Begins the first member of an array.
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

    /// Records that a row cannot contain the value that begins here, and returns the error.
    #[cold]
    pub(super) fn refuse_rows(&mut self) -> Error {
        self.has_no_rows |= self.is_first;
        changed_error()
    }

    /// Begins an object of the first row.
    pub(super) fn begin_group(&mut self, is_variant: bool) -> HeaderGroup {
        if self.columns.capacity() == 0 {
            self.columns = Vec::with_capacity(16);
            self.header = String::with_capacity(128);
        }
        self.header.push('{');
        HeaderGroup {
            first: self.columns.len(),
            seen: KeyFilter::default(),
            may_repeat: false,
            is_variant,
        }
    }

    pub(super) fn end_group(&mut self, group: HeaderGroup) -> Result<(), Error> {
        if self.columns.len() == group.first {
            return Err(self.refuse_rows());
        }
        if group.may_repeat && !self.is_distinct(group.first) {
            return Err(changed_error());
        }
        self.header.push('}');
        if group.is_variant {
            self.header.push('}');
            self.end_column(group.first.saturating_sub(1));
        }
        Ok(())
    }

    /// Begins a field of the first row, and returns its column, which `end_column` takes.
    pub(super) fn begin_column(
        &mut self,
        group: &mut HeaderGroup,
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
        self.columns.push(TableColumn { name, after });
        column
    }

    pub(super) fn end_column(&mut self, column: usize) {
        let after = self.columns.len();
        if let Some(column) = self.columns.get_mut(column) {
            column.after = after;
        }
    }

    /// Returns true if the object with the columns from `first` on has no key twice.
    #[cold]
    fn is_distinct(&self, first: usize) -> bool {
        let after = |&at: &usize| self.columns.get(at).map(|column| column.after);
        let own = std::iter::successors(Some(first), after);
        let own = own.map_while(|at| self.columns.get(at));
        let mut names: Vec<&str> = own.map(|column| self.names.text(column.name)).collect();
        names.sort_unstable();
        names.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Begins the fields of the next row.
    #[inline]
    pub(super) fn begin_row(&mut self) {
        self.at = 0;
    }

    /// Advances to the next column, which must have this name, and returns the index after it.
    #[inline]
    pub(super) fn next_column(&mut self, key: Key<'_>) -> Result<usize, Error> {
        match self.columns.get(self.at) {
            Some(column) if self.names.matches(column.name, key) => {
                self.at += 1;
                Ok(column.after)
            }
            _ => Err(changed_error()),
        }
    }

    /// Returns an error unless all columns up to this one were written.
    #[inline]
    pub(super) fn end_checked(&self, column: usize) -> Result<(), Error> {
        if self.at == column {
            Ok(())
        } else {
            Err(changed_error())
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

    /// Returns true if the columns are known from a first row, and not from a plan.
    #[inline]
    pub(super) fn is_checked(&self) -> bool {
        self.is_straight() && !self.straight.table.is_first
    }

    /// Returns true if a row has all columns, or if a plan guarantees it.
    #[inline]
    pub(super) fn is_row_complete(&self) -> bool {
        let table = &self.straight.table;
        !self.is_straight() || table.at == table.columns.len()
    }

    /// Inserts the header before the first row, which begins at `start`.
    pub(super) fn insert_header(&mut self, start: usize, level: u16) {
        let header = &mut self.straight.table.header;
        header.push(':');
        super::text::push_line(header, self.indent, level);
        self.out.insert_str(start, header);
    }
}
