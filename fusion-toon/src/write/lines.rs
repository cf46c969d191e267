//! The fields of an object on lines of their own: the separators before and after each key.

use super::{
    Place, Text,
    text::{LEAD, push_line},
};
use crate::text;

/// Fields on lines of their own.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    level: u16,
    next: LeadingSeparator,
}

/// The separator before the next field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeadingSeparator {
    Line,
    /// Nothing, before the first field of a document.
    Nothing,
    /// A space, before the first field after the hyphen of a list item.
    Space,
}

impl Lines {
    #[inline]
    pub(super) fn begin(text: &mut Text<'_>, place: Place) -> Self {
        let (level, next) = match place {
            Place::Field { level } => {
                text.take_back_lead();
                text.out.push(':');
                (level + 1, LeadingSeparator::Line)
            }
            Place::Item { level } => {
                text.out.push('-');
                (level + 1, LeadingSeparator::Space)
            }
            _ => (0, LeadingSeparator::Nothing),
        };
        Self { level, next }
    }

    pub(super) fn level(self) -> u16 {
        self.level
    }

    /// Writes a key, and returns the position of its value.
    #[inline]
    pub(super) fn key(&mut self, text: &mut Text<'_>, key: &str) -> Place {
        self.push_separator(text);
        self.push_key(text, key)
    }

    /// Writes the separator before the next key.
    #[inline(always)]
    pub(super) fn push_separator(&mut self, text: &mut Text<'_>) {
        match self.next {
            LeadingSeparator::Line => push_line(&mut text.out, text.indent, self.level),
            LeadingSeparator::Nothing => {}
            LeadingSeparator::Space => text.out.push(' '),
        }
        self.next = LeadingSeparator::Line;
    }

    /// Writes a key without its separator, and returns the position of its value.
    #[inline(always)]
    pub(super) fn push_key(self, text: &mut Text<'_>, key: &str) -> Place {
        text::push_key(&mut text.out, key);
        text.out.push_str(LEAD);
        Place::Field { level: self.level }
    }
}
