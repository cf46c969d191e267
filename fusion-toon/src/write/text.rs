//! The text that is being written, and the position in the plan.

use std::io;

use crate::{
    depth::Depth,
    error::{Error, ErrorKind},
    options::{Delimiter, Options},
    plan::{Form, Plan},
    shapes::{Field, Shape, Shapes},
    text,
};

use super::{Place, loose::LooseColumns, straight::StraightState};

/// The start of most lines, which is truncated to the indentation. A copy of a fixed length needs
/// no call, and takes half the time of a copy of the exact length.
const LINE: &str = "\n               ";

/// The separator between a key and a cell. It is written with the key, because a cell follows most
/// keys, and removed otherwise.
pub(super) const LEAD: &str = ": ";

/// The number of bytes that are buffered for a sink.
const CHUNK: usize = 64 * 1024;

pub(super) struct Text<'p> {
    pub(super) out: String,
    /// The depth of the value that is being written.
    pub(super) depth: Depth,
    pub(super) forces_quotes: u8,
    /// The number of cells in this line so far.
    pub(super) cells: usize,
    /// The result of the first pass, if there was one.
    plan: Option<&'p Plan>,
    /// The number of containers begun so far.
    pub(super) containers: usize,
    /// The number of forms used so far.
    forms: usize,
    raws: usize,
    /// The number of entries of a keyed table still to come. One counter is enough, because tables
    /// contain no tables.
    pub(super) entries: usize,
    /// The number of containers up to the end of a table.
    pub(super) after: usize,
    /// The position of a value whose key was written by a separate call.
    pub(super) waiting: Option<Place>,
    /// The columns of a table whose rows have other orders.
    pub(super) columns: Option<Box<LooseColumns<'p>>>,
    /// The columns of a header still to be written, in reverse order.
    header: Vec<Field<'p>>,
    /// The buffer for the `Display` text of a value.
    pub(super) shown: String,
    /// The state of a document without a plan.
    pub(super) straight: StraightState,
    delimiter: Delimiter,
    pub(super) indent: usize,
    sink: Option<&'p mut dyn io::Write>,
    flush_at: usize,
}

impl<'p> Text<'p> {
    pub(super) fn new(
        options: Options,
        plan: Option<&'p Plan>,
        sink: Option<&'p mut dyn io::Write>,
    ) -> Self {
        Self {
            out: String::with_capacity(256),
            depth: Depth::new(options),
            forces_quotes: text::forces_quotes(options.delimiter),
            cells: 0,
            plan,
            containers: 0,
            forms: 0,
            raws: 0,
            entries: 0,
            after: 0,
            waiting: None,
            columns: None,
            header: Vec::new(),
            shown: String::new(),
            straight: StraightState::default(),
            delimiter: options.delimiter,
            indent: usize::from(options.indent.max(1)),
            flush_at: if sink.is_some() { CHUNK } else { usize::MAX },
            sink,
        }
    }

    /// Returns the finished text, which is empty if there is a sink.
    pub(super) fn finish(mut self) -> Result<String, Error> {
        if self.sink.is_some() {
            self.flush()?;
        }
        Ok(self.out)
    }

    #[cold]
    fn flush(&mut self) -> Result<(), Error> {
        let Some(sink) = &mut self.sink else {
            return Ok(());
        };
        let written = sink.write_all(self.out.as_bytes());
        self.out.clear();
        written.map_err(|source| Error::new(ErrorKind::Io(source)))
    }

    #[inline]
    pub(super) fn flush_full(&mut self) -> Result<(), Error> {
        if self.out.len() >= self.flush_at {
            self.flush()?;
        }
        Ok(())
    }

    /// Enters one more object or array, and returns the depth around it, to be restored at its end.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<Depth, Error> {
        let outer = self.depth;
        self.depth = outer.enter_container()?;
        Ok(outer)
    }

    /// Removes the separator after a key whose value is no cell.
    #[inline]
    pub(super) fn take_back_lead(&mut self) {
        self.out.truncate(self.out.len().saturating_sub(LEAD.len()));
    }

    /// Begins a line, indented to `level`.
    #[inline]
    pub(super) fn line(&mut self, level: u16) -> Result<(), Error> {
        self.flush_full()?;
        push_line(&mut self.out, self.indent, level);
        Ok(())
    }

    /// Returns the number of spaces at the start of a line of this level.
    pub(super) fn indentation(&self, level: u16) -> usize {
        usize::from(level) * self.indent
    }

    /// Writes the delimiter before each cell of a line except the first.
    #[inline]
    pub(super) fn next_cell(&mut self) {
        if self.cells > 0 {
            self.delimiter.push_to(&mut self.out);
        }
        self.cells += 1;
    }

    /// Writes `[3]`, `[3|]` or `[3:]`.
    pub(super) fn push_len(&mut self, len: usize, keyed: bool) {
        self.out.push('[');
        match u32::try_from(len) {
            Ok(digit @ 0..10) => self.out.extend(char::from_digit(digit, 10)),
            _ => self.out.push_str(itoa::Buffer::new().format(len)),
        }
        if keyed {
            self.out.push(':');
        }
        if self.delimiter != Delimiter::Comma {
            self.delimiter.push_to(&mut self.out);
        }
        self.out.push(']');
    }

    /// Inserts the length of an array, which ends here, at its start.
    #[cold]
    pub(super) fn insert_len(&mut self, start: usize, len: usize) {
        let end = self.out.len();
        self.push_len(len, false);
        let pushed = self.out.split_off(end);
        self.out.insert_str(start, &pushed);
    }

    pub(super) fn push_empty_array(&mut self, place: Place) {
        match place {
            Place::Field { .. } => self.out.push_str(": []"),
            Place::Item { .. } => {
                self.push_len(0, false);
                self.out.push(':');
            }
            _ => self.out.push_str("[]"),
        }
    }

    /// Writes `{id,customer{name,country}}`.
    pub(super) fn push_columns(&mut self, shapes: &'p Shapes, row: Shape) {
        let below = self.header.len();
        self.header.extend(shapes.fields(row));
        self.out.push('{');
        while self.header.len() > below
            && let Some(field) = self.header.pop()
        {
            text::push_key(&mut self.out, field.name);
            if field.value.is_row() {
                self.push_columns(shapes, field.value);
            }
            if self.header.len() > below {
                self.delimiter.push_to(&mut self.out);
            }
        }
        self.out.push('}');
    }

    #[inline]
    pub(super) fn is_straight(&self) -> bool {
        self.plan.is_none()
    }

    /// Counts a container, and returns its form, if it has one, with the shapes of its rows.
    #[inline]
    pub(super) fn next_form(&mut self) -> Option<(Form, &'p Shapes)> {
        let ordinal = self.containers;
        self.containers += 1;
        let plan = self.plan?;
        let form = plan.forms.get(self.forms)?;
        if form.ordinal != ordinal {
            return None;
        }
        self.forms += 1;
        Some((*form, &plan.shapes))
    }

    /// Ends a keyed table.
    pub(super) fn end_entries(&mut self) -> Result<(), Error> {
        self.containers = self.after;
        if self.entries == 0 {
            Ok(())
        } else {
            Err(changed_error())
        }
    }

    /// Returns the next parsed raw value.
    pub(super) fn next_raw(&mut self) -> Result<&'p serde_json::Value, Error> {
        let plan = self.plan.ok_or_else(changed_error)?;
        let raw = plan.raws.get(self.raws);
        self.raws += 1;
        raw.ok_or_else(changed_error)
    }

    #[inline]
    pub(super) fn delimiter(&self) -> Delimiter {
        self.delimiter
    }
}

/// Begins a line, indented to `level`.
#[inline]
pub(super) fn push_line(out: &mut String, indent: usize, level: u16) {
    if level == 0 {
        return out.push('\n');
    }
    let end = out.len() + 1 + usize::from(level) * indent;
    out.push_str(LINE);
    match end.checked_sub(out.len()) {
        None => out.truncate(end),
        Some(more) => push_spaces(out, more),
    }
}

#[cold]
fn push_spaces(out: &mut String, count: usize) {
    out.extend(std::iter::repeat_n(' ', count));
}

/// The error of a value that differs from what the first pass read.
#[cold]
pub(super) fn changed_error() -> Error {
    Error::new(ErrorKind::Changed)
}
