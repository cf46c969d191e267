//! Rules about the length of texts.

use super::{
    Finding, Rule, argument_list::argument_list_tokens, docs::repeated_sentences,
    linted_tool::LintedTool,
};
use crate::{call::estimated_tokens, spec::sentence::first_sentence, surface::ListedTool};

/// Limit of OpenAI-shaped APIs.
const DESCRIPTION: usize = 1_024;
/// Length at which Claude Code truncates.
const CUT: usize = 2_048;
/// Five sentences of this length fill a description.
const SENTENCE: usize = 200;

/// Requires short first sentences: they are listed first, and are the last text to be dropped if a
/// description is too long.
pub(super) fn first_sentence_length(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let groups = subject.groups().into_iter();
    let actions = subject.actions().iter();
    let actions = actions.map(|action| (subject.action_place(action), action.spec.docs));
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

/// Requires that a tool's description fits the limits of clients.
pub(super) fn description_length(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    const SHORTEN: [Rule; 4] = [
        Rule::ArgumentList,
        Rule::NearEqualDocs,
        Rule::RepeatedSentence,
        Rule::SplitDocs,
    ];

    if let Some((reason, excess)) = subject.grouped.and_then(too_long) {
        let of_this = found.iter().filter(|other| subject.has_place(&other.place));
        let shorter = of_this.filter(|other| SHORTEN.contains(&other.rule));
        let shorter: usize = shorter.map(|other| other.saved_tokens).sum();
        found.push(
            Finding::new(
                Rule::DescriptionLength,
                subject.name(),
                reason,
                "shorten the docs of the tool and of its actions",
            )
            .saving(excess.saturating_sub(shorter)),
        );
    }
}

/// Requires that the docs of an action listed by itself fit the limits of clients.
pub(super) fn flat_description_length(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let repeated = repeated_sentences(subject);
    for (action, listed) in subject.flat() {
        if let Some((reason, excess)) = too_long(listed) {
            let own = repeated
                .iter()
                .filter(|(_, users)| users.contains(&&*action.key));
            let own = own.map(|(sentence, _)| estimated_tokens(sentence));
            let shorter = own.sum::<usize>() + argument_list_tokens(action);
            found.push(
                Finding::new(
                    Rule::FlatDescriptionLength,
                    subject.action_place(action),
                    reason,
                    "shorten its docs, or move what belongs to an argument there",
                )
                .saving(excess.saturating_sub(shorter)),
            );
        }
    }
}

/// Returns the reason, and the tokens beyond the limit.
fn too_long(listed: &ListedTool) -> Option<(String, usize)> {
    let text = &listed.description;
    let (end, _) = text.char_indices().nth(DESCRIPTION)?;
    let length = text.chars().count();
    let cut = if length > CUT {
        format!("Claude Code cuts at {CUT} without a word, and ")
    } else {
        String::new()
    };
    let reason = format!(
        "listed as `{}`, its description has {length} characters; {cut}OpenAI-shaped APIs refuse more than {DESCRIPTION}",
        listed.name
    );
    Some((reason, estimated_tokens(&text[end..])))
}
