//! Rules about all tools of a registry together.

use super::{Finding, Rule, linted_tool::keys, text_tools};
use crate::{
    definition::ToolDef,
    error::BuildError,
    surface::{INSTRUCTIONS_BUDGET, Instructions, Surface, room_beside},
};

/// Limit of VS Code and `OpenAI`.
const TOOLS: usize = 128;
/// Limit of Cursor in 2025.
const CURSOR: usize = 40;

/// Requires that no two tools have names that models confuse.
pub(super) fn similar_tools(tools: &[&ToolDef], found: &mut Vec<Finding>) {
    let names: Vec<_> = tools.iter().map(|tool| tool.spec.name).collect();
    for (name, before) in names.iter().zip(text_tools::similar_before(&names)) {
        if let Some(first) = before.first().and_then(|first| names.get(*first)) {
            found.push(Finding::new(
                Rule::SimilarNames,
                *name,
                format!("`{name}` and `{first}` are nearly one name, and a model takes one for the other"),
                "rename one of them by what makes the difference",
            ));
        }
    }
}

/// The reason why 128 tools are the limit.
const MAX: &str = "VS Code and OpenAI accept 128";

/// Requires that a grouped list has no more tools than clients accept. Its limit is lower than that of a
/// flat list.
pub(super) fn tool_count(grouped: &Surface, found: &mut Vec<Finding>) {
    let count = grouped.tools().len();
    if count > CURSOR {
        let why = if count > TOOLS {
            MAX
        } else {
            "Cursor took 40 in 2025"
        };
        found.push(Finding::new(
            Rule::ToolCount,
            "grouped list",
            format!("it has {count} tools, and {why}"),
            "make modules of one tool of what belongs together",
        ));
    }
}

/// Requires that the flat list has no more tools than clients accept.
pub(super) fn flat_tool_count(flat: &Surface, found: &mut Vec<Finding>) {
    let count = flat.tools().len();
    if count > TOOLS {
        found.push(Finding::new(
            Rule::FlatToolCount,
            "flat list",
            format!("it has {count} tools, and {MAX}"),
            "serve such clients `Exposition::BySafety` or `Grouped`",
        ));
    }
}

/// Requires that the docs of tools and modules fit into the server's instructions in the flat
/// exposition.
pub(super) fn flat_instructions(tools: &[&ToolDef], flat: &Surface, found: &mut Vec<Finding>) {
    let text = flat.instructions(false).text().unwrap_or_default();
    let cut = |docs: &str| !text.contains(docs.trim());
    let shortened: Vec<_> = tools
        .iter()
        .filter(|tool| {
            let modules = tool.spec.modules.iter();
            let modules = modules.filter(|module| module.name.is_some());
            cut(tool.spec.docs) || modules.into_iter().any(|module| cut(module.group.docs))
        })
        .map(|tool| tool.spec.name)
        .collect();
    if !shortened.is_empty() {
        found.push(Finding::new(
            Rule::FlatInstructions,
            "flat instructions",
            format!(
                "the docs of all tools have more than the 2048 characters that clients pass on, and those of {} are cut to first sentences or left out",
                keys(shortened)
            ),
            "shorten the docs of tools and modules",
        ));
    }
}

/// Requires that clients pass on the instructions of a server: those of its author, and those of its view.
pub(crate) fn instructions_length(guide: &str, view: &Instructions) -> Option<Finding> {
    let length = guide.chars().count();
    let finding = |reason: String, fix: &str| {
        let place = "instructions";
        Some(Finding::new(Rule::InstructionsTooLong, place, reason, fix))
    };
    if length > INSTRUCTIONS_BUDGET {
        let reason =
            format!("they have {length} characters, and clients pass on {INSTRUCTIONS_BUDGET}");
        return finding(
            reason,
            "shorten them: what concerns one tool belongs into its docs",
        );
    }
    if view.fit(room_beside(guide)) || !view.fit(INSTRUCTIONS_BUDGET) {
        // Docs that exceed the budget by themselves are a finding of their own.
        return None;
    }
    finding(
        format!(
            "they have {length} of the {INSTRUCTIONS_BUDGET} characters that clients pass on, so that the docs of tools and modules after them are cut to first sentences or left out"
        ),
        "shorten them, or the docs of tools and modules",
    )
}

/// Requires that the flat exposition can be served. Names that are too long are reported one by one
/// by another rule.
pub(super) fn flat_exposition(flat: &Surface, mistakes: &[BuildError], found: &mut Vec<Finding>) {
    // An alias is no listed name.
    let is_listed = |name: &str| flat.tools().iter().any(|listed| listed.name == name);
    for mistake in mistakes {
        let place = match mistake {
            BuildError::NameClash { second, .. } => second.clone(),
            BuildError::Schema { tool, key, .. } => format!("{tool}/{key}"),
            BuildError::ListedNameTooLong { name, .. } if is_listed(name) => continue,
            BuildError::ListedNameTooLong { item, .. } => item.clone(),
            _ => "flat list".to_owned(),
        };
        found.push(Finding::new(
            Rule::FlatExposition,
            place,
            format!("there is no flat exposition: {mistake}"),
            "it matters to a server of `Flat` only",
        ));
    }
}
