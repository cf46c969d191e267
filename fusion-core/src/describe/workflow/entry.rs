//! One line of the list, of an action or of a module, and the paragraphs that belong to it.

use crate::{
    definition::ActionDef,
    describe::{first_sentence, followed_by, one_line},
    spec::Cache,
    sync::marked,
};

/// One line and what follows it.
#[derive(Debug)]
pub(super) struct Entry {
    /// `- 'delete':`
    label: String,
    /// What follows the label; may be empty where there are paragraphs.
    text: String,
    /// Further paragraphs, indented, each line after a line break; may be empty.
    more: String,
}

impl Entry {
    /// An action's entry, if there is anything to say of it. `cache` is what only it says.
    pub(super) fn of_action(
        action: &ActionDef,
        differences: &[String],
        cache: Option<Cache>,
    ) -> Option<Self> {
        let docs = first_sentence(&action.docs);
        let mut text = with_deprecation(docs.text, action);
        let required = action.args.iter().filter(|arg| arg.required);
        let required: Vec<_> = required.map(|arg| arg.name).collect();
        if !required.is_empty() {
            followed_by(&mut text, &format!("Requires: {}", required.join(", ")));
        }
        for difference in differences {
            followed_by(&mut text, difference);
        }
        Self::new(
            format!("- '{}':", action.key),
            with_cache(with_mark(with_one_of(text, action), action), cache),
            docs.rest,
        )
    }

    /// A module's entry, if it has docs.
    pub(super) fn of_module(name: &str, docs: &str) -> Option<Self> {
        let docs = first_sentence(docs);
        Self::new(format!("- {name}:"), docs.text, docs.rest)
    }

    fn new(label: String, text: String, rest: &str) -> Option<Self> {
        let more = indented(rest);
        let says = !text.is_empty() || !more.is_empty();
        says.then_some(Self { label, text, more })
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
        (true, true) => "[DESTRUCTIVE]".to_owned(),
        (true, false) => format!("{text} [DESTRUCTIVE]"),
    }
}

/// ` [Cache-Control: no-store]` behind all of it.
pub(super) fn with_cache(text: String, cache: Option<Cache>) -> String {
    match cache {
        Some(cache) => marked(text, cache),
        None => text,
    }
}

fn indented(rest: &str) -> String {
    let mut more = String::new();
    for line in rest.trim_end().lines() {
        more.push('\n');
        if !line.trim().is_empty() {
            more.push_str("  ");
            more.push_str(line.trim_end());
        }
    }
    more
}
