//! Values that fit into a cell: strings, numbers, booleans and null.

use std::fmt::{Display, Write as _};

use serde::Serialize;
use serde_json::Value;

use super::{Place, Text, Write, text::changed_error};
use crate::{error::Error, number, text};

impl Text<'_> {
    /// Writes the prefix of a value that fits into a cell.
    #[inline]
    pub(super) fn lead(&mut self, place: Place) -> Result<(), Error> {
        match place {
            Place::Root | Place::Field { .. } => Ok(()),
            Place::Cell => {
                self.next_cell();
                Ok(())
            }
            _ => self.lead_other(place),
        }
    }

    fn lead_other(&mut self, place: Place) -> Result<(), Error> {
        match place {
            Place::First => {
                self.out.push_str(": ");
                self.cells = 1;
            }
            Place::Item { .. } => self.out.push_str("- "),
            Place::Slot(column) => self.begin_slot(column)?,
            // The first pass found an object at this position.
            _ => return Err(changed_error()),
        }
        Ok(())
    }

    /// Writes a value that is no container, after its prefix. This is faster than the `Serialize`
    /// of `Value`.
    pub(super) fn push_leaf(&mut self, value: &Value) -> Result<(), Error> {
        match value {
            Value::String(text) => text::push_str(&mut self.out, text, self.forces_quotes),
            Value::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Value::Null => self.out.push_str("null"),
            Value::Number(number) => {
                if let Some(integer) = number.as_u64() {
                    self.out.push_str(itoa::Buffer::new().format(integer));
                } else {
                    // The calls that a `Number` makes depend on the features of `serde_json`.
                    number.serialize(Write::new(self, Place::Root))?;
                }
            }
            Value::Array(_) | Value::Object(_) => {
                return value.serialize(Write::new(self, Place::Root));
            }
        }
        Ok(())
    }
}

impl Write<'_, '_> {
    #[inline]
    pub(super) fn literal(self, word: &str) -> Result<(), Error> {
        self.text.lead(self.place)?;
        self.text.out.push_str(word);
        Ok(())
    }

    #[inline]
    pub(super) fn integer(self, value: impl itoa::Integer) -> Result<(), Error> {
        self.text.lead(self.place)?;
        self.text.out.push_str(itoa::Buffer::new().format(value));
        Ok(())
    }

    #[inline]
    pub(super) fn float(self, value: f64) -> Result<(), Error> {
        if !value.is_finite() {
            return self.literal("null");
        }
        self.text.lead(self.place)?;
        number::push_f64(&mut self.text.out, value);
        Ok(())
    }

    #[inline]
    pub(super) fn string(self, value: &str) -> Result<(), Error> {
        let Self { text, place, .. } = self;
        text.lead(place)?;
        // A decoder would drop a byte order mark at the start of the document.
        if matches!(place, Place::Root) && value.starts_with('\u{FEFF}') {
            text::push_quoted(&mut text.out, value);
        } else {
            text::push_str(&mut text.out, value, text.forces_quotes);
        }
        Ok(())
    }

    /// Writes the `Display` text of a value, without allocating a string for it.
    pub(super) fn display<T: Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        let mut shown = std::mem::take(&mut self.text.shown);
        shown.clear();
        write!(shown, "{value}").map_err(serde::ser::Error::custom)?;
        let text = &mut *self.text;
        let write = Write::new(text, self.place);
        write.string(&shown)?;
        self.text.shown = shown;
        Ok(())
    }
}
