//! The workflow form: a first line, then one line for each action.

#[cfg(test)]
mod tests;

use super::{
    DescribedAction, DescribedField, DescribedTool, Description,
    entry::{ALWAYS_REQUIRED, ActionEntry, with_cache, with_deprecation, with_mark, with_one_of},
    fit::fit,
    page::{DescriptionParts, Section},
};
use crate::spec::{
    Cache,
    sentence::{append_sentence, first_sentence},
};

/// The heading above the lines of the actions.
const HEADING: &str = "\n\nWorkflow:";

/// The form [`Describe::Workflow`](crate::spec::Describe::Workflow).
pub fn workflow(tool: &DescribedTool<'_>) -> Description {
    let mut page = DescriptionParts::new(tool, HEADING);
    let (list, modules) = contents(tool);
    page.list(list, tool.actions.len(), tool.discriminator);
    page.modules = modules;
    let actions = tool.actions.iter();
    let lines: Vec<_> = actions
        .map(|action| action_entry(action, page.own_cache(action)))
        .filter(ActionEntry::has_text)
        .collect();
    if !lines.is_empty() {
        let head = None;
        page.sections.push(Section { head, lines });
    }
    fit(&page, tool).fields(notes(tool))
}

/// Returns the texts of the fields, each with the actions that take it.
pub(super) fn notes(tool: &DescribedTool<'_>) -> impl Iterator<Item = String> {
    tool.fields.iter().map(|field| match tool.actions.len() {
        1 => field.text(),
        _ => field.text_with(&note(tool, field)),
    })
}

/// Returns the note about the actions that take a field.
fn note(tool: &DescribedTool<'_>, field: &DescribedField<'_>) -> String {
    if tool.always_required(field) {
        return ALWAYS_REQUIRED.to_owned();
    }
    let keys = |required: bool| {
        let uses = field.uses.iter().filter(|one| one.required == required);
        let actions = uses.filter_map(|one| tool.actions.get(one.action));
        actions
            .map(|action| action.key)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let notes = [("Required for", keys(true)), ("For", keys(false))];
    let notes = notes.iter().filter(|(_, keys)| !keys.is_empty());
    notes
        .map(|(for_whom, keys)| format!("{for_whom}: {keys}"))
        .collect::<Vec<_>>()
        .join(". ")
}

/// Returns the list of the first line, and the lines of the modules, which a flat tool does not
/// have.
fn contents(tool: &DescribedTool<'_>) -> (String, Vec<ActionEntry>) {
    if tool.modules.is_empty() {
        let keys: Vec<_> = tool.actions.iter().map(|action| action.key).collect();
        return (format!("Actions: {}", keys.join(", ")), Vec::new());
    }
    let mut keys = vec![Vec::new(); tool.modules.len()];
    for action in &tool.actions {
        if let Some(keys) = action.module.and_then(|module| keys.get_mut(module)) {
            keys.push(action.name);
        }
    }
    let (mut names, mut lines) = (Vec::new(), Vec::new());
    for (module, keys) in tool.modules.iter().zip(keys) {
        names.push(format!("{} ({})", module.name, keys.join(",")));
        let docs = first_sentence(module.docs);
        let label = format!("- {}:", module.name);
        lines.push(ActionEntry::new(label, docs.text, docs.rest));
    }
    lines.retain(|line| tool.leads() && line.has_text());
    (format!("Modules: {}", names.join(" | ")), lines)
}

/// Returns the entry of an action: `- 'delete': Delete an issue. Requires: id [DESTRUCTIVE]`.
fn action_entry(action: &DescribedAction<'_>, cache: Option<Cache>) -> ActionEntry {
    let docs = first_sentence(action.docs);
    let mut text = with_deprecation(docs.text, action.deprecated);
    let required: Vec<_> = action.own_required().collect();
    if !required.is_empty() {
        append_sentence(&mut text, &format!("Requires: {}", required.join(", ")));
    }
    for argument in &action.arguments {
        append_sentence(&mut text, &argument.difference().unwrap_or_default());
    }
    let text = with_mark(with_one_of(text, action.one_of), action.hints.destructive);
    ActionEntry::new(
        format!("- '{}':", action.key),
        with_cache(text, cache),
        docs.rest,
    )
}
