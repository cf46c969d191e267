//! Writes without a first pass, as far as that is possible: objects line by line, arrays of cells,
//! lists, and tables whose rows match the first row, which determines the columns while it is
//! written.
//!
//! It returns an error for all values whose layout is known only at their end: keyed tables, rows
//! that differ, a key given twice. The caller then runs both passes.

use serde::Serialize;

use super::{
    Members, Place, Text, Write, array::OPEN, lines::Lines, table::Table, text::changed_error,
};
use crate::{error::Error, name::KeyFilter, options::Options};

/// Returns the text of a value, or `None` if the value takes two passes or cannot be written.
pub(crate) fn write_straight<T: Serialize + ?Sized>(value: &T, options: Options) -> Option<String> {
    let mut text = Text::new(options, None, None);
    value.serialize(Write::new(&mut text, Place::Root)).ok()?;
    text.finish().ok()
}

/// The state of a document that is written without a plan.
#[derive(Default)]
pub(super) struct StraightState {
    pub(super) table: Table,
    /// The buffer for the ranges of the keys of an object.
    keys: Vec<(usize, usize)>,
    /// The number of bytes of the text that were read again.
    reread: usize,
}

impl Text<'_> {
    /// Determines the layout of an array by its first member, and writes that member unless the
    /// layout is a list.
    pub(super) fn begin_members<T: Serialize + ?Sized>(
        &mut self,
        first: &T,
        place: Place,
        len: usize,
    ) -> Result<Members, Error> {
        if len != OPEN {
            self.push_len(len, false);
        }
        let start = self.out.len();
        self.cells = 0;
        let depth = self.depth;
        self.straight.table.begin();
        let done = first.serialize(Write::new(self, Place::First));
        let table = &mut self.straight.table;
        table.end_first_row();
        if table.has_no_rows {
            self.out.truncate(start);
            self.depth = depth;
        } else {
            done?;
            if table.is_empty() {
                return Ok(Members::Inline);
            }
            if !matches!(place, Place::Item { .. }) {
                let level = place.inner_level();
                self.insert_header(start, level);
                let cells = self.cells;
                return Ok(Members::Rows { level, cells });
            }
            self.out.truncate(start);
        }
        self.out.push(':');
        let level = place.inner_level();
        Ok(Members::List { level })
    }
}

/// An object whose fields are on lines of their own.
#[derive(Clone, Copy)]
pub(super) struct StraightObject {
    lines: Lines,
    /// The offset of the object's text, including the separator before its first key.
    start: usize,
    seen: KeyFilter,
    /// A key may have occurred twice.
    may_repeat: bool,
    rows: KeyedRows,
}

/// The state of the check that an object is a keyed table: that all its values are objects with
/// fields.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyedRows {
    None,
    One,
    Mixed,
}

impl StraightObject {
    #[inline]
    pub(super) fn begin(text: &mut Text<'_>, place: Place) -> Self {
        let lines = Lines::begin(text, place);
        Self {
            start: text.out.len(),
            lines,
            seen: KeyFilter::default(),
            may_repeat: false,
            rows: match place {
                Place::Item { .. } => KeyedRows::Mixed,
                _ => KeyedRows::None,
            },
        }
    }

    /// Writes a key, and returns the position of its value.
    #[inline(never)]
    pub(super) fn key(&mut self, text: &mut Text<'_>, key: &str) -> Place {
        self.lines.push_separator(text);
        self.may_repeat |= self.seen.add(key);
        self.lines.push_key(text, key)
    }

    #[inline]
    pub(super) fn field<T: Serialize + ?Sized>(
        &mut self,
        text: &mut Text<'_>,
        key: &str,
        value: &T,
    ) -> Result<(), Error> {
        let place = self.key(text, key);
        let start = text.out.len();
        value.serialize(Write::new(text, place))?;
        self.end_value(text, start)
    }

    /// Inspects the value that was written after a key, from `start` on.
    #[inline]
    fn end_value(&mut self, text: &Text<'_>, start: usize) -> Result<(), Error> {
        if self.rows == KeyedRows::Mixed {
            return Ok(());
        }
        // Only the value of an object with fields begins on a new line.
        let is_row = text.out.as_bytes().get(start - 2..start) == Some(b":\n");
        self.rows = match self.rows {
            KeyedRows::None if is_row => KeyedRows::One,
            KeyedRows::One if is_row => return Err(changed_error()),
            _ => KeyedRows::Mixed,
        };
        Ok(())
    }

    #[inline]
    pub(super) fn end(&self, text: &mut Text<'_>) -> Result<(), Error> {
        if self.may_repeat {
            text.check_keys(self.start, self.lines)?;
        }
        Ok(())
    }
}

/// At most this multiple of its own length is read again of a text, so that the time stays linear.
const REREADS: usize = 4;

impl Text<'_> {
    /// Returns an error if a key of the object occurs twice. The keys are read from the text of the
    /// object: they are at the start of its lines, and nested lines are indented more.
    #[cold]
    fn check_keys(&mut self, start: usize, lines: Lines) -> Result<(), Error> {
        let indent = self.indentation(lines.level());
        let (text, straight) = (&self.out, &mut self.straight);
        straight.reread += text.len() - start;
        if straight.reread > text.len().saturating_mul(REREADS) {
            return Err(changed_error());
        }
        let mut at = start;
        straight.keys.clear();
        for (index, line) in text[start..].split('\n').enumerate() {
            // The first key follows nothing or the space after a hyphen; each other key follows a
            // newline.
            let skip = if index == 0 {
                usize::from(line.starts_with(' '))
            } else {
                indent
            };
            if let Some(key) = line.get(skip..).and_then(written_key) {
                straight.keys.push((at + skip, at + skip + key.len()));
            }
            at += line.len() + 1;
        }
        let key = |&(start, end): &(usize, usize)| &text[start..end];
        straight.keys.sort_unstable_by_key(key);
        let repeated = straight
            .keys
            .windows(2)
            .any(|pair| key(&pair[0]) == key(&pair[1]));
        if repeated {
            Err(changed_error())
        } else {
            Ok(())
        }
    }
}

/// Returns the key at the start of a line, unless the line is indented further.
fn written_key(line: &str) -> Option<&str> {
    let mut is_escaped = false;
    let len = match line.as_bytes() {
        [] | [b' ', ..] => return None,
        [b'"', quoted @ ..] => {
            let ends = |&byte: &u8| {
                let ends = byte == b'"' && !is_escaped;
                is_escaped = byte == b'\\' && !is_escaped;
                ends
            };
            2 + quoted.iter().position(ends)?
        }
        bare => bare.iter().position(|byte| matches!(byte, b':' | b'['))?,
    };
    line.get(..len)
}
