//! The problems of arguments, as data.

use std::{borrow::Cow, fmt::Write as _};

use serde_json::Value;

/// The maximum length of an echoed value, in characters.
pub(crate) const ECHO: usize = 50;

/// One problem with the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The argument's position in its action; `None` for a field that the action does not have.
    pub slot: Option<usize>,
    /// The path from the argument to the value, such as `.tags[1]`; empty for the argument itself.
    pub path: String,
    /// The kind of the problem.
    pub kind: ProblemKind,
}

/// The reason why an argument is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A required argument is missing.
    Missing,
    /// The value has the wrong kind, or is outside of the enumerated values or bounds.
    Unexpected {
        /// The accepted values, such as `integer 1..100`.
        expected: String,
        /// The sent value, shortened; `None` for a secret.
        got: Option<String>,
        /// The accepted value nearest to the sent one.
        nearest: Option<String>,
        /// The correction that the caller may have intended.
        advice: Option<Advice>,
    },
    /// The deserializer of the type refused the value.
    Rejected {
        /// The error text of the type; `None` if it could repeat a long value, or a secret.
        reason: Option<String>,
    },
    /// A name is not known at this place.
    Unknown {
        /// The sent name, shortened.
        name: String,
        /// The nearest known name of a nested object. For an argument, the view computes it.
        nearest: Option<String>,
    },
    /// None or several arguments of a set were sent, of which exactly one must be given.
    NotOne {
        /// The published names of the arguments in the set.
        names: Vec<&'static str>,
        /// The number of them that were sent.
        given: usize,
    },
}

/// A correction that the caller of a value of the wrong kind may have intended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// Omit the field.
    LeaveOut,
    /// Send the only item of the array instead of the array.
    Unwrap,
    /// Send an array that contains the value.
    Wrap,
    /// Send the array or object that the sent text contains as JSON.
    Parse,
    /// Send the same digits as a string.
    Quote,
}

impl Problem {
    /// Returns a problem that concerns an argument as a whole.
    pub(crate) fn for_slot(slot: usize, kind: ProblemKind) -> Self {
        Self {
            slot: Some(slot),
            path: String::new(),
            kind,
        }
    }

    /// Returns a problem somewhere inside a secret, without its path.
    pub(crate) fn inside_secret(slot: usize) -> Self {
        Self::for_slot(slot, ProblemKind::Rejected { reason: None })
    }

    /// Returns the problem of a field that the action does not have.
    pub(crate) fn unknown(name: &str) -> Self {
        Self {
            slot: None,
            path: String::new(),
            kind: ProblemKind::Unknown {
                name: cut(name).into_owned(),
                nearest: None,
            },
        }
    }
}

/// Returns the JSON Schema name of the type of `value`.
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

/// Returns the JSON Schema name of the narrowest type of `value`: as [`kind_name`], and `integer`.
#[cfg(feature = "lock")]
pub(crate) fn type_name_of(value: &Value) -> &'static str {
    match value {
        Value::Number(number) if !number.is_f64() => "integer",
        other => kind_name(other),
    }
}

/// Returns the first 50 characters of `text`, with `…` if any are cut off.
pub(crate) fn cut(text: &str) -> Cow<'_, str> {
    // A text never has more characters than bytes, so short ones are not scanned.
    let end = (text.len() > ECHO).then(|| text.char_indices().nth(ECHO));
    match end.flatten() {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]).into(),
    }
}

/// Escapes control characters, line separators, and characters without a glyph, such as zero-width and
/// bidirectional ones, so that a caller's text cannot start a line, reverse the text direction, or differ
/// from its looks.
pub(crate) fn on_one_line(text: &str) -> Cow<'_, str> {
    with_escapes(text, |letter, out| out.extend(letter.escape_default()))
}

/// Calls `escape` for each character that [`on_one_line`] escapes, to write its escape.
pub(crate) fn with_escapes(text: &str, escape: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(|letter: char| letter.is_control() || is_invisible(letter)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let mut before = None;
    while let Some(letter) = letters.next() {
        let is_joiner = matches!(letter, '\u{200c}' | '\u{200d}')
            && before.is_some_and(needs_joiners)
            && letters.peek().copied().is_some_and(needs_joiners);
        if !is_joiner && (letter.is_control() || is_invisible(letter)) {
            escape(letter, &mut out);
        } else {
            out.push(letter);
        }
        before = Some(letter);
    }
    Cow::Owned(out)
}

/// Returns `true` for a letter that is written with joiners: those of Persian and of Indic scripts, and
/// emoji with their variation selector.
pub(crate) fn needs_joiners(letter: char) -> bool {
    letter >= '\u{590}' && !is_invisible(letter) && !letter.is_whitespace()
}

/// Returns `true` for a character without a glyph: all of Unicode's category `Cf`, the line separators,
/// fillers, and the block of tags, assigned or not.
pub(crate) fn is_invisible(letter: char) -> bool {
    letter >= '\u{ad}'
        && matches!(
            letter,
            '\u{ad}'
                | '\u{34f}'
                | '\u{600}'..='\u{605}'
                | '\u{61c}'
                | '\u{6dd}'
                | '\u{70f}'
                | '\u{890}' | '\u{891}'
                | '\u{8e2}'
                | '\u{115f}' | '\u{1160}'
                | '\u{17b4}' | '\u{17b5}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{110bd}'
                | '\u{110cd}'
                | '\u{13430}'..='\u{1343f}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Formats a value for an error text: arrays and objects by their kind, strings shortened.
pub(crate) fn echo(value: &Value) -> String {
    match value {
        Value::Array(_) => "array".to_owned(),
        Value::Object(_) => "object".to_owned(),
        Value::String(text) => {
            let mut out = String::with_capacity(text.len().min(ECHO) + 2);
            // `{:?}` escapes line breaks.
            let _ = write!(out, "{:?}", cut(text));
            out
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_with_a_direction_is_escaped() {
        let text = "a\u{61c}\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}é";
        let expected = r"a\u{61c}\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}é";
        assert_eq!(on_one_line(text), expected);
    }

    #[test]
    fn every_character_without_a_glyph_is_escaped() {
        let text =
            "a\u{ad}b\u{200b}c\u{200d}d\u{2060}e\u{feff}f\u{fff9}g\u{3164}h\u{e0001}i\u{e0041}";
        let expected =
            r"a\u{ad}b\u{200b}c\u{200d}d\u{2060}e\u{feff}f\u{fff9}g\u{3164}h\u{e0001}i\u{e0041}";
        assert_eq!(on_one_line(text), expected);
        assert_eq!(on_one_line("a\r\nb\tc\0"), r"a\r\nb\tc\u{0}");
    }

    #[test]
    fn joiners_inside_of_scripts_that_need_them_are_kept() {
        for text in [
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "\u{1f468}\u{200d}\u{1f469}",
            "❤\u{fe0f}\u{200d}\u{1f525}",
        ] {
            assert_eq!(on_one_line(text), text);
            assert_eq!(on_one_line(&format!("{text}\n")), format!("{text}\\n"));
        }
        assert_eq!(on_one_line("می\u{200c}"), r"می\u{200c}");
        assert_eq!(on_one_line("ی\u{200c}\u{200c}ی"), r"ی\u{200c}\u{200c}ی");
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
