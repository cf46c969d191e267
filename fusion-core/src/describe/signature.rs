//! Lines that begin with the signature of an action, which two forms share.

use super::{
    DescribedAction, DescribedTool, Description,
    entry::ActionEntry,
    fit::fit,
    page::{DescriptionParts, Section},
};
use crate::spec::{Cache, sentence::first_sentence};

/// The legend of the mark of an optional argument.
pub(crate) const LEGEND: &str = "(? optional)";

/// The texts of a form after the signatures and the names of modules.
pub(super) struct SignatureTexts {
    /// Returns the text of an action, and the further paragraphs.
    pub(super) action: for<'d> fn(&DescribedAction<'d>) -> (String, &'d str),
    /// `true` if the further paragraphs of the docs of tools and modules follow.
    pub(super) paragraphs: bool,
}

/// Describes a tool by the signatures of its actions. The actions of a module stand below its head,
/// with the last part of their keys.
pub(super) fn signatures(tool: &DescribedTool<'_>, texts: &SignatureTexts) -> Description {
    let mut page = DescriptionParts::without_repetition(tool);
    if !texts.paragraphs {
        page.paragraphs = "";
    }
    let mut arguments = tool.actions.iter().flat_map(|action| &action.arguments);
    // The argument of `help` is optional.
    if tool.help.is_some() || arguments.any(|argument| !argument.required) {
        page.append_to_first_line(LEGEND);
    }
    page.help = tool.help.clone().unwrap_or_default();
    page.sections = sections(tool, texts);
    let cached = cached(tool, &page);
    if !cached.is_empty() {
        let (head, lines) = (None, cached);
        page.sections.push(Section { head, lines });
    }
    fit(&page, tool)
}

/// Returns the lines of each module under its head; for a flat tool, all lines.
fn sections(tool: &DescribedTool<'_>, texts: &SignatureTexts) -> Vec<Section> {
    let line = |action: &DescribedAction<'_>| {
        let (text, paragraphs) = (texts.action)(action);
        let short = format!("{}:", action.name);
        ActionEntry::dense(signature(action), short, text, paragraphs)
    };
    // Lines without a head precede the heads, because nothing would end the last one's lines.
    let without_module = tool.actions.iter().filter(|action| action.module.is_none());
    let mut headless = Section::default();
    headless.lines.extend(without_module.map(line));
    let mut sections: Vec<Section> = Vec::new();
    for module in &tool.modules {
        let docs = first_sentence(if tool.leads() { module.docs } else { "" });
        let rest = if texts.paragraphs { docs.rest } else { "" };
        let label = format!("{}:", module.name);
        let head = ActionEntry::dense(label.clone(), label, docs.text, rest);
        sections.push(Section {
            head: Some(head),
            lines: Vec::new(),
        });
    }
    for action in &tool.actions {
        if let Some(section) = action.module.and_then(|module| sections.get_mut(module)) {
            section.lines.push(line(action));
        }
    }
    if !headless.lines.is_empty() {
        sections.insert(0, headless);
    }
    sections
}

fn signature(action: &DescribedAction<'_>) -> String {
    let arguments = action.arguments.iter();
    let arguments = arguments.filter(|argument| !argument.always_required);
    let arguments = arguments.map(|argument| (argument.name, argument.required));
    write_signature(action.name, arguments)
}

/// Returns a signature: `open(title, body?)`. `arguments` are names, each with `true` if it is
/// required; the required ones come first.
pub(crate) fn write_signature<'a>(
    name: &str,
    arguments: impl Iterator<Item = (&'a str, bool)>,
) -> String {
    let (required, optional): (Vec<_>, Vec<_>) = arguments.partition(|(_, required)| *required);
    let required = required.iter().map(|(name, _)| (*name).to_owned());
    let optional = optional.iter().map(|(name, _)| format!("{name}?"));
    let arguments: Vec<_> = required.chain(optional).collect();
    format!("{name}({})", arguments.join(", "))
}

/// Returns one line for each cache directive that some of the actions have, with their keys.
fn cached(tool: &DescribedTool<'_>, page: &DescriptionParts<'_>) -> Vec<ActionEntry> {
    let mut directives: Vec<(Cache, Vec<&str>)> = Vec::new();
    for action in &tool.actions {
        let Some(cache) = page.own_cache(action) else {
            continue;
        };
        match directives.iter_mut().find(|(known, _)| *known == cache) {
            Some((_, keys)) => keys.push(action.key),
            None => directives.push((cache, vec![action.key])),
        }
    }
    let line = |(cache, keys): (Cache, Vec<&str>)| {
        let label = format!("Cache-Control: {}:", cache.name());
        ActionEntry::new(label, keys.join(", "), "")
    };
    directives.into_iter().map(line).collect()
}
