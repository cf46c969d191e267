//! The first sentence of a doc comment, and functions that join pieces of text on one line.

/// A doc comment, split after its first sentence.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Sentence<'d> {
    /// The sentence on one line, without a final full stop.
    pub(crate) text: String,
    /// The text after the sentence, with its line breaks.
    pub(crate) rest: &'d str,
    /// `true` if a blank line separates the sentence from the text after it.
    pub(crate) apart: bool,
}

/// Splits off the first sentence: up to the first `.`, `!` or `?` before white space, else up to a
/// blank line, a list item or the end.
pub(crate) fn first_sentence(docs: &str) -> Sentence<'_> {
    let docs = docs.trim();
    let end = sentence_end(docs);
    let rest = &docs[end..];
    let mut text = joined_lines(&docs[..end]);
    drop_full_stop(&mut text);
    // Text on the sentence's own line loses its leading space; a line keeps its indentation.
    let whole_lines = docs[..end].ends_with('\n');
    let mut body = rest;
    if !whole_lines {
        body = body.trim_start_matches([' ', '\t', '\r']);
    }
    let mut breaks = usize::from(whole_lines);
    while let Some((line, after)) = body.split_once('\n')
        && line.trim().is_empty()
    {
        body = after;
        breaks += 1;
    }
    Sentence {
        text,
        rest: body,
        apart: breaks > 1,
    }
}

/// Returns the whole text on one line, without a final full stop.
pub(crate) fn one_line(text: &str) -> String {
    let mut text = joined_lines(text);
    drop_full_stop(&mut text);
    text
}

/// Appends `piece` to a line, separated by exactly one full stop.
pub(crate) fn append_sentence(line: &mut String, piece: &str) {
    if piece.is_empty() {
        return;
    }
    if !line.is_empty() {
        line.push_str(if line.ends_with(['.', '!', '?']) {
            " "
        } else {
            ". "
        });
    }
    line.push_str(piece);
}

/// Appends `tail` to docs. Docs of several lines stay a separate paragraph.
pub(crate) fn with_tail(docs: &str, tail: &str) -> String {
    let mut text = docs.trim().to_owned();
    if text.contains('\n') && !tail.is_empty() {
        text.push('\n');
        text.push_str(tail);
    } else {
        append_sentence(&mut text, tail);
    }
    text
}

/// Splits a text losslessly into pieces: a sentence with the white space after it, a blank line, or
/// the marker of a list item with the sentence after it.
pub(crate) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = sentence_end(rest);
        let behind = rest[end..].chars().take_while(|c| c.is_whitespace());
        for letter in behind {
            end += letter.len_utf8();
            if letter == '\n' {
                break;
            }
        }
        let piece = &rest[..end];
        rest = &rest[piece.len()..];
        Some(piece)
    })
}

fn sentence_end(docs: &str) -> usize {
    let mut start = 0;
    for line in docs.split_inclusive('\n') {
        let text = line.trim();
        let marker = list_marker(text);
        if start > 0 && (text.is_empty() || marker > 0) {
            return start;
        }
        // The full stop of a leading `1.` does not end a sentence.
        let from = line.len() - line.trim_start().len() + marker;
        let mut letters = line[from..].char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            let before_space = letters.peek().is_some_and(|(_, next)| next.is_whitespace());
            if before_space && matches!(letter, '.' | '!' | '?') {
                return start + from + at + 1;
            }
        }
        start += line.len();
    }
    docs.len()
}

/// Returns the length of `- `, `* `, `+ `, `1. ` or `1) ` at the start of a line; 0 if it is not a
/// list item.
pub(crate) fn list_marker(line: &str) -> usize {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let after = &line[digits..];
    let bullets: &[&str] = if digits == 0 {
        &["- ", "* ", "+ "]
    } else {
        &[". ", ") "]
    };
    let found = bullets.iter().any(|bullet| after.starts_with(bullet));
    if found { digits + 2 } else { 0 }
}

fn joined_lines(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join(" ")
}

/// Removes a final full stop, but not an ellipsis.
fn drop_full_stop(text: &mut String) {
    if text.ends_with('.') && !text.ends_with("..") {
        text.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_at_a_stop_before_white_space_or_where_its_paragraph_does() {
        for (docs, text, rest, apart) in [
            ("", "", "", false),
            ("Delete a project.", "Delete a project", "", false),
            ("Delete a project", "Delete a project", "", false),
            ("Really? Yes.", "Really?", "Yes.", false),
            ("Go!\nNow.", "Go!", "Now.", false),
            (
                "Version 1.2 of it. More.",
                "Version 1.2 of it",
                "More.",
                false,
            ),
            ("On two\n  lines. More.", "On two lines", "More.", false),
            ("Title\n\nText. End.", "Title", "Text. End.", true),
            ("Title.\n \n\n  Text.", "Title", "  Text.", true),
            ("Takes:\n- a\n- b", "Takes:", "- a\n- b", false),
            ("Takes:\n  - a\n  - b", "Takes:", "  - a\n  - b", false),
            ("Takes\n\n 1. a\n 2. b", "Takes", " 1. a\n 2. b", true),
            ("1. One. Two.", "1. One", "Two.", false),
            ("- One\n- Two", "- One", "- Two", false),
            ("Wait... what", "Wait...", "what", false),
            ("Wait...", "Wait...", "", false),
            (
                "2 of them, -5 or * more",
                "2 of them, -5 or * more",
                "",
                false,
            ),
            ("Être là. Fin.", "Être là", "Fin.", false),
            ("  \n Padded. \n ", "Padded", "", false),
        ] {
            let expected = Sentence {
                text: text.to_owned(),
                rest,
                apart,
            };
            assert_eq!(first_sentence(docs), expected, "{docs:?}");
        }
    }

    #[test]
    fn a_text_becomes_one_line_without_its_full_stop() {
        assert_eq!(one_line(" First. \n\n  - second.\n"), "First. - second");
        assert_eq!(one_line("Why?"), "Why?");
        assert_eq!(one_line(" \n "), "");
    }

    #[test]
    fn pieces_follow_each_other_after_one_stop() {
        for (line, piece, text) in [
            ("Delete", "Requires: id", "Delete. Requires: id"),
            ("Done!", "Requires: id", "Done! Requires: id"),
            (
                "Deprecated: use list.",
                "Then",
                "Deprecated: use list. Then",
            ),
            ("", "Requires: id", "Requires: id"),
            ("Delete", "", "Delete"),
        ] {
            let mut out = line.to_owned();
            append_sentence(&mut out, piece);
            assert_eq!(out, text);
        }
    }

    #[test]
    fn a_tail_follows_docs_on_their_line_or_below_their_paragraphs() {
        for (docs, tail, text) in [
            (
                "The name",
                "(always required)",
                "The name. (always required)",
            ),
            ("The name.", "For: list", "The name. For: list"),
            ("Sure?", "For: list", "Sure? For: list"),
            ("", "For: list", "For: list"),
            ("State.\n\n- x", "For: list", "State.\n\n- x\nFor: list"),
            ("State\nof it", "a: One", "State\nof it\na: One"),
            ("State\nof it\n", "", "State\nof it"),
            ("", "", ""),
        ] {
            assert_eq!(with_tail(docs, tail), text);
        }
    }
}
