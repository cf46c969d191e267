//! How much of a text a client passes on.

use super::{Finding, Rule, linted_tool::LintedTool};
use crate::{spec::sentence::first_sentence, surface::ListedTool};

/// What OpenAI-shaped APIs accept.
const DESCRIPTION: usize = 1_024;
/// Where Claude Code cuts.
const CUT: usize = 2_048;
/// Five such sentences fill a description.
const SENTENCE: usize = 200;

/// First sentences are short: they are what is listed first, and what stays when room is scarce.
pub(super) fn first_sentence_length(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let groups = subject.groups().into_iter();
    let actions = subject.actions().iter();
    let actions = actions.map(|action| (subject.at(action), action.spec.docs));
    for (place, docs) in groups.chain(actions) {
        let length = first_sentence(docs).text.chars().count();
        if length > SENTENCE {
            found.push(Finding::new(
                Rule::FirstSentence,
                place,
                format!(
                    "its first sentence has {length} characters, and those of all actions share {DESCRIPTION}"
                ),
                format!("say what it does in {SENTENCE} at most, and the rest behind a full stop"),
            ));
        }
    }
}

/// A tool's description fits.
pub(super) fn description_length(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    if let Some(reason) = subject.grouped.and_then(too_long) {
        found.push(Finding::new(
            Rule::DescriptionLength,
            subject.name(),
            reason,
            "shorten the docs of the tool and of its actions",
        ));
    }
}

/// So do the docs of an action that is listed by itself.
pub(super) fn flat_description_length(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for (action, listed) in subject.flat() {
        if let Some(reason) = too_long(listed) {
            found.push(Finding::new(
                Rule::FlatDescriptionLength,
                subject.at(action),
                reason,
                "shorten its docs, or move what belongs to an argument there",
            ));
        }
    }
}

fn too_long(listed: &ListedTool) -> Option<String> {
    let length = listed.description.chars().count();
    if length <= DESCRIPTION {
        return None;
    }
    let cut = if length > CUT {
        format!("Claude Code cuts at {CUT} without a word, and ")
    } else {
        String::new()
    };
    Some(format!(
        "listed as `{}`, its description has {length} characters; {cut}OpenAI-shaped APIs refuse more than {DESCRIPTION}",
        listed.name
    ))
}
