//! All that there is to say of a tool, before anything has to fit.

use super::entry::{Entry, with_cache, with_deprecation, with_mark, with_one_of};
use crate::{
    definition::{ActionDef, ToolDef},
    describe::{first_sentence, followed_by},
    schema::Merged,
    spec::Cache,
    sync::agreed,
};

/// The parts of a description, in their order.
#[derive(Debug)]
pub(super) struct Page<'d> {
    /// The first sentence of the tool's docs; may be empty.
    pub(super) intro: String,
    /// `Actions: list, create` or `Modules: users (list,create) | billing (refund)`.
    list: String,
    /// How many actions there are.
    count: usize,
    /// What holds for the results of every action.
    cache: Option<Cache>,
    pub(super) modules: Vec<Entry>,
    /// The further paragraphs of the tool's docs; may be empty.
    pub(super) paragraphs: &'d str,
    pub(super) actions: Vec<Entry>,
}

impl<'d> Page<'d> {
    pub(super) fn new(tool: &'d ToolDef, actions: &[&ActionDef], merged: &Merged) -> Self {
        let docs = first_sentence(&tool.docs);
        let cache = agreed(actions.iter().map(|action| action.sync.cache));
        let lines = actions.iter().enumerate().filter_map(|(index, action)| {
            let differences = merged.differences.get(index);
            let differences = differences.map_or(&[][..], Vec::as_slice);
            let own = action.sync.cache.filter(|_| cache.is_none());
            Entry::of_action(action, differences, own)
        });
        let (list, modules) = contents(tool, actions);
        Self {
            intro: docs.text,
            list,
            count: actions.len(),
            cache,
            modules,
            paragraphs: docs.rest.trim_end(),
            actions: lines.collect(),
        }
    }

    /// The first line with the list of actions. What holds for all of them stands here: behind the
    /// last line it would be read as that action's.
    pub(super) fn first_line(&self) -> String {
        let mut line = self.intro.clone();
        followed_by(&mut line, &self.list);
        with_cache(line, self.cache)
    }

    /// The first line where that list is too long.
    pub(super) fn short_first_line(&self, intro: &str, discriminator: &str) -> String {
        let mut line = intro.to_owned();
        let note = format!("{} actions, see `{discriminator}`.", self.count);
        followed_by(&mut line, &note);
        with_cache(line, self.cache)
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
        if !self.actions.is_empty() {
            text.push_str(super::fit::HEADING);
        }
        for action in &self.actions {
            text.push('\n');
            text.push_str(&action.whole());
        }
        text
    }
}

/// What the first line lists, and the lines of the modules: none where the tool is one flat group.
fn contents(tool: &ToolDef, actions: &[&ActionDef]) -> (String, Vec<Entry>) {
    let modules = tool.spec.modules;
    if modules.iter().all(|module| module.name.is_none()) {
        let keys: Vec<_> = actions.iter().map(|action| &*action.key).collect();
        return (format!("Actions: {}", keys.join(", ")), Vec::new());
    }
    // A module without visible actions is not mentioned.
    let mut keys = vec![Vec::new(); modules.len()];
    for action in actions {
        if let Some(keys) = keys.get_mut(action.module) {
            keys.push(action.spec.key);
        }
    }
    let (mut names, mut lines) = (Vec::new(), Vec::new());
    for ((module, docs), keys) in modules.iter().zip(&tool.module_docs).zip(keys) {
        let name = module.name.unwrap_or_default();
        if !keys.is_empty() {
            names.push(format!("{name} ({})", keys.join(",")));
            lines.extend(Entry::of_module(name, docs));
        }
    }
    (format!("Modules: {}", names.join(" | ")), lines)
}

/// A tool that is one action: its docs, whole, with its marks, if any, after the first sentence.
pub(super) fn alone(action: &ActionDef) -> String {
    let spec = action.spec;
    let cache = action.sync.cache;
    let marks = spec.hints.destructive || cache.is_some();
    if spec.deprecated.is_none() && spec.one_of.is_empty() && !marks {
        return action.docs.trim().to_owned();
    }
    let docs = first_sentence(&action.docs);
    let text = with_one_of(with_deprecation(docs.text, action), action);
    let mut text = with_cache(with_mark(text, action), cache);
    let rest = docs.rest.trim_end();
    if !rest.is_empty() {
        text.push_str(if docs.apart { "\n\n" } else { "\n" });
        text.push_str(rest);
    }
    text
}
