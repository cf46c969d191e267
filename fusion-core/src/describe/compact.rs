//! The compact form: one line for each action, with its arguments like those of a function
//! signature.

#[cfg(test)]
mod tests;

use super::{
    DescribedTool, Description,
    entry::{ActionEntry, MARK, with_cache, with_deprecation, with_one_of},
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

/// The legend of the argument marks.
const LEGEND: &str = "\n\n* required, ? optional";

pub(super) fn describe(subject: &DescribedTool<'_>, budget: usize) -> Description {
    let whole = fit(&page(subject, true), subject.discriminator, budget);
    if whole.overflow.is_none() || subject.tool.is_flat() {
        return whole;
    }
    // A line that is moved away from its module's line needs its full key.
    fit(&page(subject, false), subject.discriminator, budget)
}

/// Returns a page with every action, either below its module with its short key, or with its full
/// key.
fn page<'d>(subject: &DescribedTool<'d>, nested: bool) -> DescriptionParts<'d> {
    let mut page = DescriptionParts::new(subject, LEGEND);
    let flat = subject.tool.is_flat();
    let mut module = None;
    for (index, action) in subject.actions.iter().enumerate() {
        if !flat && module != Some(action.module) {
            module = Some(action.module);
            let entry = module_entry(subject, action.module);
            if nested || entry.has_text() {
                page.lines.push(entry);
            }
        }
        let key = match (flat, nested) {
            (false, true) => format!("  {}", action.spec.key),
            _ => action.key.to_string(),
        };
        let differences = subject.merged.differences.get(index);
        let differences = differences.map_or(&[][..], Vec::as_slice);
        let cache = page.own_cache(action);
        page.lines
            .push(action_entry(&key, action, differences, cache));
    }
    page
}

/// Returns the entry of a module: `users: People who can log in`.
fn module_entry(subject: &DescribedTool<'_>, module: usize) -> ActionEntry {
    let modules = subject.tool.spec.modules;
    let name = modules.get(module).and_then(|module| module.name);
    let docs = subject.tool.module_docs.get(module);
    let docs = docs.filter(|_| subject.whole);
    let docs = first_sentence(docs.map_or("", |docs| docs));
    let label = format!("{}:", name.unwrap_or_default());
    ActionEntry::new(label, docs.text, docs.rest)
}

/// Returns the entry of an action: `delete(id*, force?) [DESTRUCTIVE] Delete a project`.
fn action_entry(
    key: &str,
    action: &ActionDef,
    differences: &[String],
    cache: Option<Cache>,
) -> ActionEntry {
    let docs = first_sentence(&action.docs);
    let mut text = with_deprecation(docs.text, action);
    for difference in differences {
        append_sentence(&mut text, difference);
    }
    text = with_one_of(text, action);
    if action.spec.hints.destructive {
        let space = if text.is_empty() { "" } else { " " };
        text = format!("{MARK}{space}{text}");
    }
    text = with_cache(text, cache);
    let named = |required, mark: &'static str| {
        let args = action
            .args
            .iter()
            .filter(move |arg| arg.required == required);
        args.map(move |arg| format!("{}{mark}", arg.name))
    };
    let args: Vec<_> = named(true, "*").chain(named(false, "?")).collect();
    ActionEntry::new(format!("{key}({})", args.join(", ")), text, docs.rest)
}
