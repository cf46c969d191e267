//! Changes of the fields of an existing entry, which keep its other fields.

use toml_edit::{Array, InlineTable, Item, Table, TableLike, Value};

use super::{TomlText, WrittenEntry, block::last_field};
use crate::cli::install::{error::TextProblem, value::ConfigValue};

impl TomlText<'_> {
    /// The text with `value` as the field `path` of the entry; one of two keys is a field of a table in it.
    pub(crate) fn set(
        &self,
        section: &str,
        name: &str,
        path: &[&str],
        value: &ConfigValue,
    ) -> Result<String, TextProblem> {
        let Some(entry) = self.entry(section, name)? else {
            return Ok(self.text.to_owned());
        };
        match entry {
            WrittenEntry::Standard(table) => Ok(self.set_in(table, path, "", value)),
            WrittenEntry::Line(item) => Ok(self.replace_value(item, &changed(item, path, value))),
        }
    }

    fn set_in(&self, table: &Table, path: &[&str], prefix: &str, value: &ConfigValue) -> String {
        let Some((key, rest)) = path.split_first() else {
            return self.text.to_owned();
        };
        match table.get(key) {
            None => {
                let value = rest.iter().rev().fold(value.clone(), |inner, key| {
                    ConfigValue::Table(vec![((*key).to_owned(), inner)])
                });
                let field = format!("{prefix}{}", line(key, &value));
                self.add_line(table, &field)
            }
            Some(Item::Table(inner)) if !rest.is_empty() && inner.is_dotted() => {
                self.set_in(inner, rest, &format!("{prefix}{}.", key_text(key)), value)
            }
            Some(Item::Table(inner)) if !rest.is_empty() => self.set_in(inner, rest, "", value),
            Some(item) if rest.is_empty() => self.replace_value(item, &value_of(value).to_string()),
            Some(item) => self.replace_value(item, &changed(item, rest, value)),
        }
    }

    fn replace_value(&self, item: &Item, new: &str) -> String {
        let Some(span) = item.span() else {
            return self.text.to_owned();
        };
        self.replace(span.start, span.end, new.trim())
    }

    /// Adds a line after the last field of the table, indented like it.
    fn add_line(&self, table: &Table, field: &str) -> String {
        let newline = self.newline();
        let header = table.span().unwrap_or_default();
        let last = last_field(table).unwrap_or(header.end);
        let at = self.line_end(last);
        let start = self.line_start(header.start);
        let line = &self.text[start..];
        let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        let (before, after) = if self.text[..at].ends_with('\n') {
            ("", newline)
        } else {
            (newline, "")
        };
        [
            &self.text[..at],
            before,
            indent,
            field,
            after,
            &self.text[at..],
        ]
        .concat()
    }
}

/// `key = value`.
pub(super) fn line(key: &str, value: &ConfigValue) -> String {
    format!("{} = {}", key_text(key), value_of(value).to_string().trim())
}

fn key_text(key: &str) -> String {
    toml_edit::Key::new(key).to_string()
}

fn value_of(value: &ConfigValue) -> Value {
    match value {
        ConfigValue::Text(text) | ConfigValue::Raw(text) => Value::from(text.as_str()),
        ConfigValue::Flag(flag) => Value::from(*flag),
        ConfigValue::List(items) => {
            Value::Array(items.iter().map(String::as_str).collect::<Array>())
        }
        ConfigValue::Table(fields) => {
            let mut table = InlineTable::new();
            for (key, value) in fields {
                table.insert(key, value_of(value));
            }
            Value::InlineTable(table)
        }
    }
}

/// An inline table with another value at `path`. It is written anew, since clones keep positions of the old text.
fn changed(item: &Item, path: &[&str], value: &ConfigValue) -> String {
    let mut table = item.as_table_like().map(copied).unwrap_or_default();
    set_inline(&mut table, path, value);
    table.to_string()
}

fn set_inline(table: &mut InlineTable, path: &[&str], value: &ConfigValue) {
    match path.split_first() {
        None => {}
        Some((key, [])) => {
            table.insert(*key, value_of(value));
        }
        Some((key, rest)) => {
            let inner = table.get(key).and_then(Value::as_inline_table);
            let mut inner = inner.map(|inner| copied(inner)).unwrap_or_default();
            set_inline(&mut inner, rest, value);
            table.insert(*key, Value::InlineTable(inner));
        }
    }
}

fn copied(table: &dyn TableLike) -> InlineTable {
    let mut copy = InlineTable::new();
    for (key, item) in table.iter() {
        if let Some(table) = item.as_table_like() {
            copy.insert(key, Value::InlineTable(copied(table)));
        } else if let Some(value) = item.as_value() {
            copy.insert(key, copied_value(value));
        }
    }
    copy
}

fn copied_value(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::from(text.value().as_str()),
        Value::Integer(number) => Value::from(*number.value()),
        Value::Float(number) => Value::from(*number.value()),
        Value::Boolean(flag) => Value::from(*flag.value()),
        Value::Datetime(time) => Value::from(*time.value()),
        Value::Array(items) => Value::Array(items.iter().map(copied_value).collect::<Array>()),
        Value::InlineTable(table) => Value::InlineTable(copied(table)),
    }
}
