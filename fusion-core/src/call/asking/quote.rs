//! Values in questions. They are words of the model or of strangers, and must not be read as a part of the sentence.

use serde::Serialize;
use serde_json::Value;

use crate::error::{ECHO, is_invisible, needs_joiners};

/// The number of characters that are shown of the begin of a long text. Its end is often its distinctive part, such
/// as the name of a file.
const BEGIN: usize = ECHO / 2 - 1;

/// The mark in place of characters that cannot be seen.
const MARK: char = '\u{fffd}';

/// Returns a value as the placeholders of [`confirm`](macro@crate::tool_group#confirmation) show it, so that it cannot
/// be read as a part of the sentence around it. Use it for each value in a question that your code formats: an
/// argument is the word of a model, and a title may be the word of a stranger.
///
/// A text is in quotes, with a backslash before its own quotes and backslashes. Of one with more than 50 characters,
/// the begin and the end are shown, and `…` between them. Line breaks and tabs become spaces; control characters,
/// characters that change the direction of others and all others without a glyph become `U+FFFD`. Numbers and
/// booleans have no quotes, an absent value is `nothing`, and anything else is its JSON in quotes. A value that cannot
/// be serialized is a mark in quotes.
///
/// ```
/// use fusion_core::ask::quote;
///
/// let title = "old\" and all others. \"";
/// assert_eq!(
///     format!("Delete {} ({})?", quote(title), quote(&Some(7))),
///     r#"Delete "old\" and all others. \"" (7)?"#
/// );
/// ```
pub fn quote<T: Serialize + ?Sized>(value: &T) -> String {
    let mut text = String::new();
    match serde_json::to_value(value) {
        Ok(value) => push_value(&mut text, &value),
        Err(_) => text.extend(['"', MARK, '"']),
    }
    text
}

/// Appends a value as [`quote`] returns it.
pub(super) fn push_value(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("nothing"),
        Value::Bool(_) | Value::Number(_) => text.push_str(&value.to_string()),
        Value::String(words) => push_quoted(text, words),
        Value::Array(_) | Value::Object(_) => push_quoted(text, &value.to_string()),
    }
}

fn push_quoted(text: &mut String, words: &str) {
    let letters = shown_letters(words);
    text.push('"');
    if letters.len() > ECHO {
        let end = letters.len() - (ECHO - BEGIN - 1);
        push_escaped(text, &letters[..BEGIN]);
        text.push('…');
        push_escaped(text, &letters[end..]);
    } else {
        push_escaped(text, &letters);
    }
    text.push('"');
}

/// Appends letters with a backslash before quotes, so that the only other quotes are those around the value.
fn push_escaped(text: &mut String, letters: &[char]) {
    for letter in letters {
        if matches!(letter, '"' | '\\') {
            text.push('\\');
        }
        text.push(*letter);
    }
}

/// Returns the letters of a text as they are shown. Invisible ones that follow each other have one mark.
fn shown_letters(words: &str) -> Vec<char> {
    let mut shown: Vec<char> = Vec::new();
    let mut letters = words.chars().peekable();
    let mut before = None;
    while let Some(letter) = letters.next() {
        let joins = matches!(letter, '\u{200c}' | '\u{200d}')
            && before.is_some_and(needs_joiners)
            && letters.peek().copied().is_some_and(needs_joiners);
        before = Some(letter);
        match letter {
            '\n' | '\r' | '\t' | '\u{85}' | '\u{2028}' | '\u{2029}' => shown.push(' '),
            _ if joins => shown.push(letter),
            _ if letter.is_control() || is_invisible(letter) => {
                if shown.last() != Some(&MARK) {
                    shown.push(MARK);
                }
            }
            _ => shown.push(letter),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use serde::Serializer;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_cannot_be_read_as_a_part_of_the_sentence() {
        for (value, expected) in [
            (json!(7), "7"),
            (json!(true), "true"),
            (json!(null), "nothing"),
            (json!("a"), r#""a""#),
            (json!("a\"? Yes, \\"), r#""a\"? Yes, \\""#),
            (json!("a\nb\u{85}c"), r#""a b c""#),
            (json!(["x", 1]), r#""[\"x\",1]""#),
        ] {
            assert_eq!(quote(&value), expected);
        }
    }

    #[test]
    fn letters_that_cannot_be_seen_leave_one_mark() {
        for (text, expected) in [
            (
                "a\u{7}\u{202e}c\u{200b}d\u{feff}",
                "\"a\u{fffd}c\u{fffd}d\u{fffd}\"",
            ),
            (
                "b\u{3164}c\u{115f}\u{2800}d\u{e0100}e",
                "\"b\u{fffd}c\u{fffd}d\u{fffd}e\"",
            ),
            // Joiners that a script or an emoji needs.
            (
                "می\u{200c}خواهم \u{1f468}\u{200d}\u{1f469}",
                "\"می\u{200c}خواهم \u{1f468}\u{200d}\u{1f469}\"",
            ),
        ] {
            assert_eq!(quote(text), expected);
        }
    }

    #[test]
    fn a_long_text_shows_its_begin_and_its_end() {
        assert_eq!(quote(&"é".repeat(50)), format!("\"{}\"", "é".repeat(50)));
        let path = format!("/srv/{}/secrets/production.env", "x".repeat(60));
        assert_eq!(
            quote(&path),
            r#""/srv/xxxxxxxxxxxxxxxxxxx…xx/secrets/production.env""#
        );
    }

    #[test]
    fn a_value_that_cannot_be_serialized_is_a_mark() {
        struct Broken;
        impl Serialize for Broken {
            fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
                Err(serde::ser::Error::custom("broken"))
            }
        }
        assert_eq!(quote(&Broken), "\"\u{fffd}\"");
    }
}
