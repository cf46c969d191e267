//! What can be wrong with an argument, as data.

use std::{borrow::Cow, fmt::Write as _};

use serde_json::Value;

/// The longest part of a sent value that is ever echoed, in characters.
pub(crate) const ECHO: usize = 50;

/// One problem with the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The argument's position in its action; `None` for a field that the action does not have.
    pub slot: Option<usize>,
    /// The way from the argument to the value, such as `.tags[1]`; empty for the argument itself.
    pub path: String,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// What is wrong with an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemKind {
    /// Required, and not there.
    Missing,
    /// Of the wrong kind, or outside its values or bounds.
    Unexpected {
        /// What would be accepted, such as `integer 1..100`.
        expected: String,
        /// The value, cut; `None` for a secret.
        got: Option<String>,
        /// The nearest accepted value.
        nearest: Option<String>,
        /// What may have been meant.
        advice: Option<Advice>,
    },
    /// The type's own rules refuse it.
    Rejected {
        /// The type's own words; `None` where they could repeat too much, or a secret.
        reason: Option<String>,
    },
    /// A name that is not known at this place.
    Unknown {
        /// The name, cut.
        name: String,
        /// The nearest known name of a nested object; a view finds that of an argument.
        nearest: Option<String>,
    },
    /// None or several of a set of arguments, of which exactly one must be given.
    NotOne {
        /// The names.
        names: &'static [&'static str],
    },
}

/// What may have been meant by a value of the wrong kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// Nothing: then the field is left out.
    LeaveOut,
    /// The only item of the array.
    Unwrap,
    /// An array of this one item.
    Wrap,
    /// The same digits as text.
    Quote,
}

impl Problem {
    /// A problem with an argument as a whole.
    pub(crate) fn of(slot: usize, kind: ProblemKind) -> Self {
        Self {
            slot: Some(slot),
            path: String::new(),
            kind,
        }
    }

    /// A problem somewhere inside a secret.
    pub(crate) fn hidden(slot: usize) -> Self {
        Self::of(slot, ProblemKind::Rejected { reason: None })
    }

    /// A field that the action does not have.
    pub(crate) fn unknown(name: &str) -> Self {
        Self {
            slot: None,
            path: String::new(),
            kind: ProblemKind::Unknown {
                name: cut(name),
                nearest: None,
            },
        }
    }
}

/// The kind of a value, in the words of JSON Schema.
pub(crate) fn kind_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// At most 50 characters of `text`.
pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(ECHO) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Text without anything that ends its line or turns its direction.
pub(crate) fn on_one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(breaks) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if breaks(letter) {
            out.extend(letter.escape_debug());
        } else {
            out.push(letter);
        }
    }
    Cow::Owned(out)
}

fn breaks(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A value as a model wrote it, short.
pub(crate) fn echo(value: &Value) -> String {
    match value {
        Value::Array(_) => "array".to_owned(),
        Value::Object(_) => "object".to_owned(),
        Value::String(text) => {
            let mut out = String::with_capacity(text.len().min(ECHO) + 2);
            // `{:?}` escapes what would break the line.
            let _ = write!(out, "{:?}", cut(text));
            out
        }
        other => other.to_string(),
    }
}

/// The known name nearest to `name`, near enough to be a slip of the pen.
pub(crate) fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // A name that long is no slip, and the distance is quadratic.
    if name.chars().nth(64).is_some() {
        return None;
    }
    let letters = name.chars().count();
    let limit = match letters {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    known
        .into_iter()
        // Each letter too many is one that differs; of most names that is all there is to see.
        .filter(|candidate| candidate.chars().count().abs_diff(letters) <= limit)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= limit && *distance < candidate.chars().count())
        // The first of equals: `min_by_key` keeps source order.
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters differ, a swap of neighbours counted once (optimal string alignment).
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j - 1] + change)
                .min(rows[i - 1][j] + 1)
                .min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_finds_its_neighbour_and_a_stranger_does_not() {
        let known = ["create", "delete", "list", "id"];
        for (name, expected) in [
            ("crate", Some("create")),
            ("lsit", Some("list")),
            ("LIST", Some("list")),
            ("di", Some("id")),
            ("x", None),
            ("", None),
            ("something_else", None),
        ] {
            assert_eq!(nearest(name, known), expected, "{name}");
        }
    }

    #[test]
    fn an_echo_is_cut_at_fifty_characters_not_bytes() {
        let long = "é".repeat(60);
        assert_eq!(
            echo(&Value::String(long)),
            format!("\"{}…\"", "é".repeat(50))
        );
        assert_eq!(echo(&Value::String("a\nb".into())), r#""a\nb""#);
        assert_eq!(echo(&serde_json::json!([1])), "array");
    }
}
