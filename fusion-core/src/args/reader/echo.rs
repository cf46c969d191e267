//! Properties of a sent value that decide about the error of its type: if the error needs a path,
//! and if its text may be shown.

use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use crate::error::ECHO;

/// Returns `true` if an error needs a path to be understood; in a list of scalars it does not.
#[inline]
pub(super) fn is_nested(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(values) => values
            .first()
            .is_some_and(|first| first.is_object() || first.is_array()),
        _ => false,
    }
}

/// Returns `true` if a type's own error text may repeat any string of the value. Scalars and lists
/// of strings, of which valid calls consist, are checked inline.
#[inline]
pub(super) fn is_short(value: &Value) -> bool {
    match value {
        Value::String(text) => text.len() <= ECHO,
        Value::Array(values) => values.iter().all(|value| match value {
            Value::String(text) => text.len() <= ECHO,
            other => is_short_inside(other),
        }),
        Value::Object(_) => is_short_inside(value),
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
    }
}

fn is_short_inside(value: &Value) -> bool {
    match value {
        Value::Object(map) => map
            .iter()
            .all(|(key, value)| key.len() <= ECHO && is_short(value)),
        other => is_short(other),
    }
}

/// Formats the path to a value, such as `.tags[1]`.
pub(super) fn path(path: &Path) -> String {
    path.iter()
        .filter_map(|segment| match segment {
            Segment::Seq { index } => Some(format!("[{index}]")),
            // The path contains a key that its map cannot have.
            Segment::Unknown => None,
            other => Some(format!(".{other}")),
        })
        .collect()
}
