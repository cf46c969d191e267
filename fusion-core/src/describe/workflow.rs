//! The workflow form: a first line, then one line for each action.

#[cfg(test)]
mod tests;

use super::{
    DescribedTool, Description,
    entry::{ActionEntry, with_cache, with_deprecation, with_mark, with_one_of},
    fit::fit,
    page::DescriptionParts,
};
use crate::{
    definition::ActionDef,
    spec::{
        Cache,
        sentence::{append_sentence, first_sentence},
    },
};

/// The heading above the lines of the actions.
const HEADING: &str = "\n\nWorkflow:";

pub(super) fn describe(subject: &DescribedTool<'_>, budget: usize) -> Description {
    let mut page = DescriptionParts::new(subject, HEADING);
    let (list, modules) = contents(subject);
    page.list(list, subject.actions.len(), subject.discriminator);
    page.modules = modules;
    let differences = subject.merged.differences.iter();
    let differences = differences
        .map(Vec::as_slice)
        .chain(std::iter::repeat(&[][..]));
    page.lines = subject
        .actions
        .iter()
        .zip(differences)
        .map(|(action, differences)| action_entry(action, differences, page.own_cache(action)))
        .filter(ActionEntry::has_text)
        .collect();
    fit(&page, subject.discriminator, budget)
}

/// Returns the list of the first line, and the lines of the modules, which a flat tool does not
/// have.
fn contents(subject: &DescribedTool<'_>) -> (String, Vec<ActionEntry>) {
    let modules = subject.tool.spec.modules;
    if subject.tool.is_flat() {
        let keys: Vec<_> = subject.actions.iter().map(|action| &*action.key).collect();
        return (format!("Actions: {}", keys.join(", ")), Vec::new());
    }
    // A module without visible actions is omitted.
    let mut keys = vec![Vec::new(); modules.len()];
    for action in subject.actions {
        if let Some(keys) = keys.get_mut(action.module) {
            keys.push(action.spec.key);
        }
    }
    let (mut names, mut lines) = (Vec::new(), Vec::new());
    for ((module, docs), keys) in modules.iter().zip(&subject.tool.module_docs).zip(keys) {
        let name = module.name.unwrap_or_default();
        if !keys.is_empty() {
            names.push(format!("{name} ({})", keys.join(",")));
            let docs = first_sentence(docs);
            lines.push(ActionEntry::new(format!("- {name}:"), docs.text, docs.rest));
        }
    }
    lines.retain(|line| subject.whole && line.has_text());
    (format!("Modules: {}", names.join(" | ")), lines)
}

/// Returns the entry of an action: `- 'delete': Delete an issue. Requires: id [DESTRUCTIVE]`.
fn action_entry(action: &ActionDef, differences: &[String], cache: Option<Cache>) -> ActionEntry {
    let docs = first_sentence(&action.docs);
    let mut text = with_deprecation(docs.text, action);
    let required = action.args.iter().filter(|arg| arg.required);
    let required: Vec<_> = required.map(|arg| arg.name).collect();
    if !required.is_empty() {
        append_sentence(&mut text, &format!("Requires: {}", required.join(", ")));
    }
    for difference in differences {
        append_sentence(&mut text, difference);
    }
    let text = with_cache(with_mark(with_one_of(text, action), action), cache);
    ActionEntry::new(format!("- '{}':", action.key), text, docs.rest)
}
