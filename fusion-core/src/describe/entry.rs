//! One line of a description, for an action or a module, with its further paragraphs.

use crate::{
    definition::ActionDef,
    spec::{
        Cache,
        sentence::{Sentence, append_sentence, first_sentence, one_line},
    },
    state_sync::with_directive,
};

/// One line with its further paragraphs.
#[derive(Debug)]
pub(super) struct ActionEntry {
    /// The label, such as `- 'delete':` or `delete(id)`.
    label: String,
    /// The label where only paragraphs follow, such as `delete:`.
    short: Option<String>,
    /// The text after the label; may be empty if there are paragraphs.
    text: String,
    /// Further paragraphs, indented, each line after a line break; may be empty.
    more: String,
    /// `true` if the paragraphs follow their line wherever the budget permits. Otherwise all lines
    /// come first, because paragraphs would displace them.
    keeps_together: bool,
}

impl ActionEntry {
    /// Returns an entry with the paragraphs of its docs.
    pub(super) fn new(label: String, text: String, paragraphs: &str) -> Self {
        Self {
            label,
            short: None,
            text,
            more: indent(paragraphs, "  "),
            keeps_together: false,
        }
    }

    /// Returns an entry in few tokens: with the smallest indentation, and with a short label for
    /// paragraphs that are written elsewhere.
    pub(super) fn dense(label: String, short: String, text: String, paragraphs: &str) -> Self {
        Self {
            label,
            short: Some(short),
            text,
            more: indent(paragraphs, " "),
            keeps_together: true,
        }
    }

    /// Returns `true` if the entry is split only where it does not fit.
    pub(super) fn keeps_together(&self) -> bool {
        self.keeps_together
    }

    /// Returns `true` if the entry contains more than its label.
    pub(super) fn has_text(&self) -> bool {
        !self.text.is_empty() || !self.more.is_empty()
    }

    /// Returns the line without the paragraphs.
    pub(super) fn line(&self) -> String {
        if self.text.is_empty() {
            self.label.clone()
        } else {
            format!("{} {}", self.label, self.text)
        }
    }

    /// Returns the line and its paragraphs.
    pub(super) fn full_text(&self) -> String {
        format!("{}{}", self.line(), self.more)
    }

    /// Returns the paragraphs under the label, for a line that is written elsewhere.
    pub(super) fn paragraphs(&self) -> Option<String> {
        (!self.more.is_empty()).then(|| self.continuation())
    }

    /// Returns the label and the paragraphs, for text that continues elsewhere.
    pub(super) fn continuation(&self) -> String {
        let label = self.short.as_ref().unwrap_or(&self.label);
        format!("{label}{}", self.more)
    }
}

/// Describes a tool that is one action: its whole docs, with its marks after the first sentence.
pub(crate) fn describe_action(action: &ActionDef) -> String {
    let Sentence { text, rest, apart } = first_sentence(&action.docs);
    let spec = action.spec;
    let mut marked = with_deprecation(text.clone(), action.deprecated.as_deref());
    if action.may_answer_in_toon() {
        append_sentence(&mut marked, "The result may be TOON");
    }
    marked = with_mark(
        with_one_of(marked, &action.terms.one_of),
        spec.hints.destructive,
    );
    marked = with_cache(marked, action.sync.cache);
    if marked == text {
        return action.docs.trim().to_owned();
    }
    let mut text = marked;
    let rest = rest.trim_end();
    if !rest.is_empty() {
        text.push_str(if apart { "\n\n" } else { "\n" });
        text.push_str(rest);
    }
    text
}

/// Returns the text of an action after its signature in a list that leaves the arguments to `help`:
/// `Delete a project. Deprecated: use purge. One of: id, name [DESTRUCTIVE]`.
pub(crate) fn brief_text(
    docs: &str,
    deprecated: Option<&str>,
    one_of: &[&str],
    destructive: bool,
) -> String {
    let text = with_deprecation(first_sentence(docs).text, deprecated);
    with_mark(with_one_of(text, one_of), destructive)
}

/// Appends the deprecation, such as ` Deprecated: use list.`, after the sentence.
pub(super) fn with_deprecation(mut text: String, deprecated: Option<&str>) -> String {
    if let Some(instead) = deprecated {
        let instead = one_line(instead);
        let note = if instead.is_empty() {
            "Deprecated.".to_owned()
        } else {
            format!("Deprecated: {instead}.")
        };
        append_sentence(&mut text, &note);
    }
    text
}

/// Appends the `one_of` rule, such as ` One of: id, name`, after the other sentences.
pub(super) fn with_one_of(mut text: String, one_of: &[&str]) -> String {
    if !one_of.is_empty() {
        append_sentence(&mut text, &format!("One of: {}", one_of.join(", ")));
    }
    text
}

/// Appends ` [DESTRUCTIVE]` to a destructive action.
pub(crate) fn with_mark(text: String, destructive: bool) -> String {
    match (destructive, text.is_empty()) {
        (false, _) => text,
        (true, true) => MARK.to_owned(),
        (true, false) => format!("{text} {MARK}"),
    }
}

/// Appends the cache control, such as ` [Cache-Control: no-store]`, after everything else.
pub(super) fn with_cache(text: String, cache: Option<Cache>) -> String {
    match cache {
        Some(cache) => with_directive(text, cache),
        None => text,
    }
}

/// The note at a field that every action of several requires.
pub(super) const ALWAYS_REQUIRED: &str = "(always required)";

/// The mark of each action that may destroy data.
const MARK: &str = "[DESTRUCTIVE]";

fn indent(rest: &str, indentation: &str) -> String {
    let mut more = String::new();
    for line in rest.trim_end().lines() {
        more.push('\n');
        if !line.trim().is_empty() {
            more.push_str(indentation);
            more.push_str(line.trim_end());
        }
    }
    more
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        schema::fixture::{DESTRUCTIVE, action},
        spec::ActionSpec,
    };

    #[test]
    fn an_action_alone_has_its_whole_docs_with_its_marks_behind_the_first_sentence() {
        for (spec, text) in [
            (
                ActionSpec::new("a", "Delete it. Or.\n\nEnd."),
                "Delete it. Or.\n\nEnd.",
            ),
            (
                ActionSpec::new("a", "Delete it. Or.\n\nEnd.").hints(DESTRUCTIVE),
                "Delete it [DESTRUCTIVE]\nOr.\n\nEnd.",
            ),
            (
                ActionSpec::new("a", "Delete it.\n\nEnd.").deprecated("use b"),
                "Delete it. Deprecated: use b.\n\nEnd.",
            ),
            (
                ActionSpec::new("a", "Get it.").one_of(&["id", "name"]),
                "Get it. One of: id, name",
            ),
            (ActionSpec::new("a", ""), ""),
        ] {
            assert_eq!(describe_action(&action(spec, vec![])), text);
        }
    }
}
