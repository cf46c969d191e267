//! The writer of a lock file: a table for each item, in it a line for each argument where it fits. It is our own
//! because the bytes must not change with a version of a crate.

use std::{collections::BTreeMap, fmt::Write as _};

use serde::Serialize;
use serde_json::{Map, Value};

use super::FORMAT;
use crate::lock::{Lock, words::JSON};

/// The length up to which a table is written on one line, in characters.
const WIDTH: usize = 120;

pub(super) const HEAD: &str = "# The surface of this server. Review the changes of this file as those of an API.\n\
                    # Written by `FUSION_LOCK=update cargo test`, or by the command `lock` of the program.\n";

pub(super) fn document(lock: &Lock) -> String {
    let mut out = format!("{HEAD}version = {FORMAT}\n");
    section("tools", &lock.tools, &mut out);
    section("actions", &lock.actions, &mut out);
    section("prompts", &lock.prompts, &mut out);
    section("resources", &lock.resources, &mut out);
    out
}

fn section<T: Serialize>(name: &str, entries: &BTreeMap<String, T>, out: &mut String) {
    for (key, item) in entries {
        let _ = writeln!(out, "\n[{name}.{}]", quoted_key(key));
        // The model has texts as keys only, so that nothing fails.
        if let Ok(Value::Object(fields)) = serde_json::to_value(item) {
            for (name, value) in sorted(&fields) {
                match value {
                    // A line for each, also where all would fit on one.
                    Value::Object(arguments) if name == "arguments" || name == "modules" => {
                        for (argument, value) in sorted(arguments) {
                            entry(&format!("{name}.{}", quoted_key(argument)), value, out);
                        }
                    }
                    _ => entry(&quoted_key(name), value, out),
                }
            }
        }
    }
}

/// Writes one key with its value. What does not fit on a line is divided: a table into a line for each key, an
/// array into a line for each item.
fn entry(path: &str, value: &Value, out: &mut String) {
    let line = format!("{path} = {}", inline(value));
    if line.chars().count() <= WIDTH {
        let _ = writeln!(out, "{line}");
        return;
    }
    match value {
        Value::Object(fields) if !fields.is_empty() && !fields.contains_key(JSON) => {
            for (name, value) in sorted(fields) {
                entry(&format!("{path}.{}", quoted_key(name)), value, out);
            }
        }
        Value::Array(items) => {
            let _ = writeln!(out, "{path} = [");
            for item in items {
                let _ = writeln!(out, "  {},", inline(item));
            }
            let _ = writeln!(out, "]");
        }
        _ => {
            let _ = writeln!(out, "{line}");
        }
    }
}

fn sorted(fields: &Map<String, Value>) -> BTreeMap<&String, &Value> {
    fields.iter().collect()
}

fn inline(value: &Value) -> String {
    match value {
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) if number.as_i64().is_some() => number.to_string(),
        // By the standard library: versions of serde_json write exponents in different ways.
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap_or_default();
            format!("{float:?}")
        }
        Value::String(text) => quoted(text),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) if fields.is_empty() => "{}".to_owned(),
        Value::Object(fields) if !fields.contains_key(JSON) => {
            let fields = sorted(fields).into_iter();
            let fields: Vec<_> = fields
                .map(|(name, value)| format!("{} = {}", quoted_key(name), inline(value)))
                .collect();
            format!("{{ {} }}", fields.join(", "))
        }
        // TOML has no `null`, no larger integers, and our own key must not be mistaken.
        other => format!(
            "{{ {} = {} }}",
            quoted_key(JSON),
            quoted(&other.to_string())
        ),
    }
}

fn quoted_key(key: &str) -> String {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !key.is_empty() && key.bytes().all(is_bare) {
        key.to_owned()
    } else {
        quoted(key)
    }
}

/// Writes a text: without escapes if it has backslashes or quotes, such as a pattern, and TOML allows it.
fn quoted(text: &str) -> String {
    let is_escaped = |letter: char| letter.is_control() || letter == '\'';
    if text.contains(['\\', '"']) && !text.contains(is_escaped) {
        return format!("'{text}'");
    }
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            letter if letter.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
