//! One line of a description, of an action or of a module, and the paragraphs that belong to it.

use crate::{
    definition::ActionDef,
    spec::{
        Cache,
        sentence::{Sentence, first_sentence, followed_by, one_line},
    },
    state_sync::with_directive,
};

/// One line and what follows it.
#[derive(Debug)]
pub(super) struct ActionEntry {
    /// `- 'delete':`
    label: String,
    /// What follows the label; may be empty where there are paragraphs.
    text: String,
    /// Further paragraphs, indented, each line after a line break; may be empty.
    more: String,
}

impl ActionEntry {
    /// An entry with the paragraphs of its docs, which stand deeper than its label.
    pub(super) fn new(label: String, text: String, paragraphs: &str) -> Self {
        let depth = label.len() - label.trim_start_matches(' ').len() + 2;
        let more = indented(paragraphs, depth);
        Self { label, text, more }
    }

    /// Whether it says anything beside its label.
    pub(super) fn says(&self) -> bool {
        !self.text.is_empty() || !self.more.is_empty()
    }

    /// The line alone.
    pub(super) fn line(&self) -> String {
        if self.text.is_empty() {
            self.label.clone()
        } else {
            format!("{} {}", self.label, self.text)
        }
    }

    /// The line and its paragraphs.
    pub(super) fn whole(&self) -> String {
        format!("{}{}", self.line(), self.more)
    }

    /// The paragraphs under the label, where the line itself stands elsewhere.
    pub(super) fn paragraphs(&self) -> Option<String> {
        (!self.more.is_empty()).then(|| format!("{}{}", self.label, self.more))
    }
}

/// A tool that is one action: its docs, whole, with its marks, if any, after the first sentence.
pub(crate) fn alone(action: &ActionDef) -> String {
    let Sentence { text, rest, apart } = first_sentence(&action.docs);
    let mut marked = with_deprecation(text.clone(), action);
    if action.may_answer_in_toon() {
        followed_by(&mut marked, "The result may be TOON");
    }
    marked = with_mark(with_one_of(marked, action), action);
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

/// ` Deprecated: use list.` after the sentence.
pub(super) fn with_deprecation(mut text: String, action: &ActionDef) -> String {
    if let Some(instead) = action.spec.deprecated {
        let instead = one_line(instead);
        let note = if instead.is_empty() {
            "Deprecated.".to_owned()
        } else {
            format!("Deprecated: {instead}.")
        };
        followed_by(&mut text, &note);
    }
    text
}

/// ` One of: id, name` after everything else that is said.
pub(super) fn with_one_of(mut text: String, action: &ActionDef) -> String {
    if !action.spec.one_of.is_empty() {
        followed_by(
            &mut text,
            &format!("One of: {}", action.spec.one_of.join(", ")),
        );
    }
    text
}

/// ` [DESTRUCTIVE]` at the end.
pub(super) fn with_mark(text: String, action: &ActionDef) -> String {
    match (action.spec.hints.destructive, text.is_empty()) {
        (false, _) => text,
        (true, true) => MARK.to_owned(),
        (true, false) => format!("{text} {MARK}"),
    }
}

/// ` [Cache-Control: no-store]` behind all of it.
pub(super) fn with_cache(text: String, cache: Option<Cache>) -> String {
    match cache {
        Some(cache) => with_directive(text, cache),
        None => text,
    }
}

/// Stands with every action that may destroy what was there.
pub(super) const MARK: &str = "[DESTRUCTIVE]";

fn indented(rest: &str, depth: usize) -> String {
    let mut more = String::new();
    for line in rest.trim_end().lines() {
        more.push('\n');
        if !line.trim().is_empty() {
            more.extend(std::iter::repeat_n(' ', depth));
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
            assert_eq!(alone(&action(spec, vec![])), text);
        }
    }
}
