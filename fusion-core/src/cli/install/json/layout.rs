//! The way a text is written - line ends, indentation, spaces after colons - and new members in that way.

use jsonc_parser::{ast::Value, common::Ranged};
use serde_json::Value as JsonValue;

use super::{JsonMembers, JsonText};
use crate::cli::install::value::ConfigValue;

/// The layout of the members of one object or array.
pub(super) struct JsonLayout {
    pub(super) newline: &'static str,
    /// One step of indentation.
    pub(super) unit: String,
    /// `: ` or `:`.
    colon: &'static str,
    /// True if members stand on one line.
    pub(super) inline: bool,
}

impl JsonLayout {
    /// The layout of existing members, or of the first one that they will get.
    pub(super) fn of(text: &JsonText<'_>, members: &JsonMembers) -> Self {
        let mut layout = Self::of_new(text);
        let one_line = |start: usize, end: usize| !text.text[start..end].contains('\n');
        layout.inline = match (members.items.first(), members.items.last()) {
            (Some(first), Some(last)) => {
                one_line(members.open, first.start) && text.leading(last.start).is_none()
            }
            _ => layout.inline,
        };
        layout
    }

    /// The layout of the whole text.
    pub(super) fn of_new(text: &JsonText<'_>) -> Self {
        let root = text.root.as_ref().and_then(|root| root.as_object());
        let newline = match text.text.find('\n') {
            Some(at) if text.text[..at].ends_with('\r') => "\r\n",
            _ => "\n",
        };
        let tight = root
            .and_then(|root| root.properties.first())
            .is_some_and(|first| text.text[..first.value.range().start].ends_with(':'));
        Self {
            newline,
            unit: indent_unit(text).unwrap_or("  ").to_owned(),
            colon: if tight { ":" } else { ": " },
            inline: root.is_some_and(|root| {
                !root.properties.is_empty()
                    && !text.text[root.range.start..root.range.end].contains('\n')
            }),
        }
    }

    /// The space between members on one line.
    pub(super) fn gap(&self) -> &'static str {
        if self.colon == ":" { "" } else { " " }
    }

    pub(super) fn property(&self, key: &str, value: &ConfigValue, indent: &str) -> String {
        [&quoted(key), self.colon, &self.value(value, indent)].concat()
    }

    /// A value whose own line, if it has one, is indented by `indent`.
    pub(super) fn value(&self, value: &ConfigValue, indent: &str) -> String {
        match value {
            ConfigValue::Text(text) => quoted(text),
            ConfigValue::Flag(flag) => flag.to_string(),
            ConfigValue::Raw(text) => text.clone(),
            ConfigValue::List(items) => {
                let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
                format!("[{}]", items.join(&format!(",{}", self.gap())))
            }
            ConfigValue::Table(fields) if fields.is_empty() => String::from("{}"),
            ConfigValue::Table(fields) if self.inline => {
                let fields = fields
                    .iter()
                    .map(|(key, value)| self.property(key, value, indent));
                let fields: Vec<String> = fields.collect();
                format!("{{{}}}", fields.join(&format!(",{}", self.gap())))
            }
            ConfigValue::Table(fields) => {
                let inner = [indent, &self.unit].concat();
                let fields = fields.iter().map(|(key, value)| {
                    [self.newline, &inner, &self.property(key, value, &inner)].concat()
                });
                let fields: Vec<String> = fields.collect();
                format!("{{{}{}{indent}}}", fields.join(","), self.newline)
            }
        }
    }

    /// A new array of one element, as the value of a property of the root.
    pub(super) fn element(&self, value: &ConfigValue) -> String {
        if self.inline {
            return format!("[{}]", self.value(value, ""));
        }
        let (newline, unit) = (self.newline, &self.unit);
        let inner = unit.repeat(2);
        let value = self.value(value, &inner);
        format!("[{newline}{inner}{value}{newline}{unit}]")
    }
}

/// The first step of indentation in the text: a member that begins its line, deeper than its object's line.
fn indent_unit<'t>(text: &JsonText<'t>) -> Option<&'t str> {
    let mut open: Vec<&Value<'_>> = text.root.iter().collect();
    while let Some(value) = open.pop() {
        let (members, children): (JsonMembers, Vec<&Value<'_>>) = match value {
            Value::Object(object) => (
                JsonMembers::of_object(object),
                object
                    .properties
                    .iter()
                    .map(|property| &property.value)
                    .collect(),
            ),
            Value::Array(array) => (
                JsonMembers::of_array(array),
                array.elements.iter().collect(),
            ),
            _ => continue,
        };
        let outer = text.line_indent(members.open);
        let step = members.items.iter().find_map(|item| {
            let unit = text.leading(item.start)?.strip_prefix(outer)?;
            (!unit.is_empty()).then_some(unit)
        });
        if step.is_some() {
            return step;
        }
        open.extend(children.into_iter().rev());
    }
    None
}

pub(super) fn quoted(text: &str) -> String {
    JsonValue::String(text.to_owned()).to_string()
}
