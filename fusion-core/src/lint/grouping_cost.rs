//! The rule about tools that cost more tokens grouped than flat.

use super::{Finding, Rule, linted_tool::LintedTool};
use crate::{call::estimated_tokens, surface::ListedTool};

/// The tokens below which one listed tool instead of several is worth its cost.
const LEAST: usize = 20;

/// Requires that a tool costs no more tokens than the list of its actions as flat tools, with its docs in
/// the instructions. `others` are the findings about the tool.
pub(super) fn grouping_cost(subject: &LintedTool<'_>, others: &[Finding]) -> Option<Finding> {
    // Fixes that shorten the list of a grouped tool only.
    const GROUPED: [Rule; 3] = [Rule::ArgumentSynonyms, Rule::NearEqualDocs, Rule::SplitDocs];

    let listed: usize = subject.listed.iter().copied().map(tokens).sum();
    let flat = subject.single_listings.iter().map(tokens);
    let flat = flat.sum::<usize>() + instructions(subject);
    let others = others.iter().filter(|other| GROUPED.contains(&other.rule));
    let others: usize = others.map(|other| other.saved_tokens).sum();
    let more = listed.saturating_sub(flat + others);
    if more < LEAST {
        return None;
    }
    let actions = match subject.actions().len() {
        1 => "its action takes".to_owned(),
        count => format!("its {count} actions take"),
    };
    let help = match subject.def.help() {
        Some(_) => " and `help`",
        None => "",
    };
    let finding = Finding::new(
        Rule::GroupingCost,
        subject.name(),
        format!(
            "its list takes {listed} tokens with the discriminator{help}, and listed flat, {actions} {flat}"
        ),
        "make it a module of a tool with more actions, or serve `Exposition::Flat`",
    );
    Some(finding.saving(more))
}

/// Returns the estimated tokens that a model reads of a listed tool.
fn tokens(tool: &ListedTool) -> usize {
    // A map of JSON values is always JSON.
    let schema = serde_json::to_string(&*tool.input_schema).unwrap_or_default();
    let texts = [&tool.name, &tool.description, &schema];
    texts.map(|text| estimated_tokens(text)).iter().sum()
}

/// Returns the estimated tokens of the docs of a tool and its modules in the instructions of a flat list.
fn instructions(subject: &LintedTool<'_>) -> usize {
    let groups = subject.groups().into_iter();
    let documented = groups.filter(|(_, docs)| !docs.trim().is_empty());
    let lines = documented.map(|(place, docs)| {
        let prefix = place.replace('/', "_");
        estimated_tokens(&format!("{prefix}_*: {}", docs.trim()))
    });
    lines.sum()
}
