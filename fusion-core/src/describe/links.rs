//! Links in docs to a sibling action, ``[`Self::list`]``. A link is replaced by the name that the
//! action has for the reader; a sentence with a link to a hidden action is dropped.

use std::borrow::Cow;

use crate::spec::sentence::sentences;

const OPEN: &str = "[`Self::";
const CLOSE: &str = "`]";

/// The target of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// An action that the reader may see, with its name.
    Shown(String),
    /// An action that the reader may not see.
    Hidden,
    /// No action, such as a variant of an enum whose docs describe an argument.
    Unknown,
}

/// Returns `true` if the text contains a link.
pub(crate) fn has_link(text: &str) -> bool {
    text.contains(OPEN)
}

/// Replaces every link by the name that `link` returns for its key, or by the key if it is unknown.
/// Drops the sentences with links to hidden actions.
pub(crate) fn replace_all_links<'d>(text: &'d str, link: &dyn Fn(&str) -> Link) -> Cow<'d, str> {
    if !has_link(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for sentence in sentences(text) {
        match replace_links(sentence, link) {
            Some(sentence) => out.push_str(&sentence),
            None => close_gap(&mut out, sentence),
        }
    }
    out.truncate(out.trim_end().len());
    Cow::Owned(out)
}

/// Returns the sentence with its links replaced; `None` if one leads to a hidden action.
fn replace_links(sentence: &str, link: &dyn Fn(&str) -> Link) -> Option<String> {
    let mut out = String::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let Some((key, after)) = after.split_once(CLOSE) else {
            break;
        };
        out.push_str(before);
        out.push('`');
        match link(key) {
            Link::Shown(name) => out.push_str(&name),
            Link::Hidden => return None,
            Link::Unknown => out.push_str(key),
        }
        out.push('`');
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

/// Removes the empty line or the trailing space that a dropped sentence leaves.
fn close_gap(out: &mut String, dropped: &str) {
    let ends_line = dropped.ends_with('\n');
    if ends_line && !out.is_empty() {
        let kept = out.trim_end_matches([' ', '\t']).len();
        out.truncate(kept);
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace_test_links(text: &str) -> String {
        let link = |key: &str| match key {
            "hidden" => Link::Hidden,
            "Open" => Link::Unknown,
            key => Link::Shown(format!("issues.{key}")),
        };
        replace_all_links(text, &link).into_owned()
    }

    #[test]
    fn a_link_is_the_name_of_its_action_and_a_hidden_one_takes_its_sentence_along() {
        for (text, expected) in [
            ("No link.", "No link."),
            ("See [`Self::list`].", "See `issues.list`."),
            (
                "Close it. Then [`Self::list`] or [`Self::get`] it. Done.",
                "Close it. Then `issues.list` or `issues.get` it. Done.",
            ),
            ("Close it. Not [`Self::hidden`].", "Close it."),
            ("Not [`Self::hidden`]. Close it.", "Close it."),
            ("Close it. Not [`Self::hidden`]. Done.", "Close it. Done."),
            ("One.\nNot [`Self::hidden`].\nTwo.", "One.\nTwo."),
            ("One.\n\nNot [`Self::hidden`].\n\nTwo.", "One.\n\nTwo."),
            (
                "Use:\n\n- [`Self::list`] for all\n- [`Self::hidden`] for some\n- [`Self::get`] for one",
                "Use:\n\n- `issues.list` for all\n- `issues.get` for one",
            ),
            ("[`Self::hidden`] only", ""),
            ("[`Self::Open`] or not", "`Open` or not"),
            ("[`Self::broken", "[`Self::broken"),
        ] {
            assert_eq!(replace_test_links(text), expected, "{text}");
        }
    }
}
