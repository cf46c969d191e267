//! The compact form: one line an action, which lists its arguments like a function's.

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
        sentence::{first_sentence, followed_by},
    },
};

/// What the marks behind the arguments mean.
const LEGEND: &str = "\n\n* required, ? optional";

pub(super) fn describe(subject: &DescribedTool<'_>, budget: usize) -> Description {
    let whole = fit(&page(subject, true), subject.discriminator, budget);
    if whole.overflow.is_none() || subject.tool.is_flat() {
        return whole;
    }
    // A line that is not below that of its module any more says which one it belongs to.
    fit(&page(subject, false), subject.discriminator, budget)
}

/// Every action, below its module and with its short key, or each with its full one.
fn page<'d>(subject: &DescribedTool<'d>, nested: bool) -> DescriptionParts<'d> {
    let mut page = DescriptionParts::new(subject, LEGEND);
    let flat = subject.tool.is_flat();
    let mut module = None;
    for (index, action) in subject.actions.iter().enumerate() {
        if !flat && module != Some(action.module) {
            module = Some(action.module);
            let entry = of_module(subject, action.module);
            if nested || entry.says() {
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
        page.lines.push(of_action(&key, action, differences, cache));
    }
    page
}

/// `users: People who can log in`
fn of_module(subject: &DescribedTool<'_>, module: usize) -> ActionEntry {
    let modules = subject.tool.spec.modules;
    let name = modules.get(module).and_then(|module| module.name);
    let docs = subject.tool.module_docs.get(module);
    let docs = docs.filter(|_| subject.whole);
    let docs = first_sentence(docs.map_or("", |docs| docs));
    let label = format!("{}:", name.unwrap_or_default());
    ActionEntry::new(label, docs.text, docs.rest)
}

/// `delete(id*, force?) [DESTRUCTIVE] Delete a project`
fn of_action(
    key: &str,
    action: &ActionDef,
    differences: &[String],
    cache: Option<Cache>,
) -> ActionEntry {
    let docs = first_sentence(&action.docs);
    let mut text = with_deprecation(docs.text, action);
    for difference in differences {
        followed_by(&mut text, difference);
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
