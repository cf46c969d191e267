//! Texts of a server as a terminal shows them: a character that would move the cursor, set a colour, ring, or change the
//! direction of text is shown as its escape. Piped output keeps every byte, so that callers check for a terminal first.

use std::{borrow::Cow, fmt::Write as _};

use serde_json::Value;

use crate::error::with_escapes;

/// Returns a text whose only control characters are line breaks and tabs.
pub(super) fn shown_text(text: &str) -> Cow<'_, str> {
    let escape = |letter: char, out: &mut String| match letter {
        '\n' | '\t' => out.push(letter),
        _ => out.extend(letter.escape_default()),
    };
    if text.contains("\r\n") {
        return with_escapes(&text.replace("\r\n", "\n"), escape)
            .into_owned()
            .into();
    }
    with_escapes(text, escape)
}

/// Returns JSON on several lines, with the escapes of JSON for every character that controls a terminal or is
/// invisible.
pub(super) fn shown_json(value: &Value) -> String {
    let text = format!("{value:#}");
    let escape = |letter: char, out: &mut String| {
        if letter == '\n' {
            out.push(letter);
            return;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    };
    with_escapes(&text, escape).into_owned()
}

/// Returns a value whose texts are those of [`shown_text`].
pub(super) fn shown_value(value: &Value) -> Value {
    match value {
        Value::String(text) => shown_text(text).into(),
        Value::Array(items) => items.iter().map(shown_value).collect(),
        Value::Object(members) => {
            let members = members.iter();
            members
                .map(|(name, member)| (shown_text(name).into_owned(), shown_value(member)))
                .collect()
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_terminal_gets_escapes_and_keeps_lines_and_tabs() {
        for (text, expected) in [
            ("a\u{1b}[31mred\u{7}", r"a\u{1b}[31mred\u{7}"),
            ("a\tb\nc\r\n\nd", "a\tb\nc\n\nd"),
            ("over\rwritten", r"over\rwritten"),
            ("a\u{202e}b\u{2066}\u{9b}1m", r"a\u{202e}b\u{2066}\u{9b}1m"),
            ("plain é 東京", "plain é 東京"),
            ("", ""),
        ] {
            assert_eq!(shown_text(text), expected);
        }
    }

    #[test]
    fn escapes_of_json_are_json() {
        let value = json!({"a": "x\u{1b}\u{7f}\u{202e}\u{e0041}\n東"});
        let shown = shown_json(&value);
        assert_eq!(
            shown,
            "{\n  \"a\": \"x\\u001b\\u007f\\u202e\\udb40\\udc41\\n東\"\n}"
        );
        assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), value);
    }
}
