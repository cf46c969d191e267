//! Length limits of error texts, applied to text from authors and clients.

use std::borrow::Cow;

use serde_json::Value;

use crate::error::{cut, echo, on_one_line};

/// Longest list, in characters.
pub(super) const LIST: usize = 2_000;

/// Longest item of a list, such as a type or a reason, in characters.
pub(super) const PART: usize = 300;

/// Joins as many items as fit `limit` characters; the others are counted: `a, b, and 3 more`.
pub(in crate::surface) fn as_many_as_fit<T: AsRef<str>>(
    items: impl IntoIterator<Item = T>,
    separator: &str,
    limit: usize,
) -> String {
    let mut out = String::new();
    let items: Vec<T> = items.into_iter().collect();
    push_as_many_as_fit(&mut out, items.iter(), separator, limit);
    out
}

/// Appends as many items as fit `limit` characters; the others are counted.
pub(super) fn push_as_many_as_fit<T: AsRef<str>>(
    out: &mut String,
    items: impl Iterator<Item = T> + Clone,
    separator: &str,
    limit: usize,
) {
    let bytes: usize = items
        .clone()
        .map(|item| item.as_ref().len() + separator.len())
        .sum();
    let length = |item: &T| item.as_ref().chars().count() + separator.len();
    let all = || items.clone().map(|item| length(&item)).sum::<usize>();
    let longest = limit.saturating_add(separator.len());
    // A text never has more characters than bytes, so short lists are not scanned.
    if bytes <= longest || all() <= longest {
        out.reserve(bytes);
        for (index, item) in items.enumerate() {
            if index > 0 {
                out.push_str(separator);
            }
            out.push_str(item.as_ref());
        }
        return;
    }
    let tail = |left: usize| format!("and {left} more");
    let count = items.clone().count();
    // The count is longest if no item fits.
    let mut room = limit.saturating_sub(tail(count).len());
    let mut taken = 0;
    for item in items {
        let Some(left) = room.checked_sub(length(&item)) else {
            break;
        };
        room = left;
        out.push_str(item.as_ref());
        out.push_str(separator);
        taken += 1;
    }
    out.push_str(&tail(count - taken));
}

/// Returns at most `limit` characters of the text, then `…`.
pub(super) fn shorten(text: &str, limit: usize) -> Cow<'_, str> {
    // A string never has more characters than bytes, so short texts are not scanned.
    let cut = (text.len() > limit).then(|| text.char_indices().nth(limit));
    match cut.flatten() {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]).into(),
    }
}

/// Indents every line but the first by two spaces. Other control characters and bidirectional marks are
/// escaped; tabs are kept.
pub(super) fn indent_further_lines(text: &str) -> Cow<'_, str> {
    if on_one_line(text) == text {
        return text.into();
    }
    let text = text.replace("\r\n", "\n");
    let lines = text.split([
        '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
    ]);
    let lines: Vec<_> = lines
        .map(|line| {
            let cells: Vec<_> = line.split('\t').map(on_one_line).collect();
            cells.join("\t")
        })
        .collect();
    lines.join("\n  ").into()
}

/// Quotes a value that the client sent, at most 50 characters of it.
pub(super) fn quote_value(value: &Value) -> String {
    match value {
        Value::String(_) => echo(value),
        // With `arbitrary_precision`, a number keeps every digit that was sent.
        other => cut(&echo(other)).into_owned(),
    }
}
