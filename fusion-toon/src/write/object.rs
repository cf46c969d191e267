//! Objects in the second pass: fields on lines of their own, entries of a keyed table, or the
//! cells of a row.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, SerializeStructVariant};

use super::{Place, Text, Write, lines::Lines, loose::Group, straight::Seen, text::changed};
use crate::{
    depth::Depth,
    error::{Error, ErrorKind},
    key::{at_key, with_key},
    number,
    plan::Layout,
    shapes::Key,
    text,
    token::Token,
};

pub(crate) struct ObjectWrite<'t, 'p> {
    text: &'t mut Text<'p>,
    depth: Depth,
    fields: Fields,
    /// Entries of a keyed table still to come, and the containers up to its end.
    table: Option<(usize, usize)>,
    /// The place of the value whose key was written alone.
    waiting: Option<Place>,
}

#[derive(Clone, Copy)]
enum Fields {
    /// Each on a line of its own.
    Lines(Lines),
    /// Each a row after its key.
    Entries {
        level: u16,
        cells: usize,
    },
    LooseEntries {
        level: u16,
        columns: Group,
    },
    /// Each the next cell of a row.
    Cells,
    /// The same without a plan: each must be what the next column is.
    Checked,
    /// Lines without a plan.
    Straight(Lines, Seen),
    /// Each a cell of a row, to be put in order.
    Loose(Group),
    /// One of `serde_json`'s own structs, which stands at this place.
    Token(Token, Place),
}

impl<'t, 'p> ObjectWrite<'t, 'p> {
    /// `depth` is that of the values.
    #[inline]
    pub(super) fn begin(text: &'t mut Text<'p>, place: Place, depth: Depth) -> Result<Self, Error> {
        let mut table = None;
        let fields = match place {
            Place::Cell if text.straight.is_some() => Fields::Checked,
            Place::Cell => Fields::Cells,
            Place::Loose(group) => Fields::Loose(group),
            Place::Slot(_) => return Err(changed()),
            _ if text.straight.is_some() => {
                let seen = text.begin_lines(place);
                Fields::Straight(Lines::begin(text, place), seen)
            }
            _ => match text.next_form() {
                None => Fields::Lines(Lines::begin(text, place)),
                Some(form) => {
                    table = Some((form.len, form.after));
                    let Layout::Table { row, in_order } = form.layout else {
                        return Err(changed());
                    };
                    text.push_len(form.len, true);
                    text.push_columns(row);
                    text.out.push(':');
                    let level = place.inside();
                    if in_order {
                        let cells = text.plan.shapes.cells(row);
                        Fields::Entries { level, cells }
                    } else {
                        let columns = text.columns.set(&text.plan.shapes, row)?;
                        Fields::LooseEntries { level, columns }
                    }
                }
            },
        };
        Ok(Self {
            text,
            depth,
            fields,
            table,
            waiting: None,
        })
    }

    pub(super) fn token(text: &'t mut Text<'p>, token: Token, place: Place, depth: Depth) -> Self {
        Self {
            text,
            depth,
            fields: Fields::Token(token, place),
            table: None,
            waiting: None,
        }
    }

    /// Goes on with the only value of this object.
    pub(super) fn into_place(mut self, name: &str) -> Result<Write<'t, 'p>, Error> {
        let place = self.key(name)?;
        Ok(Write::new(self.text, place, self.depth))
    }

    /// A field where there is no plan: any error at all gives up.
    fn straight_field<T: Serialize + ?Sized>(
        &mut self,
        key: Key<'_>,
        value: &T,
    ) -> Result<(), Error> {
        let Self { text, depth, .. } = self;
        let Fields::Straight(lines, seen) = &mut self.fields else {
            let after = text.next_column(key)?;
            value.serialize(Write::new(text, Place::Cell, *depth))?;
            return text.is_at_column(after).then_some(()).ok_or_else(changed);
        };
        let (Key::Static(name) | Key::Text(name)) = key;
        let place = lines.next(text)?;
        text.next_key(seen, name)?;
        let start = text.out.len();
        value.serialize(Write::new(text, place, *depth))?;
        text.end_value(seen, start)
    }

    /// Writes a key, and tells where its value stands.
    #[inline]
    fn key(&mut self, key: &str) -> Result<Place, Error> {
        match &mut self.fields {
            Fields::Cells => Ok(Place::Cell),
            Fields::Loose(group) => {
                let group = *group;
                self.text.loose_field(group, key)
            }
            Fields::Lines(lines) | Fields::Straight(lines, _) => lines.key(self.text, key),
            Fields::Checked => {
                self.text.next_column(Key::Text(key))?;
                Ok(Place::Cell)
            }
            Fields::Entries { level, .. } | Fields::LooseEntries { level, .. } => {
                let level = *level;
                self.text.line(level)?;
                text::push_key(&mut self.text.out, key);
                self.text.out.push_str(": ");
                self.text.cells = 0;
                Ok(Place::Cell)
            }
            Fields::Token(..) => Err(changed()),
        }
    }

    #[inline]
    fn value<T: Serialize + ?Sized>(&mut self, place: Place, value: &T) -> Result<(), Error> {
        match self.fields {
            Fields::Entries { cells, .. } => {
                value.serialize(Write::new(self.text, place, self.depth))?;
                if self.text.cells != cells {
                    return Err(changed());
                }
                self.count_entry()
            }
            Fields::LooseEntries { columns, .. } => {
                let start = self.text.begin_loose_row();
                let place = Place::Loose(columns);
                value.serialize(Write::new(self.text, place, self.depth))?;
                self.text.end_loose_row(start)?;
                self.count_entry()
            }
            _ => value.serialize(Write::new(self.text, place, self.depth)),
        }
    }

    fn count_entry(&mut self) -> Result<(), Error> {
        let Some((left, _)) = &mut self.table else {
            return Ok(());
        };
        *left = left.checked_sub(1).ok_or_else(changed)?;
        Ok(())
    }

    #[inline]
    fn field<T: Serialize + ?Sized>(&mut self, key: Key<'_>, value: &T) -> Result<(), Error> {
        if let Fields::Checked | Fields::Straight(..) = self.fields {
            return self.straight_field(key, value);
        }
        let (Key::Static(key) | Key::Text(key)) = key;
        if let Fields::Cells = self.fields {
            return match value.serialize(Write::new(self.text, Place::Cell, self.depth)) {
                Ok(()) => Ok(()),
                Err(error) => Err(error.in_key(key)),
            };
        }
        let place = self.key(key)?;
        let done = self.value(place, value);
        done.map_err(|error| error.in_key(key))
    }

    #[inline]
    fn finish(self) -> Result<(), Error> {
        if let Fields::Straight(_, seen) = self.fields {
            self.text.end_lines(seen);
        }
        match self.table {
            None => Ok(()),
            Some((0, after)) => {
                self.text.containers = after;
                Ok(())
            }
            Some(_) => Err(changed()),
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
                raw.serialize(Write::new(self.text, place, self.depth))
            }
        }
    }
}

impl SerializeMap for ObjectWrite<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        if let Fields::Checked | Fields::Straight(..) = self.fields {
            return Err(changed());
        }
        let place = with_key(key, |key| self.key(key))?;
        self.waiting = Some(place);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let place = self.waiting.take().ok_or_else(changed)?;
        self.value(place, value)
    }

    #[inline]
    fn serialize_entry<K, V>(&mut self, key: &K, value: &V) -> Result<(), Error>
    where
        K: Serialize + ?Sized,
        V: Serialize + ?Sized,
    {
        if let Fields::Cells = self.fields {
            let done = value.serialize(Write::new(self.text, Place::Cell, self.depth));
            return done.map_err(|error| at_key(error, key));
        }
        with_key(key, |key| self.field(Key::Text(key), value))
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
        if let Fields::Token(token, place) = self.fields {
            return self.token_field(token, place, value);
        }
        self.field(Key::Static(key), value)
    }

    #[inline]
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
