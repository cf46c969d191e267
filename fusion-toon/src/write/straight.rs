//! Writing without a first pass, as far as that goes: objects line by line, arrays of cells, lists,
//! and tables whose rows are like the first one, which alone is looked at beforehand.
//!
//! It gives up, with any error at all, on what can only be known at the end of a value: keyed
//! tables, rows that differ, an array without a length, a key given twice. Then both passes run.

use serde::Serialize;

use super::{Members, Place, Text, Write, text::changed};
use crate::{
    depth::Depth,
    error::Error,
    options::Options,
    plan::Plan,
    scan::scan_row,
    shapes::{Key, Shape, Shapes},
    text,
};

/// The text of a value; `None` when it takes two passes, or cannot be written.
pub(crate) fn write_straight<T: Serialize + ?Sized>(value: &T, options: Options) -> Option<String> {
    let plan = Plan::none();
    let mut text = Text::new(options, &plan, None);
    text.straight = Some(Straight {
        keys: Vec::with_capacity(16),
        ..Straight::default()
    });
    let write = Write::new(&mut text, Place::Root, Depth::new(options));
    value.serialize(write).ok()?;
    text.finish().ok()
}

/// The table that is being written.
#[derive(Default)]
pub(super) struct Straight {
    /// Knows the first rows of all tables so far.
    first: Option<Plan>,
    columns: Vec<Column>,
    /// The column that comes next in this row.
    at: usize,
    /// The edges of a row still to be made columns, the next one last.
    edges: Vec<Shape>,
    /// Where the keys stand in the text that came so far in the objects around this place.
    keys: Vec<(usize, usize)>,
}

/// A cell, or an object whose fields are the columns that follow.
struct Column {
    name: Shape,
    /// The first column after it.
    after: usize,
}

impl Straight {
    fn push_columns(&mut self, out: &mut String, delimiter: char, shapes: &Shapes, row: Shape) {
        let below = self.edges.len();
        self.edges.extend(shapes.way(row));
        out.push('{');
        while self.edges.len() > below
            && let Some(edge) = self.edges.pop()
        {
            let field = shapes.field(edge);
            text::push_key(out, field.name);
            let at = self.columns.len();
            self.columns.push(Column {
                name: edge,
                after: at + 1,
            });
            if field.value.is_row() {
                self.push_columns(out, delimiter, shapes, field.value);
                let after = self.columns.len();
                if let Some(column) = self.columns.get_mut(at) {
                    column.after = after;
                }
            }
            if self.edges.len() > below {
                out.push(delimiter);
            }
        }
        out.push('}');
    }
}

impl Text<'_> {
    /// Looks at the first member of an array, writes the header, and tells how all are written.
    pub(super) fn begin_members<T: Serialize + ?Sized>(
        &mut self,
        first: &T,
        place: Place,
        len: usize,
        depth: Depth,
    ) -> Result<Members, Error> {
        let mut straight = self.straight.take().ok_or_else(changed)?;
        let mut plan = straight.first.take().unwrap_or_else(Plan::new);
        let row = scan_row(first, &mut plan, depth);
        let level = place.inside();
        self.push_len(len, false);
        let members = match row {
            Some(Shape::CELL) => Members::Inline,
            Some(row) if row.is_row() && !matches!(place, Place::Item { .. }) => {
                straight.columns.clear();
                let delimiter = self.delimiter();
                straight.push_columns(&mut self.out, delimiter, &plan.shapes, row);
                let cells = plan.shapes.cells(row);
                Members::Rows { level, cells }
            }
            _ => Members::List { level },
        };
        self.out.push(':');
        if let Members::Inline = members {
            self.out.push(' ');
            self.cells = 0;
        }
        straight.first = Some(plan);
        self.straight = Some(straight);
        Ok(members)
    }

    /// The fields of the next row come.
    #[inline]
    pub(super) fn begin_row(&mut self) {
        if let Some(straight) = &mut self.straight {
            straight.at = 0;
        }
    }

    /// Whether the row had all columns.
    #[inline]
    pub(super) fn is_row_whole(&self) -> bool {
        let straight = self.straight.as_ref();
        straight.is_none_or(|straight| straight.at == straight.columns.len())
    }

    /// Goes to the next column, which must be of this name, and tells where it ends.
    #[inline]
    pub(super) fn next_column(&mut self, key: Key<'_>) -> Result<usize, Error> {
        let straight = self.straight.as_mut();
        if let Some(Straight {
            first, columns, at, ..
        }) = straight
            && let (Some(column), Some(plan)) = (columns.get(*at), first)
            && plan.shapes.is_named(column.name, key)
        {
            *at += 1;
            return Ok(column.after);
        }
        Err(changed())
    }

    /// Whether the columns up to this one were written.
    #[inline]
    pub(super) fn is_at_column(&self, column: usize) -> bool {
        let straight = self.straight.as_ref();
        straight.is_some_and(|straight| straight.at == column)
    }
}

/// So many keys are compared with each other.
const FEW: usize = 32;

/// What is known of an object whose fields stand on lines.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// A bit for each key so far, by a hash of it.
    bits: u64,
    /// Its keys begin here in `Straight::keys`.
    first: usize,
    /// All values so far were objects with fields: it can be a keyed table.
    has_rows_only: bool,
}

impl Text<'_> {
    #[inline]
    pub(super) fn begin_lines(&self, place: Place) -> Seen {
        Seen {
            bits: 0,
            first: self
                .straight
                .as_ref()
                .map_or(0, |straight| straight.keys.len()),
            has_rows_only: !matches!(place, Place::Item { .. }),
        }
    }

    /// Writes a key; refuses one that came before.
    #[inline]
    pub(super) fn next_key(&mut self, seen: &mut Seen, key: &str) -> Result<(), Error> {
        let start = self.out.len();
        text::push_key(&mut self.out, key);
        let Some(straight) = &mut self.straight else {
            return Err(changed());
        };
        let bit = bit_of(key.as_bytes());
        if seen.bits & bit != 0 && !straight.is_new(&self.out, start, *seen) {
            return Err(changed());
        }
        seen.bits |= bit;
        straight.keys.push((start, self.out.len()));
        Ok(())
    }

    /// Looks at the value that was written after a key, from `start` on.
    #[inline]
    pub(super) fn end_value(&mut self, seen: &mut Seen, start: usize) -> Result<(), Error> {
        if !seen.has_rows_only {
            return Ok(());
        }
        // Only the value of an object with fields begins on a line of its own.
        seen.has_rows_only = self.out.as_bytes().get(start..start + 2) == Some(b":\n");
        let keys = self
            .straight
            .as_ref()
            .map_or(0, |straight| straight.keys.len());
        if seen.has_rows_only && keys > seen.first + 1 {
            return Err(changed());
        }
        Ok(())
    }

    #[inline]
    pub(super) fn end_lines(&mut self, seen: Seen) {
        if let Some(straight) = &mut self.straight {
            straight.keys.truncate(seen.first);
        }
    }
}

impl Straight {
    /// Whether the key at the end of the text is none of the others, as far as they are few.
    #[cold]
    fn is_new(&self, out: &str, start: usize, seen: Seen) -> bool {
        let keys = self.keys.get(seen.first..).unwrap_or_default();
        let key = out.as_bytes().get(start..);
        let came = |&(start, end): &(usize, usize)| out.as_bytes().get(start..end) == key;
        keys.len() <= FEW && !keys.iter().any(came)
    }
}

/// One of 64 bits, by four bytes of a key at most: its length tells many apart already.
#[inline]
fn bit_of(key: &[u8]) -> u64 {
    let at = |index: usize| key.get(index).map_or(0, |&b| usize::from(b));
    let last = key.len().wrapping_sub(1);
    let mixed = key.len() + at(0) * 3 + at(key.len() / 2) * 5 + at(last) * 7;
    1 << (mixed % 64)
}
