//! Rules about missing and repeated docs.

use std::collections::{HashMap, HashSet};

use super::{
    Finding, Rule,
    argument_list::without_argument_list,
    linted_tool::{LintedArgument, LintedField, LintedTool, keys},
    listed_docs::ListedDocs,
    text_tools,
};
use crate::{
    call::estimated_tokens,
    schema::best_docs,
    spec::sentence::{first_sentence, list_marker, one_line},
};

/// Length below which a repeated sentence costs less than a model's search for it elsewhere.
const REPEATED: usize = 40;

/// Requires docs for every tool and every module.
pub(super) fn tool_docs(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for (index, (place, docs)) in subject.groups().into_iter().enumerate() {
        if docs.trim().is_empty() {
            // The first group is the tool itself.
            let item = match index {
                0 if !subject.def.is_flat() => "struct",
                _ => "block",
            };
            found.push(Finding::new(
                Rule::ToolDocs,
                place,
                "it has no docs, by which a model picks a tool",
                format!("write a doc comment on the {item}"),
            ));
        }
    }
}

/// Requires docs for every action.
pub(super) fn action_docs(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for action in subject.actions() {
        if action.spec.docs.trim().is_empty() {
            found.push(Finding::new(
                Rule::ActionDocs,
                subject.action_place(action),
                "it has no docs, and its key is all that a model knows of it",
                "write a doc comment on the method",
            ));
        }
    }
}

/// Requires docs for every argument; docs on each value of an enum suffice.
pub(super) fn argument_docs(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for field in subject.fields() {
        let silent = |one: &&LintedArgument<'_>| {
            one.arg.docs.trim().is_empty() && one.arg.leaf.values.is_empty()
        };
        let silent: Vec<_> = field.uses.iter().filter(silent).copied().collect();
        if !silent.is_empty() {
            found.push(Finding::new(
                Rule::ArgumentDocs,
                subject.argument_place(field.name, &silent),
                missing_docs(&field, &silent),
                "write a doc comment on the parameter, or on its type for all actions",
            ));
        }
    }
}

/// Returns the reason for a finding about uses without docs. The list describes a field once, so that it
/// describes them by the docs of another action, which may mean something else.
fn missing_docs(field: &LintedField<'_>, silent: &[LintedArgument<'_>]) -> String {
    let docs = field.uses.iter().map(|one| one.arg.docs.trim());
    let Some((_, listed)) = best_docs(field.name, docs) else {
        return "it has no docs, nor has its type".to_owned();
    };
    let described = field.uses.iter();
    let described = described.filter(|one| one_line(&one.arg.docs) == listed);
    format!(
        "it has no docs in {}, and the list describes it there by those of {}, {listed:?}",
        keys(silent.iter().map(|one| &*one.action.key)),
        keys(described.map(|one| &*one.action.key))
    )
}

/// Requires that the docs of an argument in two actions are equal or clearly different.
pub(super) fn near_equal_docs(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for field in subject.fields() {
        if let Some((first, second)) = near_pair(&field) {
            let (a, b) = (first.arg.docs.trim(), second.arg.docs.trim());
            let before = ListedDocs::new(subject, field.name, &field.uses);
            let after = with_one_text(&before, &first, &second);
            found.push(
                Finding::new(
                    Rule::NearEqualDocs,
                    subject.argument_place(field.name, &[first, second]),
                    format!(
                        "{a:?} in `{}` and {b:?} in `{}` are nearly the same, and so they do not stand once, at the field",
                        first.action.key, second.action.key
                    ),
                    "write the same in both, or document a type that both use",
                )
                .saving(before.tokens().saturating_sub(after.tokens())),
            );
        }
    }
}

/// Returns the docs of a field once its nearly equal docs are the same.
pub(super) fn without_near_pair(docs: ListedDocs, field: &LintedField<'_>) -> ListedDocs {
    match near_pair(field) {
        Some((first, second)) => with_one_text(&docs, &first, &second),
        None => docs,
    }
}

/// Returns the docs with one of two texts instead of the other, whichever saves less.
fn with_one_text(
    docs: &ListedDocs,
    first: &LintedArgument<'_>,
    second: &LintedArgument<'_>,
) -> ListedDocs {
    let (a, b) = (one_line(&first.arg.docs), one_line(&second.arg.docs));
    let (one, other) = (
        docs.with(|text| text == a, &b),
        docs.with(|text| text == b, &a),
    );
    if one.tokens() < other.tokens() {
        other
    } else {
        one
    }
}

fn near_pair<'r>(field: &LintedField<'r>) -> Option<(LintedArgument<'r>, LintedArgument<'r>)> {
    let mut seen = HashSet::new();
    let distinct = field.uses.iter().filter(|one| {
        // A list states docs once that differ in line breaks or in the last period only.
        let docs = one_line(&one.arg.docs);
        let docs = docs.strip_suffix('.').unwrap_or(&docs);
        !docs.is_empty() && seen.insert(docs.to_owned())
    });
    let distinct: Vec<_> = distinct
        .map(|one| (one, text_tools::fold(&one.arg.docs)))
        .collect();
    distinct
        .iter()
        .enumerate()
        .find_map(|(index, (second, text))| {
            let mut before = distinct[..index].iter();
            let (first, _) = before.find(|(_, before)| nearly_equal(before, text))?;
            Some((**first, **second))
        })
}

/// Returns `true` if two folded texts are equal or differ by one slip in one word.
pub(super) fn nearly_equal(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (ours, theirs) = (a.split(' '), b.split(' '));
    if ours.clone().count() != theirs.clone().count() {
        return false;
    }
    let mut differing = ours.zip(theirs).filter(|(a, b)| a != b);
    match (differing.next(), differing.next()) {
        (Some((a, b)), None) => text_tools::is_slip(a, b),
        _ => false,
    }
}

/// Requires that no two actions have the same first sentence.
pub(super) fn same_docs(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    let mut seen: HashMap<String, &str> = HashMap::new();
    for action in subject.actions() {
        let sentence = first_sentence(action.spec.docs).text;
        let folded = text_tools::fold(&sentence);
        if folded.is_empty() {
            continue;
        }
        if let Some(first) = seen.get(&folded) {
            found.push(Finding::new(
                Rule::SameDocs,
                subject.action_place(action),
                format!("it begins with the words of `{first}`, {sentence:?}, and a model cannot tell the two apart"),
                "say what makes the difference",
            ));
        } else {
            seen.insert(folded, &action.key);
        }
    }
}

/// Requires that a long sentence occurs once, in the docs of the tool, and not at several actions.
pub(super) fn repeated_sentence(subject: &LintedTool<'_>, found: &mut Vec<Finding>) {
    for (sentence, users) in repeated_sentences(subject) {
        let more = users.len().saturating_sub(1);
        found.push(
            Finding::new(
                Rule::RepeatedSentence,
                subject.name(),
                format!(
                    "{sentence:?} stands in the docs of {}",
                    keys(users.iter().copied())
                ),
                "say it once, in the docs of the tool or of a shared type",
            )
            .saving(more * estimated_tokens(&sentence)),
        );
    }
}

/// Returns each sentence that several actions have, with their keys. A list of arguments is left to its
/// own rule.
pub(super) fn repeated_sentences<'r>(subject: &LintedTool<'r>) -> Vec<(String, Vec<&'r str>)> {
    let mut repeated: Vec<(String, Vec<&str>)> = Vec::new();
    let mut by_words = HashMap::new();
    for action in subject.actions() {
        let docs = without_argument_list(action);
        let rest = first_sentence(&docs).rest;
        for sentence in text_tools::sentences(rest) {
            let length = sentence.chars().count();
            if length < REPEATED || is_list_item(&sentence) || has_url(&sentence) {
                continue;
            }
            let next = repeated.len();
            let at = *by_words.entry(text_tools::fold(&sentence)).or_insert(next);
            if at == next {
                repeated.push((sentence, Vec::new()));
            }
            let keys = &mut repeated[at].1;
            if keys.last() != Some(&&*action.key) {
                keys.push(&action.key);
            }
        }
    }
    repeated.retain(|(_, users)| users.len() > 1);
    repeated
}

/// Returns `true` for an item of a list, which means something only below its heading.
fn is_list_item(sentence: &str) -> bool {
    list_marker(sentence) > 0 || sentence.starts_with("• ")
}

/// Returns `true` for a sentence with a URL, which is a reference and no statement.
fn has_url(sentence: &str) -> bool {
    sentence.contains("://")
}
