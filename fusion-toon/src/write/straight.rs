//! Writing without a first pass, as far as that goes: objects line by line, arrays of cells, lists,
//! and tables whose rows are like the first one, which tells the columns while it is written.
//!
//! It gives up, with any error at all, on what can only be known at the end of a value: keyed
//! tables, rows that differ, a key given twice. Then both passes run.

use serde::Serialize;

use super::{Members, Place, Text, Write, array::OPEN, lines::Lines, table::Table, text::changed};
use crate::{error::Error, name::Seen, options::Options};

/// The text of a value; `None` when it takes two passes, or cannot be written.
pub(crate) fn write_straight<T: Serialize + ?Sized>(value: &T, options: Options) -> Option<String> {
    let mut text = Text::new(options, None, None);
    value.serialize(Write::new(&mut text, Place::Root)).ok()?;
    text.finish().ok()
}

/// What is kept while there is no plan.
#[derive(Default)]
pub(super) struct Straight {
    pub(super) table: Table,
    /// Room for the places of the keys of an object.
    keys: Vec<(usize, usize)>,
    /// How much of the text was read once more.
    reread: usize,
}

impl Text<'_> {
    /// Tells by the first member of an array how all are written, and writes it unless that is in
    /// a list.
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
                let level = place.inside();
                self.insert_header(start, level);
                let cells = self.cells;
                return Ok(Members::Rows { level, cells });
            }
            self.out.truncate(start);
        }
        self.out.push(':');
        let level = place.inside();
        Ok(Members::List { level })
    }
}

/// An object whose fields stand on lines.
#[derive(Clone, Copy)]
pub(super) struct Object {
    lines: Lines,
    /// Its text begins here, with what stands before its first key.
    start: usize,
    seen: Seen,
    /// A key may have come twice.
    may_repeat: bool,
    rows: Rows,
}

/// Whether an object can be a keyed table: whether all its values are objects with fields.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    None,
    One,
    Mixed,
}

impl Object {
    #[inline]
    pub(super) fn begin(text: &mut Text<'_>, place: Place) -> Self {
        let lines = Lines::begin(text, place);
        Self {
            start: text.out.len(),
            lines,
            seen: Seen::default(),
            may_repeat: false,
            rows: match place {
                Place::Item { .. } => Rows::Mixed,
                _ => Rows::None,
            },
        }
    }

    /// Writes a key, and tells where its value stands.
    #[inline(never)]
    pub(super) fn key(&mut self, text: &mut Text<'_>, key: &str) -> Place {
        self.lines.next(text);
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

    /// Looks at the value that was written after a key, from `start` on.
    #[inline]
    fn end_value(&mut self, text: &Text<'_>, start: usize) -> Result<(), Error> {
        if self.rows == Rows::Mixed {
            return Ok(());
        }
        // Only the value of an object with fields begins on a line of its own.
        let is_row = text.out.as_bytes().get(start - 2..start) == Some(b":\n");
        self.rows = match self.rows {
            Rows::None if is_row => Rows::One,
            Rows::One if is_row => return Err(changed()),
            _ => Rows::Mixed,
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

/// So many times its own length is a text read again at most, so that the time stays linear.
const REREADS: usize = 4;

impl Text<'_> {
    /// Refuses an object of which a key came twice. Its own text tells the keys: they stand where
    /// its lines begin, and what is inside of it is indented more.
    #[cold]
    fn check_keys(&mut self, start: usize, lines: Lines) -> Result<(), Error> {
        let indent = self.indentation(lines.level());
        let (text, straight) = (&self.out, &mut self.straight);
        straight.reread += text.len() - start;
        if straight.reread > text.len().saturating_mul(REREADS) {
            return Err(changed());
        }
        let mut at = start;
        straight.keys.clear();
        for (index, line) in text[start..].split('\n').enumerate() {
            // Before the first key is nothing, the space after a hyphen, or the end of a line.
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
        if repeated { Err(changed()) } else { Ok(()) }
    }
}

/// The key that a line begins with, if it is indented no further.
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
