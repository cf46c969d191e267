//! All that there is to say of a tool, before anything has to fit.

use super::{
    DescribedTool,
    entry::{ActionEntry, with_cache},
};
use crate::{
    definition::ActionDef,
    spec::{
        Cache,
        sentence::{first_sentence, followed_by},
    },
    state_sync,
};

/// The parts of a description, in their order.
#[derive(Debug)]
pub(super) struct DescriptionParts<'d> {
    /// What its actions do to the world, and the first sentence of the tool's docs; may be empty.
    pub(super) intro: String,
    /// What the first line lists, such as `Actions: list, create`; may be empty.
    list: String,
    /// What stands for the list where it is too long; may be empty.
    count: String,
    /// What holds for the results of every action.
    cache: Option<Cache>,
    /// `See also: tracker_write. Results may be TOON`; may be empty.
    tail: String,
    /// Directly below the first line.
    pub(super) modules: Vec<ActionEntry>,
    /// The further paragraphs of the tool's docs; may be empty.
    pub(super) paragraphs: &'d str,
    /// Stands above the lines, with the blank line before it.
    pub(super) heading: &'static str,
    pub(super) lines: Vec<ActionEntry>,
}

/// One way to begin a description.
#[derive(Debug, Default)]
pub(super) struct FirstLine {
    pub(super) text: String,
    /// Whether the intro is in it.
    pub(super) has_intro: bool,
}

impl<'d> DescriptionParts<'d> {
    /// A page with the tool's docs, and nothing of its actions.
    pub(super) fn new(subject: &DescribedTool<'d>, heading: &'static str) -> Self {
        let docs = first_sentence(&subject.tool.docs);
        let mut intro = subject.class.unwrap_or_default().to_owned();
        followed_by(&mut intro, &docs.text);
        let mut tail = match subject.siblings {
            [] => String::new(),
            siblings => format!("See also: {}", siblings.join(", ")),
        };
        let mut actions = subject.actions.iter();
        if actions.any(|action| action.may_answer_in_toon()) {
            followed_by(&mut tail, "Results may be TOON");
        }
        Self {
            intro,
            list: String::new(),
            count: String::new(),
            cache: agreed(subject),
            tail,
            modules: Vec::new(),
            paragraphs: if subject.whole {
                docs.rest.trim_end()
            } else {
                ""
            },
            heading,
            lines: Vec::new(),
        }
    }

    /// Lists the keys on the first line, or else counts them.
    pub(super) fn list(&mut self, list: String, actions: usize, discriminator: &str) {
        self.list = list;
        self.count = format!("{actions} actions, see `{discriminator}`.");
    }

    /// How long the result of an action may be kept, where the first line does not say it.
    pub(super) fn own_cache(&self, action: &ActionDef) -> Option<Cache> {
        action.sync.cache.filter(|_| self.cache.is_none())
    }

    /// The first line, from the one that says most to the one that always fits.
    pub(super) fn first_lines(&self) -> [FirstLine; 3] {
        let line = |intro: &str, list: &str| {
            let mut text = intro.to_owned();
            followed_by(&mut text, list);
            followed_by(&mut text, &self.tail);
            FirstLine {
                // Behind the last line it would be read as that action's.
                text: with_cache(text, self.cache),
                has_intro: intro == self.intro,
            }
        };
        [
            line(&self.intro, &self.list),
            line(&self.intro, &self.count),
            line("", &self.count),
        ]
    }

    /// Everything, under a given first line.
    pub(super) fn whole(&self, first_line: &str) -> String {
        let mut text = first_line.to_owned();
        for module in &self.modules {
            text.push('\n');
            text.push_str(&module.whole());
        }
        if !self.paragraphs.is_empty() {
            text.push_str("\n\n");
            text.push_str(self.paragraphs);
        }
        if !self.lines.is_empty() {
            text.push_str(self.heading);
        }
        for line in &self.lines {
            text.push('\n');
            text.push_str(&line.whole());
        }
        at_the_top(text)
    }
}

/// How long the results of all actions may be kept, where they agree.
fn agreed(subject: &DescribedTool<'_>) -> Option<Cache> {
    state_sync::common_directive(subject.actions.iter().map(|action| action.sync.cache))
}

/// Without a first line the rest begins at the top.
pub(super) fn at_the_top(mut text: String) -> String {
    let above = text.len() - text.trim_start_matches('\n').len();
    text.drain(..above);
    text
}
