//! Docs that are missing, or that stand in more than one place.

use std::collections::{HashMap, HashSet};

use super::{
    Finding, Rule,
    subject::{Field, Subject, Use, keys},
    words,
};
use crate::describe::first_sentence;

/// A sentence shorter than this costs less, repeated, than a model's search for it elsewhere.
const REPEATED: usize = 40;

/// Every tool and every module says what it is for.
pub(super) fn tool_docs(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    for (place, docs) in subject.groups() {
        if docs.trim().is_empty() {
            found.push(Finding::new(
                Rule::ToolDocs,
                place,
                "it has no docs, by which a model picks a tool",
                "write a doc comment on the block",
            ));
        }
    }
}

/// Every action says what it does.
pub(super) fn action_docs(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    for action in subject.actions() {
        if action.spec.docs.trim().is_empty() {
            found.push(Finding::new(
                Rule::ActionDocs,
                subject.at(action),
                "it has no docs, and its key is all that a model knows of it",
                "write a doc comment on the method",
            ));
        }
    }
}

/// Every argument says what it is; documented values of an enum say it, too.
pub(super) fn argument_docs(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    for field in subject.fields() {
        let silent =
            |one: &&Use<'_>| one.arg.docs.trim().is_empty() && one.arg.leaf.values.is_empty();
        let silent: Vec<_> = field.uses.iter().filter(silent).copied().collect();
        if !silent.is_empty() {
            found.push(Finding::new(
                Rule::ArgumentDocs,
                subject.at_uses(field.name, &silent),
                "it has no docs, nor has its type",
                "write a doc comment on the parameter, or on its type for all actions",
            ));
        }
    }
}

/// What an argument's docs say in two actions is the same, or really different.
pub(super) fn near_equal_docs(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    for field in subject.fields() {
        if let Some((first, second)) = near_pair(&field) {
            let (a, b) = (first.arg.docs.trim(), second.arg.docs.trim());
            found.push(Finding::new(
                Rule::NearEqualDocs,
                subject.at_uses(field.name, &[first, second]),
                format!(
                    "{a:?} in `{}` and {b:?} in `{}` are nearly the same, and so they stand on the line of every action instead of once at the field",
                    first.action.key, second.action.key
                ),
                "write the same in both, or document a type that both use",
            ));
        }
    }
}

fn near_pair<'r>(field: &Field<'r>) -> Option<(Use<'r>, Use<'r>)> {
    let mut seen = HashSet::new();
    let distinct = field.uses.iter().filter(|one| {
        let docs = one.arg.docs.trim();
        !docs.is_empty() && seen.insert(docs)
    });
    let distinct: Vec<_> = distinct
        .map(|one| (one, words::folded(&one.arg.docs)))
        .collect();
    distinct
        .iter()
        .enumerate()
        .find_map(|(index, (second, text))| {
            let mut before = distinct[..index].iter();
            let (first, _) = before.find(|(_, before)| near(before, text))?;
            Some((**first, **second))
        })
}

/// Whether two folded texts are the same, or differ by one slip in one word.
fn near(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (ours, theirs) = (a.split(' '), b.split(' '));
    if ours.clone().count() != theirs.clone().count() {
        return false;
    }
    let mut differing = ours.zip(theirs).filter(|(a, b)| a != b);
    match (differing.next(), differing.next()) {
        (Some((a, b)), None) => words::slip(a, b),
        _ => false,
    }
}

/// No two actions say the same first.
pub(super) fn same_docs(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let mut seen: HashMap<String, &str> = HashMap::new();
    for action in subject.actions() {
        let sentence = first_sentence(action.spec.docs).text;
        let folded = words::folded(&sentence);
        if folded.is_empty() {
            continue;
        }
        if let Some(first) = seen.get(&folded) {
            found.push(Finding::new(
                Rule::SameDocs,
                subject.at(action),
                format!("it begins with the words of `{first}`, {sentence:?}, and a model cannot tell the two apart"),
                "say what makes the difference",
            ));
        } else {
            seen.insert(folded, &action.key);
        }
    }
}

/// A long sentence stands once, in the docs of the tool, and not with every action.
pub(super) fn repeated_sentence(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let mut repeated: Vec<(String, Vec<&str>)> = Vec::new();
    let mut by_words = HashMap::new();
    for action in subject.actions() {
        let rest = first_sentence(action.spec.docs).rest;
        for sentence in words::sentences(rest) {
            if sentence.chars().count() < REPEATED {
                continue;
            }
            let next = repeated.len();
            let at = *by_words.entry(words::folded(&sentence)).or_insert(next);
            if at == next {
                repeated.push((sentence, Vec::new()));
            }
            let keys = &mut repeated[at].1;
            if keys.last() != Some(&&*action.key) {
                keys.push(&action.key);
            }
        }
    }
    for (sentence, users) in repeated {
        if users.len() > 1 {
            found.push(Finding::new(
                Rule::RepeatedSentence,
                subject.name(),
                format!("{sentence:?} stands in the docs of {}", keys(users)),
                "say it once, in the docs of the tool or of a shared type",
            ));
        }
    }
}
