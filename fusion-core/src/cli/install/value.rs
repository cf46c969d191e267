//! Values in configuration files: what an entry is made of, and what a file was found to hold.

use serde_json::Value;

/// A value of an entry, in the order in which it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ConfigValue {
    Text(String),
    Flag(bool),
    List(Vec<String>),
    Table(Vec<(String, ConfigValue)>),
    /// Text of a file, written as it is.
    Raw(String),
}

impl ConfigValue {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// True if a file's value means this one. Order within a table does not count.
    pub(crate) fn matches(&self, found: &Value) -> bool {
        match self {
            Self::Text(text) => found.as_str() == Some(text),
            Self::Flag(flag) => found.as_bool() == Some(*flag),
            Self::List(items) => found.as_array().is_some_and(|found| {
                items.len() == found.len()
                    && items
                        .iter()
                        .zip(found)
                        .all(|(item, found)| found.as_str() == Some(item))
            }),
            Self::Table(fields) => found.as_object().is_some_and(|found| {
                fields.len() == found.len()
                    && fields.iter().all(|(key, value)| {
                        found.get(key).is_some_and(|found| value.matches(found))
                    })
            }),
            Self::Raw(_) => false,
        }
    }

    /// True for a list or table without members, which an entry leaves out.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::List(items) => items.is_empty(),
            Self::Table(fields) => fields.is_empty(),
            _ => false,
        }
    }
}

/// The members of a table that an entry writes: all but empty ones.
pub(crate) fn written(fields: &[(String, ConfigValue)]) -> ConfigValue {
    let full = fields.iter().filter(|(_, value)| !value.is_empty());
    ConfigValue::Table(full.cloned().collect())
}
