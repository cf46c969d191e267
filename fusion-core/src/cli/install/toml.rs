//! Edits of TOML at the positions of its tables and values. The document type of the parser would normalize line
//! ends and drop a byte order mark.

mod block;
mod fields;

use serde_json::Value as JsonValue;
use toml_edit::{Document, Item, Table, TableLike, Value};

use super::error::TextProblem;

/// A parsed text. Invariant: without a byte order mark, so that positions are those of the text.
pub(crate) struct TomlText<'t> {
    text: &'t str,
    document: Document<&'t str>,
}

/// The ways in which an entry is written.
enum WrittenEntry<'d> {
    /// `[section.name]`.
    Standard(&'d Table),
    /// `name = { … }`, on a line of its own.
    Line(&'d Item),
}

impl<'t> TomlText<'t> {
    pub(crate) fn parse(text: &'t str) -> Result<Self, TextProblem> {
        let document = Document::parse(text).map_err(|error| TextProblem::Broken {
            at: error.span().map_or(0, |span| span.start),
            problem: error.message().to_owned(),
        })?;
        Ok(Self { text, document })
    }

    /// The entry `name` of `section`, and its position.
    pub(crate) fn get(
        &self,
        section: &str,
        name: &str,
    ) -> Result<Option<(usize, JsonValue)>, TextProblem> {
        let Some(servers) = self.section(section)? else {
            return Ok(None);
        };
        let Some(item) = servers.get(name) else {
            return Ok(None);
        };
        let at = key_at(servers, name);
        if !item.is_table_like() {
            return Err(TextProblem::NotTable {
                at,
                key: format!("`{section}.{name}`"),
                found: kind(item),
            });
        }
        Ok(Some((at, to_json(item))))
    }

    fn section(&self, section: &str) -> Result<Option<&dyn TableLike>, TextProblem> {
        let root = self.document.as_table();
        let Some(item) = root.get(section) else {
            return Ok(None);
        };
        let at = key_at(root, section);
        match item.as_table_like() {
            Some(table) => Ok(Some(table)),
            None => Err(TextProblem::NotTable {
                at,
                key: format!("`{section}`"),
                found: kind(item),
            }),
        }
    }

    /// Rule: the entry is a table or a line of its own, since another form shares its lines with others.
    fn entry(&self, section: &str, name: &str) -> Result<Option<WrittenEntry<'_>>, TextProblem> {
        let Some(servers) = self.section(section)? else {
            return Ok(None);
        };
        let Some(item) = servers.get(name) else {
            return Ok(None);
        };
        let key = format!("{section}.{name}");
        let form = |form| TextProblem::Form {
            at: key_at(servers, name),
            key,
            form,
        };
        self.check_section(section, name)?;
        match item {
            Item::Table(table) if table.is_dotted() => Err(form("with dotted keys")),
            Item::Table(table) if table.is_implicit() => Err(form("by tables within it alone")),
            Item::Table(table) => Ok(Some(WrittenEntry::Standard(table))),
            Item::Value(Value::InlineTable(table)) if table.is_dotted() => {
                Err(form("with dotted keys"))
            }
            _ => Ok(Some(WrittenEntry::Line(item))),
        }
    }

    /// Rule: the section is no inline table, to which no table can be added.
    fn check_section(&self, section: &str, name: &str) -> Result<(), TextProblem> {
        let root = self.document.as_table();
        match root.get(section) {
            Some(Item::Value(_)) => Err(TextProblem::Form {
                at: key_at(root, section),
                key: format!("{section}.{name}"),
                form: "in an inline table",
            }),
            _ => Ok(()),
        }
    }

    fn newline(&self) -> &'static str {
        match self.text.find('\n') {
            Some(at) if self.text[..at].ends_with('\r') => "\r\n",
            _ => "\n",
        }
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// The start of the line after `at`, or the end of the text.
    fn line_end(&self, at: usize) -> usize {
        self.text[at..]
            .find('\n')
            .map_or(self.text.len(), |newline| at + newline + 1)
    }

    fn replace(&self, start: usize, end: usize, new: &str) -> String {
        [&self.text[..start], new, &self.text[end..]].concat()
    }
}

fn key_at(table: &dyn TableLike, key: &str) -> usize {
    let span = table.key(key).and_then(toml_edit::Key::span);
    span.map_or(0, |span| span.start)
}

fn kind(item: &Item) -> &'static str {
    match item {
        Item::Value(Value::String(_)) => "a string",
        Item::Value(Value::Array(_)) => "a list",
        Item::ArrayOfTables(_) => "a list of tables",
        Item::Table(_) | Item::Value(Value::InlineTable(_)) => "a table",
        _ => "a plain value",
    }
}

/// The item as JSON, in which dates are text.
fn to_json(item: &Item) -> JsonValue {
    if let Some(table) = item.as_table_like() {
        let fields = table.iter();
        return fields
            .map(|(key, item)| (key.to_owned(), to_json(item)))
            .collect();
    }
    if let Some(array) = item.as_array() {
        let items = array.iter();
        return items
            .map(|value| to_json(&Item::Value(value.clone())))
            .collect();
    }
    match item {
        Item::Value(Value::String(text)) => JsonValue::from(text.value().as_str()),
        Item::Value(Value::Integer(number)) => JsonValue::from(*number.value()),
        Item::Value(Value::Float(number)) => JsonValue::from(*number.value()),
        Item::Value(Value::Boolean(flag)) => JsonValue::from(*flag.value()),
        _ => JsonValue::from(item.to_string().trim()),
    }
}
