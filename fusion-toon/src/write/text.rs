//! The text as it grows, and the place in the plan that it has reached.

use std::io;

use crate::{
    error::{Error, ErrorKind},
    options::{Delimiter, Options},
    plan::{Form, Plan},
    shapes::{Field, Shape, Shapes},
    text,
};

use super::{Place, loose::Columns, straight::Straight};

/// What most lines begin with, to be cut at their indentation: a copy of a fixed length takes no
/// call, and is half as long as one of the right length.
const LINE: &str = "\n               ";

/// How much is gathered for a sink.
const CHUNK: usize = 64 * 1024;

pub(super) struct Text<'p> {
    pub(super) out: String,
    pub(super) forces_quotes: u8,
    /// Cells in this line so far.
    pub(super) cells: usize,
    pub(super) plan: &'p Plan,
    /// Containers begun so far.
    pub(super) containers: usize,
    /// Forms used so far.
    forms: usize,
    raws: usize,
    pub(super) columns: Columns<'p>,
    /// The columns of a header still to be written, the next one last.
    header: Vec<Field<'p>>,
    /// Room for a row while its cells are put in order.
    pub(super) scratch: String,
    /// Room for what a value displays.
    pub(super) shown: String,
    /// There is no plan.
    pub(super) straight: Option<Straight>,
    delimiter: Delimiter,
    indent: usize,
    sink: Option<&'p mut dyn io::Write>,
    flush_at: usize,
}

impl<'p> Text<'p> {
    pub(super) fn new(
        options: Options,
        plan: &'p Plan,
        sink: Option<&'p mut dyn io::Write>,
    ) -> Self {
        Self {
            out: String::with_capacity(256),
            forces_quotes: text::forces_quotes(options.delimiter),
            cells: 0,
            plan,
            containers: 0,
            forms: 0,
            raws: 0,
            columns: Columns::default(),
            header: Vec::new(),
            scratch: String::new(),
            shown: String::new(),
            straight: None,
            delimiter: options.delimiter,
            indent: usize::from(options.indent.max(1)),
            flush_at: if sink.is_some() { CHUNK } else { usize::MAX },
            sink,
        }
    }

    /// The finished text; nothing is left of it when there is a sink.
    pub(super) fn finish(mut self) -> Result<String, Error> {
        self.flush()?;
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

    /// Begins a line, indented to `level`.
    #[inline]
    pub(super) fn line(&mut self, level: u16) -> Result<(), Error> {
        if self.out.len() >= self.flush_at {
            self.flush()?;
        }
        let end = self.out.len() + 1 + usize::from(level) * self.indent;
        self.out.push_str(LINE);
        match end.checked_sub(self.out.len()) {
            None => self.out.truncate(end),
            Some(more) => self.push_spaces(more),
        }
        Ok(())
    }

    #[cold]
    fn push_spaces(&mut self, count: usize) {
        self.out.extend(std::iter::repeat_n(' ', count));
    }

    /// Puts the delimiter before each cell of a line but the first.
    #[inline]
    pub(super) fn next_cell(&mut self) {
        if self.cells > 0 {
            self.out.push(self.delimiter.as_char());
        }
        self.cells += 1;
    }

    /// `[3]`, `[3|]`, `[3:]`.
    pub(super) fn push_len(&mut self, len: usize, keyed: bool) {
        self.out.push('[');
        self.out.push_str(itoa::Buffer::new().format(len));
        if keyed {
            self.out.push(':');
        }
        if self.delimiter != Delimiter::Comma {
            self.out.push(self.delimiter.as_char());
        }
        self.out.push(']');
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

    /// `{id,customer{name,country}}`.
    pub(super) fn push_columns(&mut self, row: Shape) {
        let shapes: &'p Shapes = &self.plan.shapes;
        let below = self.header.len();
        self.header.extend(shapes.fields(row));
        self.out.push('{');
        while self.header.len() > below
            && let Some(field) = self.header.pop()
        {
            text::push_key(&mut self.out, field.name);
            if field.value.is_row() {
                self.push_columns(field.value);
            }
            if self.header.len() > below {
                self.out.push(self.delimiter.as_char());
            }
        }
        self.out.push('}');
    }

    /// Counts a container, and gives its form if it has one.
    #[inline]
    pub(super) fn next_form(&mut self) -> Option<Form> {
        let ordinal = self.containers;
        self.containers += 1;
        let form = self.plan.forms.get(self.forms)?;
        if form.ordinal != ordinal {
            return None;
        }
        self.forms += 1;
        Some(*form)
    }

    /// The next parsed raw value.
    pub(super) fn next_raw(&mut self) -> Result<&'p serde_json::Value, Error> {
        let raw = self.plan.raws.get(self.raws);
        self.raws += 1;
        raw.ok_or_else(changed)
    }

    pub(super) fn delimiter(&self) -> char {
        self.delimiter.as_char()
    }
}

/// The value is not what it was in the first pass.
#[cold]
pub(super) fn changed() -> Error {
    Error::new(ErrorKind::Changed)
}
