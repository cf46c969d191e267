//! The docs of a property besides those of its author: those of enum values, and limits in words.

#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use crate::{
    args::{expected, span},
    spec::sentence::one_line,
};

/// The bounds of Rust's integers, as far as clients can represent them. A limit of the type is no
/// limit that a model needs to read.
const BOUNDS_OF_TYPES: [i64; 12] = [
    0,
    i8::MIN as i64,
    i8::MAX as i64,
    u8::MAX as i64,
    i16::MIN as i64,
    i16::MAX as i64,
    u16::MAX as i64,
    i32::MIN as i64,
    i32::MAX as i64,
    u32::MAX as i64,
    -((1 << 53) - 1),
    (1 << 53) - 1,
];

/// Formats the documentation of values, each on one line: `open: <docs>; closed: <docs>`.
pub(super) fn values<'d>(documented: impl IntoIterator<Item = (&'d str, &'d str)>) -> String {
    let words = documented
        .into_iter()
        .map(|(value, docs)| format!("{value}: {}", one_line(docs)));
    words.collect::<Vec<_>>().join("; ")
}

/// Formats the rules that some hosts drop from a schema, unless `text` contains them:
/// `1..100; default 20`.
pub(super) fn limits(schema: &Map<String, Value>, default: Option<&Value>, text: &str) -> String {
    let mut parts = Vec::new();
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let mut values = values.iter().filter_map(Value::as_str);
        if !values.all(|value| text.contains(value)) {
            parts.push(expected(schema));
        }
    }
    let bounds = without_bounds_of_types(schema);
    parts.extend(span(&bounds, "minimum", "maximum"));
    for (what, low, high) in [
        ("length", "minLength", "maxLength"),
        ("items", "minItems", "maxItems"),
    ] {
        parts.extend(span(schema, low, high).map(|span| format!("{what} {span}")));
    }
    let format = schema.get("format").and_then(Value::as_str);
    parts.extend(format.map(str::to_owned));
    parts.extend(default.map(|value| format!("default {value}")));
    parts.retain(|part| !text.contains(part.as_str()));
    parts.join("; ")
}

fn without_bounds_of_types(schema: &Map<String, Value>) -> Map<String, Value> {
    let bounds = ["minimum", "maximum"].into_iter();
    let bounds = bounds.filter_map(|key| Some((key, schema.get(key)?)));
    let own = bounds.filter(|(_, bound)| {
        let integer = bound.as_i64();
        integer.is_none_or(|bound| !BOUNDS_OF_TYPES.contains(&bound))
    });
    own.map(|(key, bound)| (key.to_owned(), bound.clone()))
        .collect()
}
