//! The containers of a `Value`, in one pass: its tree can be looked at ahead of the text, so that
//! it needs no plan. The leaves are written as in the second pass.
//!
//! A table is begun as soon as its first two rows are alike, and taken back at the first row that
//! is not. What is looked at in vain is never more than the smaller ones of several siblings, so
//! that the time stays within the logarithm of the size, however objects stand in each other.

use serde_json::{Map, Value};

use super::{Place, Text, Write, lines::Lines, text::LEAD};
use crate::{depth::Depth, error::Error, options::Options, text};

/// Writes a `Value`.
pub(crate) fn write_tree(value: &Value, options: Options) -> Result<String, Error> {
    let mut text = Text::new(options, None, None);
    let depth = Depth::new(options);
    if let Value::String(alone) = value {
        Write::new(&mut text, Place::Root).string(alone)?;
        return text.finish();
    }
    let columns = Vec::new();
    let mut tree = Tree { text, columns };
    tree.value(value, Place::Root, depth)?;
    tree.text.finish()
}

struct Tree<'v, 'p> {
    text: Text<'p>,
    /// The columns of the table that is being written; there are no tables in tables.
    columns: Vec<Column<'v>>,
}

/// A cell of each row, or an object in it, whose own fields are the next columns.
#[derive(Clone, Copy)]
struct Column<'v> {
    name: &'v str,
    /// How many fields it has itself; 0 for a cell.
    fields: usize,
}

impl<'v> Tree<'v, '_> {
    #[inline]
    fn value(&mut self, value: &'v Value, place: Place, depth: Depth) -> Result<(), Error> {
        match value {
            Value::Array(members) => self.array(members, place, depth.deeper()?),
            Value::Object(entries) => self.object(entries, place, depth.deeper()?),
            leaf => {
                self.text.lead(place)?;
                self.text.push_leaf(leaf)
            }
        }
    }

    /// `depth` is that of the members.
    fn array(&mut self, members: &'v [Value], place: Place, depth: Depth) -> Result<(), Error> {
        match place {
            Place::Item { .. } => self.text.out.push_str("- "),
            Place::Field { .. } => self.text.take_back_lead(),
            _ => {}
        }
        if !matches!(place, Place::Item { .. }) && self.rows(members, place, depth)? {
            return Ok(());
        }
        if members.is_empty() {
            self.text.push_empty_array(place);
            return Ok(());
        }
        self.text.push_len(members.len(), false);
        self.text.out.push(':');
        if members.iter().all(is_leaf) {
            self.text.out.push(' ');
            self.text.cells = 0;
            return self.members(members, Place::Cell, depth);
        }
        let level = place.inside();
        self.members(members, Place::Item { level }, depth)
    }

    fn members(&mut self, members: &'v [Value], place: Place, depth: Depth) -> Result<(), Error> {
        for (index, member) in members.iter().enumerate() {
            if let Place::Item { level } = place {
                self.text.line(level)?;
            }
            let done = self.value(member, place, depth);
            done.map_err(|error| error.in_index(index))?;
        }
        Ok(())
    }

    /// `depth` is that of the values.
    fn object(
        &mut self,
        entries: &'v Map<String, Value>,
        place: Place,
        depth: Depth,
    ) -> Result<(), Error> {
        if !matches!(place, Place::Item { .. }) && self.entries(entries, place, depth)? {
            return Ok(());
        }
        let mut lines = Lines::begin(&mut self.text, place);
        for (key, value) in entries {
            let place = lines.key(&mut self.text, key);
            let done = self.value(value, place, depth);
            done.map_err(|error| error.in_key(key))?;
        }
        Ok(())
    }

    /// Writes an array as a table if it is one.
    fn rows(&mut self, members: &'v [Value], place: Place, depth: Depth) -> Result<bool, Error> {
        let Some(Value::Object(first)) = members.first() else {
            return Ok(false);
        };
        let second = members.get(1);
        if !members.iter().all(Value::is_object) || !self.begin_table(first, second, depth) {
            return Ok(false);
        }
        let start = self.text.out.len();
        self.header(first.len(), members.len(), false);
        let level = place.inside();
        for (index, member) in members.iter().enumerate() {
            self.text.line(level)?;
            let row = self.row(member, first.len());
            if !row.map_err(|error| error.in_index(index))? {
                self.text.out.truncate(start);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes an object as a keyed table if it is one.
    fn entries(
        &mut self,
        entries: &'v Map<String, Value>,
        place: Place,
        depth: Depth,
    ) -> Result<bool, Error> {
        let mut values = entries.values();
        let (Some(Value::Object(first)), Some(second)) = (values.next(), values.next()) else {
            return Ok(false);
        };
        if !values.all(Value::is_object) || !self.begin_table(first, Some(second), depth) {
            return Ok(false);
        }
        let is_field = matches!(place, Place::Field { .. });
        if is_field {
            self.text.take_back_lead();
        }
        let start = self.text.out.len();
        self.header(first.len(), entries.len(), true);
        let level = place.inside();
        for (key, value) in entries {
            self.text.line(level)?;
            text::push_key(&mut self.text.out, key);
            self.text.out.push_str(": ");
            let row = self.row(value, first.len());
            if !row.map_err(|error| error.in_key(key))? {
                self.text.out.truncate(start);
                if is_field {
                    self.text.out.push_str(LEAD);
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes the columns of a table from its first row, if the second one, if any, is like it.
    fn begin_table(
        &mut self,
        first: &'v Map<String, Value>,
        second: Option<&Value>,
        depth: Depth,
    ) -> bool {
        self.columns.clear();
        self.columns.reserve(first.len());
        self.add_columns(first, second, depth).is_some()
    }

    /// `depth` is that of the rows. What is nested too deep is no row: it is found later.
    fn add_columns(
        &mut self,
        first: &'v Map<String, Value>,
        second: Option<&Value>,
        depth: Depth,
    ) -> Option<()> {
        let depth = depth.deeper().ok()?;
        let second = match second {
            Some(second) => Some(second.as_object()?),
            None => None,
        };
        if first.is_empty() || second.is_some_and(|second| first.len() != second.len()) {
            return None;
        }
        let mut others = second.into_iter().flatten();
        for (name, value) in first {
            let other = match second {
                Some(second) => Some(find(second, others.next(), name)?),
                None => None,
            };
            let fields = match value {
                Value::Array(_) => return None,
                Value::Object(inner) => inner.len(),
                _ => 0,
            };
            self.columns.push(Column { name, fields });
            match value {
                Value::Object(inner) => self.add_columns(inner, other, depth)?,
                _ if !other.is_none_or(is_leaf) => return None,
                _ => {}
            }
        }
        Some(())
    }

    fn header(&mut self, fields: usize, rows: usize, keyed: bool) {
        self.text.push_len(rows, keyed);
        push_columns(&mut self.text, &mut self.columns.iter(), fields);
        self.text.out.push(':');
    }

    /// Writes the cells of a row, or tells that it is none of this table.
    fn row(&mut self, row: &Value, fields: usize) -> Result<bool, Error> {
        let Value::Object(row) = row else {
            return Ok(false);
        };
        self.text.cells = 0;
        write_cells(&mut self.text, &mut self.columns.iter(), row, fields)
    }
}

fn is_leaf(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

/// The value of a key that is most likely the next entry's.
#[inline]
fn find<'m>(
    map: &'m Map<String, Value>,
    next: Option<(&'m String, &'m Value)>,
    name: &str,
) -> Option<&'m Value> {
    match next {
        // It is the very same in the first row.
        Some((key, value)) if std::ptr::eq(key.as_str(), name) || key == name => Some(value),
        _ => map.get(name),
    }
}

type Columns<'c, 'v> = std::slice::Iter<'c, Column<'v>>;

fn push_columns(text: &mut Text<'_>, columns: &mut Columns<'_, '_>, fields: usize) {
    text.out.push('{');
    for field in 0..fields {
        if field > 0 {
            text.delimiter().push_to(&mut text.out);
        }
        let Some(column) = columns.next() else {
            break;
        };
        text::push_key(&mut text.out, column.name);
        if column.fields > 0 {
            push_columns(text, columns, column.fields);
        }
    }
    text.out.push('}');
}

/// `false` for a row that is not like the columns.
fn write_cells(
    text: &mut Text<'_>,
    columns: &mut Columns<'_, '_>,
    row: &Map<String, Value>,
    fields: usize,
) -> Result<bool, Error> {
    if row.len() != fields {
        return Ok(false);
    }
    let mut entries = row.iter();
    for _ in 0..fields {
        let Some(column) = columns.next() else {
            return Ok(false);
        };
        let Some(value) = find(row, entries.next(), column.name) else {
            return Ok(false);
        };
        let done = match value {
            Value::Array(_) => return Ok(false),
            Value::Object(inner) if column.fields > 0 => {
                write_cells(text, columns, inner, column.fields)
            }
            leaf if column.fields == 0 && is_leaf(leaf) => {
                text.next_cell();
                text.push_leaf(leaf).map(|()| true)
            }
            _ => return Ok(false),
        };
        if !done.map_err(|error| error.in_key(column.name))? {
            return Ok(false);
        }
    }
    Ok(true)
}
