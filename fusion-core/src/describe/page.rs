//! The complete content of a description, before the budget is applied.

use super::{
    DescribedAction, DescribedTool,
    entry::{ActionEntry, with_cache},
};
use crate::spec::{
    Cache,
    sentence::{append_sentence, first_sentence},
};

/// The note of a tool of which some results may be TOON.
pub(crate) const TOON_RESULTS: &str = "Results may be TOON";

/// The parts of a description, in their order.
#[derive(Debug)]
pub(super) struct DescriptionParts<'d> {
    /// The class of the actions, and the first sentence of the tool's docs; may be empty.
    pub(super) intro: String,
    /// The list of the first line, such as `Actions: list, create`; may be empty.
    list: String,
    /// The text that replaces a list that is too long; may be empty.
    count: String,
    /// The cache control that all actions share.
    cache: Option<Cache>,
    /// The end of the first line, such as `See also: tracker_write. Results may be TOON`; may be
    /// empty.
    tail: String,
    /// The line of `help` below the first line; may be empty. After the actions it would stand between
    /// them and those that continue in another place, or belong to the last module.
    pub(super) help: String,
    /// The entries directly below the first line.
    pub(super) modules: Vec<ActionEntry>,
    /// The further paragraphs of the tool's docs; may be empty.
    pub(super) paragraphs: &'d str,
    /// The heading above the lines, with the blank line before it.
    pub(super) heading: &'static str,
    pub(super) sections: Vec<Section>,
}

/// Lines under a common head.
#[derive(Debug, Default)]
pub(super) struct Section {
    /// The head, which is repeated where the lines continue elsewhere.
    pub(super) head: Option<ActionEntry>,
    pub(super) lines: Vec<ActionEntry>,
}

/// One variant of the first line, with the line of `help` below it.
#[derive(Debug, Default)]
pub(super) struct FirstLine {
    pub(super) text: String,
    /// `true` if the line contains the intro.
    pub(super) has_intro: bool,
}

impl<'d> DescriptionParts<'d> {
    /// Returns a page with the tool's docs and without its actions.
    pub(super) fn new(tool: &DescribedTool<'d>, heading: &'static str) -> Self {
        let docs = first_sentence(tool.docs);
        let mut intro = class(tool).to_owned();
        append_sentence(&mut intro, &docs.text);
        let siblings = tool.part.as_ref().map_or(&[][..], |part| &part.siblings);
        let mut tail = match siblings {
            [] => String::new(),
            siblings => format!("See also: {}", siblings.join(", ")),
        };
        if tool.actions.iter().any(|action| action.may_answer_in_toon) {
            append_sentence(&mut tail, TOON_RESULTS);
        }
        Self {
            intro,
            list: String::new(),
            count: String::new(),
            cache: tool.shared_cache(),
            tail,
            help: String::new(),
            modules: Vec::new(),
            paragraphs: if tool.leads() {
                docs.rest.trim_end()
            } else {
                ""
            },
            heading,
            sections: Vec::new(),
        }
    }

    /// Returns a page without what another part of the tool states.
    pub(super) fn without_repetition(tool: &DescribedTool<'d>) -> Self {
        let mut page = Self::new(tool, "");
        if !tool.leads() {
            class(tool).clone_into(&mut page.intro);
        }
        page
    }

    /// Sets the list of keys on the first line, and the count that replaces it.
    pub(super) fn list(&mut self, list: String, actions: usize, discriminator: &str) {
        self.list = list;
        self.count = format!("{actions} actions, see `{discriminator}`.");
    }

    /// Appends a text to the end of the first line.
    pub(super) fn append_to_first_line(&mut self, text: &str) {
        append_sentence(&mut self.tail, text);
    }

    /// Returns the cache control of an action, unless the first line contains it.
    pub(super) fn own_cache(&self, action: &DescribedAction<'_>) -> Option<Cache> {
        action.cache.filter(|_| self.cache.is_none())
    }

    /// Returns the variants of the first line, from the longest to the one that always fits.
    pub(super) fn first_lines(&self) -> [FirstLine; 3] {
        let line = |intro: &str, list: &str| {
            let mut text = intro.to_owned();
            append_sentence(&mut text, list);
            append_sentence(&mut text, &self.tail);
            // After the last line, the mark would be read as that of the last action.
            let mut text = with_cache(text, self.cache);
            if !self.help.is_empty() {
                text.push('\n');
                text.push_str(&self.help);
            }
            FirstLine {
                text,
                has_intro: intro == self.intro,
            }
        };
        [
            line(&self.intro, &self.list),
            line(&self.intro, &self.count),
            line("", &self.count),
        ]
    }

    /// Returns the complete description under a given first line.
    pub(super) fn full_text(&self, first_line: &str) -> String {
        let mut text = first_line.to_owned();
        for module in &self.modules {
            text.push('\n');
            text.push_str(&module.full_text());
        }
        if !self.paragraphs.is_empty() {
            text.push_str("\n\n");
            text.push_str(self.paragraphs);
        }
        if !self.sections.is_empty() {
            let unheaded = self.heading.is_empty() && !self.paragraphs.is_empty();
            text.push_str(if unheaded { "\n" } else { self.heading });
        }
        for section in &self.sections {
            for line in section.head.iter().chain(&section.lines) {
                text.push('\n');
                text.push_str(&line.full_text());
            }
        }
        trim_leading_breaks(text)
    }
}

/// Returns the words of the class of a part; empty for a whole tool.
fn class(tool: &DescribedTool<'_>) -> &'static str {
    let part = tool.part.as_ref();
    part.map_or("", |part| part.class.words())
}

/// Removes the leading line breaks of a description that has no first line.
pub(super) fn trim_leading_breaks(mut text: String) -> String {
    let above = text.len() - text.trim_start_matches('\n').len();
    text.drain(..above);
    text
}
