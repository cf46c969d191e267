//! The fields of an object on lines of their own: what stands before and after each key.

use super::{
    Place, Text,
    text::{LEAD, push_line},
};
use crate::text;

/// Fields on lines of their own.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    level: u16,
    next: Next,
}

/// What stands before the next field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Line,
    /// The first one of a document.
    Nothing,
    /// The first one after the hyphen of a list item.
    Space,
}

impl Lines {
    #[inline]
    pub(super) fn begin(text: &mut Text<'_>, place: Place) -> Self {
        let (level, next) = match place {
            Place::Field { level } => {
                text.take_back_lead();
                text.out.push(':');
                (level + 1, Next::Line)
            }
            Place::Item { level } => {
                text.out.push('-');
                (level + 1, Next::Space)
            }
            _ => (0, Next::Nothing),
        };
        Self { level, next }
    }

    pub(super) fn level(self) -> u16 {
        self.level
    }

    /// Writes a key, and tells where its value stands.
    #[inline]
    pub(super) fn key(&mut self, text: &mut Text<'_>, key: &str) -> Place {
        self.next(text);
        self.push_key(text, key)
    }

    /// Writes what stands before the next key.
    #[inline(always)]
    pub(super) fn next(&mut self, text: &mut Text<'_>) {
        match self.next {
            Next::Line => push_line(&mut text.out, text.indent, self.level),
            Next::Nothing => {}
            Next::Space => text.out.push(' '),
        }
        self.next = Next::Line;
    }

    /// Writes the key itself.
    #[inline(always)]
    pub(super) fn push_key(self, text: &mut Text<'_>, key: &str) -> Place {
        text::push_key(&mut text.out, key);
        text.out.push_str(LEAD);
        Place::Field { level: self.level }
    }
}
