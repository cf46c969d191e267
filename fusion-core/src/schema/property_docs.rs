//! The text of a property's description, and the order of its parts.

use crate::spec::sentence::{append_sentence, first_sentence};

/// Formats the documentation of values: `open: <first sentence>; closed: <first sentence>`.
pub(super) fn values<'d>(documented: impl IntoIterator<Item = (&'d str, &'d str)>) -> String {
    let words = documented
        .into_iter()
        .map(|(value, docs)| format!("{value}: {}", first_sentence(docs).text));
    words.collect::<Vec<_>>().join("; ")
}

/// Joins the documentation, the documentation of values and a note. A text of several lines stays a
/// separate paragraph.
pub(super) fn description(docs: &str, values: &str, note: &str) -> String {
    let mut tail = values.to_owned();
    append_sentence(&mut tail, note);
    let mut text = docs.trim().to_owned();
    if text.contains('\n') && !tail.is_empty() {
        text.push('\n');
        text.push_str(&tail);
    } else {
        append_sentence(&mut text, &tail);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docs_values_and_note_follow_each_other() {
        for (docs, values, note, text) in [
            (
                "The name",
                "",
                "(always required)",
                "The name. (always required)",
            ),
            ("The name.", "", "For: list", "The name. For: list"),
            ("Sure?", "", "For: list", "Sure? For: list"),
            ("", "", "For: list", "For: list"),
            ("", "a: One; b: Two", "", "a: One; b: Two"),
            (
                "State",
                "a: One; b: Two",
                "For: list",
                "State. a: One; b: Two. For: list",
            ),
            ("State.\n\n- x", "", "For: list", "State.\n\n- x\nFor: list"),
            (
                "State\nof it",
                "a: One",
                "For: list",
                "State\nof it\na: One. For: list",
            ),
            ("State\nof it", "", "", "State\nof it"),
            ("", "", "", ""),
        ] {
            assert_eq!(description(docs, values, note), text);
        }
    }
}
