//! Strings and keys: the rules for quotes and escapes.

use crate::options::Delimiter;

/// Bits of `CLASS`: the effect of a byte in an unquoted string.
const QUOTES: u8 = 1;
const COMMA: u8 = 2;
const TAB: u8 = 4;
const PIPE: u8 = 8;
/// The byte must be written as an escape.
const ESCAPE: u8 = 16;
/// The byte may be part of an unquoted key.
const KEY: u8 = 32;
/// The byte may begin a word that reads as a number, a literal, a list item or a comment.
const START: u8 = 64;
/// The byte may begin an unquoted key.
const KEY_START: u8 = 128;

const CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut class = [0; 256];
    let mut byte = 0_u8;
    loop {
        class[byte as usize] = match byte {
            b'\t' => QUOTES | ESCAPE | TAB,
            b'"' | b'\\' | 0..=0x1F => QUOTES | ESCAPE,
            b':' | b'[' | b']' | b'{' | b'}' => QUOTES,
            b',' => COMMA,
            b'|' => PIPE,
            b't' | b'f' | b'n' => KEY | KEY_START | START,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => KEY | KEY_START,
            b'0'..=b'9' => KEY | START,
            b'.' => KEY,
            b'+' | b'-' | b'#' | b' ' => START,
            _ => 0,
        };
        if byte == u8::MAX {
            return class;
        }
        byte += 1;
    }
}

/// Returns the classes of bytes that force quotes in a document with this delimiter.
pub(crate) const fn forces_quotes(delimiter: Delimiter) -> u8 {
    QUOTES
        | match delimiter {
            Delimiter::Comma => COMMA,
            Delimiter::Tab => TAB,
            Delimiter::Pipe => PIPE,
        }
}

/// Writes a string value, with quotes if it would otherwise read as another type or break the line.
#[inline]
pub(crate) fn push_str(out: &mut String, text: &str, forces: u8) {
    if is_bare(text.as_bytes(), forces) {
        out.push_str(text);
    } else {
        push_quoted(out, text);
    }
}

/// Writes a key, with quotes unless it is an identifier.
#[inline(always)]
#[allow(clippy::inline_always)] // A tenth of the time of small objects.
pub(crate) fn push_key(out: &mut String, key: &str) {
    let bytes = key.as_bytes();
    let starts = bytes
        .first()
        .is_some_and(|&b| CLASS[usize::from(b)] & KEY_START != 0);
    // No early exit: keys are short, and most need no quotes.
    if starts && fold_classes(bytes, KEY, |all, class| all & class) != 0 {
        out.push_str(key);
    } else {
        push_quoted(out, key);
    }
}

/// Combines the classes of the bytes of a short text, four bytes at a time.
#[inline]
fn fold_classes(bytes: &[u8], start: u8, fold: impl Fn(u8, u8) -> u8) -> u8 {
    let (fours, rest) = bytes.as_chunks::<4>();
    let with = |so_far: u8, b: &u8| fold(so_far, CLASS[usize::from(*b)]);
    let so_far = fours
        .iter()
        .fold(start, |so_far, four| four.iter().fold(so_far, with));
    rest.iter().fold(so_far, with)
}

#[inline]
fn is_bare(bytes: &[u8], forces: u8) -> bool {
    let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else {
        return false;
    };
    if last == b' ' || (CLASS[usize::from(first)] & START != 0 && reads_as_another_type(bytes)) {
        return false;
    }
    is_plain(bytes, forces)
}

#[inline]
fn is_plain(bytes: &[u8], forces: u8) -> bool {
    if bytes.len() < LANES {
        return fold_classes(bytes, 0, |any, class| any | class) & forces == 0;
    }
    is_plain_long(bytes, forces)
}

fn is_plain_long(bytes: &[u8], forces: u8) -> bool {
    // A tab is a control character, which is tested in any case.
    let delimiter = match forces & (COMMA | PIPE) {
        COMMA => b',',
        PIPE => b'|',
        _ => b':',
    };
    !any_in_long(bytes, |b| {
        u8::from(b < 0x20)
            | u8::from(b == b'"')
            | u8::from(b == b':')
            | u8::from(b == delimiter)
            | u8::from(b.wrapping_sub(b'[') < 3)
            | u8::from(b == b'{')
            | u8::from(b == b'}')
    })
}

const LANES: usize = 16;

/// Returns true if `test` is not 0 for any byte of a text of `LANES` bytes or more.
#[inline]
fn any_in_long(bytes: &[u8], test: impl Fn(u8) -> u8 + Copy) -> bool {
    let (chunks, rest) = bytes.as_chunks::<{ 2 * LANES }>();
    // The bytes of the last incomplete chunk are tested together with bytes before them.
    let first = rest.first_chunk().or(bytes.first_chunk::<LANES>());
    chunks.iter().any(|chunk| any(chunk, test))
        || first
            .into_iter()
            .chain(bytes.last_chunk::<LANES>())
            .any(|chunk| any(chunk, test))
}

/// Has no branches, so that the compiler emits vector instructions: several times as fast as the
/// table.
#[inline]
fn any<const N: usize>(chunk: &[u8; N], test: impl Fn(u8) -> u8) -> bool {
    let hits = chunk.map(test);
    let (words, _) = hits.as_chunks::<LANES>();
    let hits = words
        .iter()
        .fold(0, |hits, &word| hits | u128::from_ne_bytes(word));
    hits != 0
}

/// Returns true if a text whose first byte is a `START` would read as another type.
#[cold]
fn reads_as_another_type(bytes: &[u8]) -> bool {
    match bytes {
        b"true" | b"false" | b"null" | [b'-' | b'#' | b' ', ..] => true,
        [b't' | b'f' | b'n', ..] => false,
        _ => is_number_like(bytes),
    }
}

/// Matches the whole text against `[+-]?\d+(\.\d+)?([eE][+-]?\d+)?`.
fn is_number_like(bytes: &[u8]) -> bool {
    let unsigned = match bytes {
        [b'+' | b'-', rest @ ..] => rest,
        _ => bytes,
    };
    let Some(mut rest) = skip_digits(unsigned) else {
        return false;
    };
    if let [b'.', fraction @ ..] = rest {
        let Some(after) = skip_digits(fraction) else {
            return false;
        };
        rest = after;
    }
    match rest {
        [] => true,
        [b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] => {
            skip_digits(exponent).is_some_and(<[u8]>::is_empty)
        }
        _ => false,
    }
}

/// Returns the rest after one or more digits.
fn skip_digits(bytes: &[u8]) -> Option<&[u8]> {
    let count = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    (count > 0).then(|| &bytes[count..])
}

pub(crate) fn push_quoted(out: &mut String, text: &str) {
    out.reserve(text.len() + 2);
    out.push('"');
    if needs_escapes(text.as_bytes()) {
        push_escaped(out, text);
    } else {
        out.push_str(text);
    }
    out.push('"');
}

#[inline]
fn needs_escapes(bytes: &[u8]) -> bool {
    if bytes.len() < LANES {
        return escape_at(bytes).is_some();
    }
    any_in_long(bytes, |b| {
        u8::from(b < 0x20) | u8::from(b == b'"') | u8::from(b == b'\\')
    })
}

#[inline]
fn escape_at(bytes: &[u8]) -> Option<usize> {
    bytes
        .iter()
        .position(|&b| CLASS[usize::from(b)] & ESCAPE != 0)
}

fn push_escaped(out: &mut String, text: &str) {
    let mut rest = text;
    // All escaped bytes are ASCII, so each split is at a character boundary.
    while let Some(at) = escape_at(rest.as_bytes()) {
        let (plain, tail) = rest.split_at(at);
        out.push_str(plain);
        let mut characters = tail.chars();
        if let Some(escaped) = characters.next() {
            push_escape(out, escaped);
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
}

fn push_escape(out: &mut String, character: char) {
    match character {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        control => {
            out.push_str("\\u00");
            let code = u32::from(control);
            for shift in [4, 0] {
                out.extend(char::from_digit(code >> shift & 0xF, 16));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, delimiter: Delimiter) -> String {
        let mut out = String::new();
        push_str(&mut out, text, forces_quotes(delimiter));
        out
    }

    #[test]
    fn a_text_is_quoted_only_when_it_must_be() {
        let bare = [
            "a", "a b", "a-b #c", ".5", "NaN", "True", "1.", "1e", "é", "trueish", "+", "1 2",
        ];
        for text in bare {
            assert_eq!(value(text, Delimiter::Comma), text);
        }
        let quoted = [
            "", " a", "a ", "true", "null", "-", "-x", "#x", "1", "+1", "05", "1.5e+3", "a:b", "[",
            "}",
        ];
        for text in quoted {
            assert_eq!(value(text, Delimiter::Comma), format!("\"{text}\""));
        }
    }

    #[test]
    fn only_the_delimiter_of_the_document_forces_quotes() {
        assert_eq!(value("a,b|c", Delimiter::Comma), "\"a,b|c\"");
        assert_eq!(value("a,b", Delimiter::Pipe), "a,b");
        assert_eq!(value("a|b", Delimiter::Pipe), "\"a|b\"");
        assert_eq!(value("a,b|c", Delimiter::Tab), "a,b|c");
        assert_eq!(value("a\tb", Delimiter::Tab), "\"a\\tb\"");
    }

    #[test]
    fn long_texts_follow_the_same_rules_at_every_place() {
        for delimiter in [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe] {
            let forces = forces_quotes(delimiter);
            for byte in 0..0x80_u8 {
                for (len, at) in [(16, 7), (16, 15), (17, 16), (70, 31), (70, 32), (70, 69)] {
                    let mut text = vec![b'x'; len];
                    text[at] = byte;
                    let class = CLASS[usize::from(byte)];
                    assert_eq!(
                        is_plain(&text, forces),
                        class & forces == 0,
                        "{byte} at {at}"
                    );
                    assert_eq!(needs_escapes(&text), class & ESCAPE != 0, "{byte} at {at}");
                }
            }
        }
    }

    #[test]
    fn control_characters_are_escaped_as_four_hex_digits() {
        assert_eq!(
            value("\u{1}\n\u{1f}\"\\", Delimiter::Comma),
            r#""\u0001\n\u001f\"\\""#
        );
    }

    #[test]
    fn a_key_is_bare_only_as_an_identifier() {
        for (key, text) in [
            ("a.b_1", "a.b_1"),
            ("", "\"\""),
            ("1a", "\"1a\""),
            (".a", "\".a\""),
            ("é", "\"é\""),
        ] {
            let mut out = String::new();
            push_key(&mut out, key);
            assert_eq!(out, text);
        }
    }
}
