//! The fields of an object on lines of their own: what stands before each key.

use super::{Place, Text};
use crate::{error::Error, text};

/// Fields on lines of their own.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    level: u16,
    first: First,
}

/// What stands before the first field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    /// Nothing: it begins the document.
    Root,
    /// The hyphen of a list item.
    Hyphen,
    /// The `:` of the key above, and a new line.
    Colon,
    /// It was written already.
    Done,
}

impl Lines {
    #[inline]
    pub(super) fn begin(text: &mut Text<'_>, place: Place) -> Self {
        let (level, first) = match place {
            Place::Field { level } => {
                text.out.push(':');
                (level + 1, First::Colon)
            }
            Place::Item { level } => {
                text.out.push('-');
                (level + 1, First::Hyphen)
            }
            _ => (0, First::Root),
        };
        Self { level, first }
    }

    /// Writes a key, and tells where its value stands.
    #[inline]
    pub(super) fn key(&mut self, text: &mut Text<'_>, key: &str) -> Result<Place, Error> {
        let place = self.next(text)?;
        text::push_key(&mut text.out, key);
        Ok(place)
    }

    /// Writes what stands before the next key, and tells where its value stands.
    #[inline]
    pub(super) fn next(&mut self, text: &mut Text<'_>) -> Result<Place, Error> {
        let Self { level, first } = *self;
        match first {
            First::Done | First::Colon => text.line(level)?,
            First::Hyphen => text.out.push(' '),
            First::Root => {}
        }
        self.first = First::Done;
        Ok(Place::Field { level })
    }
}
