//! Objects: fields on lines of their own, entries of a keyed table, or the cells of a row.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, SerializeStructVariant};

use super::{ArrayWrite, Place, Text, Write, fields::Fields, straight, text::changed_error};
use crate::{
    depth::Depth,
    error::{Error, ErrorKind},
    key::{at_key, with_key},
    name::Key,
    number, text,
    token::Token,
};

pub(crate) struct ObjectWrite<'t, 'p> {
    text: &'t mut Text<'p>,
    /// The depth around the object.
    outer: Depth,
    fields: Fields,
}

impl<'t, 'p> ObjectWrite<'t, 'p> {
    #[inline(always)]
    pub(super) fn begin(text: &'t mut Text<'p>, place: Place) -> Result<Self, Error> {
        let outer = text.enter()?;
        let fields = match place {
            Place::Root | Place::Field { .. } | Place::Item { .. } if text.is_straight() => {
                Fields::Straight(straight::StraightObject::begin(text, place))
            }
            Place::Cell if text.is_checked() => Fields::Checked,
            _ => Fields::begin(text, place)?,
        };
        Ok(Self {
            text,
            outer,
            fields,
        })
    }

    pub(super) fn token(text: &'t mut Text<'p>, token: Token, place: Place) -> Self {
        Self {
            outer: text.depth,
            text,
            fields: Fields::Token(token, place),
        }
    }

    /// Begins the array that is the only value of this object.
    pub(super) fn into_array(
        mut self,
        name: &str,
        len: usize,
    ) -> Result<ArrayWrite<'t, 'p>, Error> {
        let place = self.key(name)?;
        let array = ArrayWrite::begin(self.text, place, Some(len))?;
        Ok(array.with_outer(self.outer))
    }

    /// Begins the object that is the only value of this one.
    pub(super) fn into_variant(mut self, name: &'static str) -> Result<Self, Error> {
        let Fields::First(group) = &mut self.fields else {
            let place = self.key(name)?;
            let outer = self.outer;
            return Ok(Self {
                outer,
                ..Self::begin(self.text, place)?
            });
        };
        let delimiter = self.text.delimiter();
        let table = &mut self.text.straight.table;
        table.begin_column(group, Key::Static(name), delimiter);
        self.text.enter()?;
        Ok(Self {
            fields: Fields::First(self.text.straight.table.begin_group(true)),
            ..self
        })
    }

    /// Writes a field without a plan. Any error makes the caller fall back to two passes.
    #[inline]
    fn straight_field<T: Serialize + ?Sized>(
        &mut self,
        key: Key<'_>,
        value: &T,
    ) -> Result<(), Error> {
        let text = &mut *self.text;
        let done = match &mut self.fields {
            Fields::Straight(fields) => fields.field(text, key.text(), value),
            Fields::First(group) => {
                let delimiter = text.delimiter();
                let column = text.straight.table.begin_column(group, key, delimiter);
                let done = value.serialize(Write::new(text, Place::Cell));
                text.straight.table.end_column(column);
                done
            }
            _ => text.checked_field(key, value),
        };
        match done {
            Ok(()) => Ok(()),
            Err(error) => Err(self.fail(error)),
        }
    }

    /// Records that a field returned an error, so that `finish` returns one too.
    #[cold]
    fn fail(&mut self, error: Error) -> Error {
        self.fields = Fields::Failed;
        error
    }

    /// Writes a key, and returns the position of its value.
    #[inline]
    fn key(&mut self, key: &str) -> Result<Place, Error> {
        match &mut self.fields {
            Fields::Cells => Ok(Place::Cell),
            Fields::Loose(group) => {
                let group = *group;
                self.text.loose_field(group, key)
            }
            Fields::Lines(lines) => {
                self.text.flush_full()?;
                Ok(lines.key(self.text, key))
            }
            Fields::Straight(fields) => Ok(fields.key(self.text, key)),
            Fields::Checked => {
                self.text.straight.table.next_column(Key::Text(key))?;
                Ok(Place::Cell)
            }
            // The only value of the object is an array.
            Fields::First(_) => Err(self.text.straight.table.refuse_rows()),
            Fields::Entries { level, .. } | Fields::LooseEntries { level, .. } => {
                let level = *level;
                self.text.line(level)?;
                text::push_key(&mut self.text.out, key);
                self.text.out.push_str(": ");
                self.text.cells = 0;
                Ok(Place::Cell)
            }
            Fields::Token(..) => Err(changed_error()),
            Fields::Failed => Err(Error::ignored_error()),
        }
    }

    #[inline]
    fn value<T: Serialize + ?Sized>(&mut self, place: Place, value: &T) -> Result<(), Error> {
        match self.fields {
            Fields::Entries { cells, .. } => {
                value.serialize(Write::new(self.text, place))?;
                if self.text.cells != cells {
                    return Err(changed_error());
                }
                self.count_entry()
            }
            Fields::LooseEntries { columns, .. } => {
                let start = self.text.begin_loose_row()?;
                let place = Place::Loose(columns);
                value.serialize(Write::new(self.text, place))?;
                self.text.end_loose_row(start)?;
                self.count_entry()
            }
            _ => value.serialize(Write::new(self.text, place)),
        }
    }

    fn count_entry(&mut self) -> Result<(), Error> {
        let left = &mut self.text.entries;
        *left = left.checked_sub(1).ok_or_else(changed_error)?;
        Ok(())
    }

    #[inline]
    pub(super) fn field<T: Serialize + ?Sized>(
        &mut self,
        key: Key<'_>,
        value: &T,
    ) -> Result<(), Error> {
        if let Fields::Checked | Fields::First(_) | Fields::Straight(_) = self.fields {
            return self.straight_field(key, value);
        }
        let key = key.text();
        if let Fields::Cells = self.fields {
            return match value.serialize(Write::new(self.text, Place::Cell)) {
                Ok(()) => Ok(()),
                Err(error) => Err(self.fail(error).in_key(key)),
            };
        }
        let place = self.key(key).map_err(|error| self.fail(error))?;
        let done = self.value(place, value);
        done.map_err(|error| self.fail(error).in_key(key))
    }

    #[inline(always)]
    pub(super) fn finish(self) -> Result<(), Error> {
        let Self {
            text,
            outer,
            fields,
        } = self;
        text.depth = outer;
        match fields {
            Fields::Straight(fields) => fields.end(text),
            Fields::First(group) => text.straight.table.end_group(group),
            Fields::Entries { .. } | Fields::LooseEntries { .. } => text.end_entries(),
            Fields::Failed => Err(Error::ignored_error()),
            _ => Ok(()),
        }
    }

    #[cold]
    fn token_field<T: Serialize + ?Sized>(
        &mut self,
        token: Token,
        place: Place,
        value: &T,
    ) -> Result<(), Error> {
        match token {
            Token::Number => {
                self.text.lead(place)?;
                with_key(value, |digits| {
                    let out = &mut self.text.out;
                    number::push_decimal(out, digits).ok_or_else(|| Error::new(ErrorKind::Number))
                })
            }
            Token::Raw => {
                let raw = self.text.next_raw()?;
                raw.serialize(Write::new(self.text, place))
            }
        }
    }
}

impl SerializeMap for ObjectWrite<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let place = if self.text.is_straight() {
            Err(changed_error())
        } else {
            with_key(key, |key| self.key(key))
        };
        self.text.waiting = Some(place.map_err(|error| self.fail(error))?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let place = self.text.waiting.take().ok_or_else(changed_error);
        let done = place.and_then(|place| self.value(place, value));
        done.map_err(|error| self.fail(error))
    }

    #[inline]
    fn serialize_entry<K, V>(&mut self, key: &K, value: &V) -> Result<(), Error>
    where
        K: Serialize + ?Sized,
        V: Serialize + ?Sized,
    {
        if let Fields::Cells = self.fields {
            let done = value.serialize(Write::new(self.text, Place::Cell));
            return done.map_err(|error| at_key(self.fail(error), key));
        }
        // An error of the key itself is returned before the field is written.
        let done = with_key(key, |key| self.field(Key::Text(key), value));
        done.map_err(|error| self.fail(error))
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

impl SerializeStruct for ObjectWrite<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let done = match &mut self.fields {
            Fields::Straight(fields) => fields.field(self.text, key, value),
            Fields::Token(token, place) => {
                let (token, place) = (*token, *place);
                self.token_field(token, place, value)
            }
            _ => return self.field(Key::Static(key), value),
        };
        match done {
            Ok(()) => Ok(()),
            Err(error) => Err(self.fail(error)),
        }
    }

    #[inline(always)]
    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

impl SerializeStructVariant for ObjectWrite<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.field(Key::Static(key), value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}
