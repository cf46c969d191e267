//! Entries in TOML, in the forms that TOML has for them.

use serde_json::Value;
use toml_edit::{Document, Item};

/// A text's meaning as JSON, with values as they are written.
pub(super) fn meaning(text: &str) -> Value {
    of_item(Document::parse(text).unwrap().as_item())
}

fn of_item(item: &Item) -> Value {
    if let Some(table) = item.as_table_like() {
        let fields = table.iter();
        return fields
            .map(|(key, item)| (key.to_owned(), of_item(item)))
            .collect();
    }
    if let Some(tables) = item.as_array_of_tables() {
        let tables = tables.iter();
        return tables
            .map(|table| of_item(&Item::Table(table.clone())))
            .collect();
    }
    match item.as_str() {
        Some(text) => Value::from(text),
        None => Value::from(format!("{item:?}").len()),
    }
}
