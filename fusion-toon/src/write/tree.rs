//! Writes the containers of a `Value` in one pass. A `Value` can be inspected before it is written,
//! so it needs no plan. Leaves are written as in the second pass.
//!
//! A table begins if its first two rows match, and is removed again at the first row that does not.
//! The work that is lost is never more than the smaller ones of several siblings, so the time is at
//! most the size times its logarithm, however objects are nested.

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
    /// The columns of the table that is being written. One list is enough, because tables contain
    /// no tables.
    columns: Vec<TreeColumn<'v>>,
}

/// A cell of each row, or an object in each row, whose fields are the next columns.
#[derive(Clone, Copy)]
struct TreeColumn<'v> {
    name: &'v str,
    /// The number of its own fields; 0 for a cell.
    fields: usize,
}

impl<'v> Tree<'v, '_> {
    #[inline]
    fn value(&mut self, value: &'v Value, place: Place, depth: Depth) -> Result<(), Error> {
        match value {
            Value::Array(members) => self.array(members, place, depth.enter_container()?),
            Value::Object(entries) => self.object(entries, place, depth.enter_container()?),
            leaf => {
                self.text.lead(place)?;
                self.text.push_leaf(leaf)
            }
        }
    }

    /// `depth` is the depth of the members.
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
        let level = place.inner_level();
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

    /// `depth` is the depth of the values.
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

    /// Writes an array as a table if it is one. Returns `false` if it is not.
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
        let level = place.inner_level();
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

    /// Writes an object as a keyed table if it is one. Returns `false` if it is not.
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
        let level = place.inner_level();
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

    /// Sets the columns of a table from its first row, if the second row, if any, matches it.
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

    /// `depth` is the depth of the rows. An object that is nested too deeply is no row; the error
    /// is found later.
    fn add_columns(
        &mut self,
        first: &'v Map<String, Value>,
        second: Option<&Value>,
        depth: Depth,
    ) -> Option<()> {
        let depth = depth.enter_container().ok()?;
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
            self.columns.push(TreeColumn { name, fields });
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

    /// Writes the cells of a row. Returns `false` if the row does not match the table.
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

/// Returns the value of a key, which most likely is the key of `next`.
#[inline]
fn find<'m>(
    map: &'m Map<String, Value>,
    next: Option<(&'m String, &'m Value)>,
    name: &str,
) -> Option<&'m Value> {
    match next {
        // In the first row, the two strings are the same object.
        Some((key, value)) if std::ptr::eq(key.as_str(), name) || key == name => Some(value),
        _ => map.get(name),
    }
}

type ColumnIter<'c, 'v> = std::slice::Iter<'c, TreeColumn<'v>>;

fn push_columns(text: &mut Text<'_>, columns: &mut ColumnIter<'_, '_>, fields: usize) {
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

/// Returns `false` if the row does not match the columns.
fn write_cells(
    text: &mut Text<'_>,
    columns: &mut ColumnIter<'_, '_>,
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
