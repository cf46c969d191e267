//! One action, prompt or resource before and after.

use std::collections::BTreeSet;

use super::{
    ChangeRule, ChangedPart, ItemChanges, arguments, phrases, promises,
    schemas::{self, DiffedSide},
};
use crate::lock::LockedItem;

/// Returns `true` if two items are equal but for their keys and the names that follow from them.
pub(super) fn is_same(one: &LockedItem, other: &LockedItem) -> bool {
    let unnamed = |item: &LockedItem| LockedItem {
        aliases: BTreeSet::new(),
        flat_name: None,
        tokens: 0,
        ..item.clone()
    };
    unnamed(one) == unnamed(other)
}

/// Compares one item, whose keys and tools before and after are given.
pub(super) fn compare(
    keys: [&str; 2],
    tools: [&str; 2],
    [old, new]: [&LockedItem; 2],
    changes: &mut ItemChanges<'_>,
) {
    flat_names(keys, tools, [old, new], changes);
    let moves = old.uri != new.uri;
    arguments::compare(&old.arguments, &new.arguments, moves, changes);
    one_of([old, new], changes);
    own_input([old, new], changes);
    promises::compare(old, new, changes);
    resource([old, new], changes);
    result([old, new], changes);
    let texts = |text: &Option<String>| text.clone().unwrap_or_default();
    let (titles, deprecations) = (
        [texts(&old.title), texts(&new.title)],
        [texts(&old.deprecated), texts(&new.deprecated)],
    );
    let item = ChangedPart::Item;
    changes.prose(
        ChangeRule::TitleChanged,
        item.clone(),
        "title",
        titles.each_ref().map(String::as_str),
    );
    let deprecations = deprecations.each_ref().map(String::as_str);
    changes.prose(
        ChangeRule::DeprecationChanged,
        item.clone(),
        "deprecation",
        deprecations,
    );
    changes.prose(
        ChangeRule::DocsChanged,
        item,
        "docs",
        [&old.docs, &new.docs],
    );
    examples([old, new], changes);
    if old.tokens != new.tokens {
        let text = phrases::tokens(old.tokens, new.tokens);
        changes.whole(ChangeRule::TokensChanged, text);
    }
}

/// Compares the examples: each sentence with its arguments is a text.
fn examples([old, new]: [&LockedItem; 2], changes: &mut ItemChanges<'_>) {
    let sentences: BTreeSet<_> = old.examples.keys().chain(new.examples.keys()).collect();
    for sentence in sentences {
        let text = |item: &LockedItem| {
            let arguments = item.examples.get(sentence);
            arguments.map_or_else(String::new, |arguments| format!("{sentence}: {arguments}"))
        };
        let texts = [text(old), text(new)];
        changes.prose(
            ChangeRule::ExamplesChanged,
            ChangedPart::Item,
            "example",
            texts.each_ref().map(String::as_str),
        );
    }
}

/// Compares the input schemas that authors wrote.
fn own_input([old, new]: [&LockedItem; 2], changes: &mut ItemChanges<'_>) {
    let text = match (&old.input, &new.input) {
        (Some(one), Some(other)) => {
            let mut touched = Vec::new();
            let part = |path: &str| ChangedPart::Input(phrases::inner(path));
            let renamed = schemas::compare([one, other], DiffedSide::Input, |rule, path, text| {
                touched.push(path.to_owned());
                changes.add(rule, part(path), text);
            });
            let texts = [&old.input_texts, &new.input_texts];
            for (path, texts) in phrases::changed_texts(texts, &touched, &renamed) {
                changes.prose(ChangeRule::DocsChanged, part(&path), "docs", texts);
            }
            return;
        }
        (None, None) => return,
        (Some(_), None) => "the author's input schema is gone",
        (None, Some(_)) => "the action has an input schema of its author",
    };
    changes.whole(ChangeRule::SchemaIncomparable, text);
}

/// Compares the wire names of an action that is listed by itself. Those that follow from the key change with
/// the key, and an alias keeps them.
fn flat_names(
    keys: [&str; 2],
    tools: [&str; 2],
    [old, new]: [&LockedItem; 2],
    changes: &mut ItemChanges<'_>,
) {
    let derived = |tool: &str, key: &str| format!("{tool}_{}", key.replace('.', "_"));
    let name = |item: &LockedItem, index: usize| {
        item.flat_name
            .clone()
            .unwrap_or_else(|| derived(tools[index], keys[index]))
    };
    let (before, after) = (name(old, 0), name(new, 1));
    let aliases = new.aliases.iter().filter_map(|alias| alias.split_once('/'));
    let mut known = aliases.map(|(tool, key)| derived(tool, key));
    if tools[0] == tools[1] && before != after && !known.any(|known| known == before) {
        let text = format!("listed by itself, the action is `{after}` instead of `{before}`");
        changes.whole(ChangeRule::FlatNameChanged, text);
    }
}

/// Compares the rule that exactly one of some arguments is given.
fn one_of([old, new]: [&LockedItem; 2], changes: &mut ItemChanges<'_>) {
    let later_name = |name: &String| {
        let mut later = new.arguments.iter();
        if new.arguments.contains_key(name) {
            return Some(name.clone());
        }
        later
            .find(|(_, arg)| arg.aliases.contains(name))
            .map(|(name, _)| name.clone())
    };
    // The loss of an argument is a change of its own.
    let before: BTreeSet<_> = old.one_of.iter().filter_map(later_name).collect();
    let after = &new.one_of;
    if before == *after {
        return;
    }
    let names = |names: &BTreeSet<String>| {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    let had = |name: &String| {
        let argument = new.arguments.get(name);
        let aliases = argument.into_iter().flat_map(|argument| &argument.aliases);
        std::iter::once(name)
            .chain(aliases)
            .any(|name| old.arguments.contains_key(name))
    };
    let is_wider = after.is_empty()
        || !before.is_empty() && before.is_subset(after) && !after.difference(&before).any(had);
    let (rule, text) = match (is_wider, after.is_empty()) {
        (_, true) => (
            ChangeRule::OneOfLoosened,
            format!("{} may be given freely", names(&before)),
        ),
        (true, _) => (
            ChangeRule::OneOfLoosened,
            format!("exactly one of {} is required", names(after)),
        ),
        (false, _) => (
            ChangeRule::OneOfTightened,
            format!("exactly one of {} is required", names(after)),
        ),
    };
    changes.whole(rule, text);
}

fn resource([old, new]: [&LockedItem; 2], changes: &mut ItemChanges<'_>) {
    if let (Some(before), Some(after)) = (&old.uri, &new.uri)
        && before != after
    {
        changes.whole(
            ChangeRule::UriChanged,
            format!("the URI is `{after}` instead of `{before}`"),
        );
    }
    match (&old.mime, &new.mime) {
        (Some(before), Some(after)) if before != after => {
            let text = format!("the media type is `{after}` instead of `{before}`");
            changes.whole(ChangeRule::MimeChanged, text);
        }
        (Some(before), None) => {
            changes.whole(
                ChangeRule::MimeGone,
                format!("the media type `{before}` is no longer stated"),
            );
        }
        (None, Some(after)) => {
            changes.whole(
                ChangeRule::MimeAdded,
                format!("the media type is stated: `{after}`"),
            );
        }
        _ => {}
    }
}

fn result([old, new]: [&LockedItem; 2], changes: &mut ItemChanges<'_>) {
    let whole = || ChangedPart::Result(String::new());
    let mut touched = Vec::new();
    let renamed = match (&old.output, &new.output) {
        (Some(one), Some(other)) => {
            schemas::compare([one, other], DiffedSide::Result, |rule, path, text| {
                touched.push(path.to_owned());
                changes.add(rule, ChangedPart::Result(phrases::inner(path)), text);
            })
        }
        (Some(_), None) => {
            changes.add(ChangeRule::ResultSchemaGone, whole(), "the schema is gone");
            return;
        }
        (None, Some(_)) => {
            let text = "a schema is new; the text may have another form";
            changes.add(ChangeRule::ResultSchemaAdded, whole(), text);
            return;
        }
        (None, None) => return,
    };
    let texts = [&old.output_texts, &new.output_texts];
    for (path, texts) in phrases::changed_texts(texts, &touched, &renamed) {
        let part = ChangedPart::Result(phrases::inner(path.trim_start_matches('.')));
        changes.prose(ChangeRule::DocsChanged, part, "docs", texts);
    }
}
