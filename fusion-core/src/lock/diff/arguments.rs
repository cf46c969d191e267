//! The arguments of one item before and after.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{
    ChangeRule, ChangedPart, ItemChanges,
    pairs::{self, Pair},
    phrases,
    schemas::{self, DiffedSide},
};
use crate::lock::LockedArgument;

/// Compares arguments. Those that follow from a URI change with it, so that `kept_only` leaves out the others.
pub(super) fn compare(
    old: &BTreeMap<String, LockedArgument>,
    new: &BTreeMap<String, LockedArgument>,
    kept_only: bool,
    changes: &mut ItemChanges<'_>,
) {
    fn by_name(all: &BTreeMap<String, LockedArgument>) -> BTreeMap<&str, &LockedArgument> {
        all.iter()
            .map(|(name, argument)| (name.as_str(), argument))
            .collect()
    }
    let is_alias = |argument: &&LockedArgument, name: &str| argument.aliases.contains(name);
    let is_same = |one: &&LockedArgument, other: &&LockedArgument| {
        let unnamed = |argument: &LockedArgument| LockedArgument {
            aliases: BTreeSet::new(),
            ..argument.clone()
        };
        unnamed(one) == unnamed(other)
    };
    for pair in pairs::pairs(&by_name(old), &by_name(new), is_alias, is_same) {
        let part = |name: &str| ChangedPart::Argument(name.to_owned());
        match pair {
            Pair::Kept(name, both) => argument(old, [name, name], both, changes),
            _ if kept_only => {}
            Pair::Moved(names, both) => {
                let text = format!("renamed from `{}`, which is an alias", names[0]);
                changes.add(ChangeRule::ArgumentMoved, part(names[1]), text);
                argument(old, names, both, changes);
            }
            Pair::Renamed([name, later]) => {
                let text = format!("renamed to `{later}` without an alias");
                changes.add(ChangeRule::ArgumentRenamed, part(name), text);
            }
            Pair::Gone(name) => changes.add(ChangeRule::ArgumentGone, part(name), "gone"),
            Pair::Added(name, added) if added.required => {
                changes.add(
                    ChangeRule::RequiredArgumentAdded,
                    part(name),
                    "new and required",
                );
            }
            Pair::Added(name, _) => {
                changes.add(ChangeRule::ArgumentAdded, part(name), "new and optional");
            }
        }
    }
}

/// Compares one argument, whose names before and after are given.
fn argument(
    all: &BTreeMap<String, LockedArgument>,
    names: [&str; 2],
    [old, new]: [&LockedArgument; 2],
    changes: &mut ItemChanges<'_>,
) {
    let whole = ChangedPart::Argument(names[1].to_owned());
    let mut add = |rule, text: String| changes.add(rule, whole.clone(), text);
    match (old.required, new.required) {
        (false, true) => {
            let before = old
                .default
                .as_ref()
                .map(|value| format!("; its default was {value}"));
            let text = format!("required{}", before.unwrap_or_default());
            add(ChangeRule::ArgumentRequired, text);
        }
        (true, false) => add(ChangeRule::ArgumentOptional, "optional".to_owned()),
        _ if old.default != new.default => {
            let text = phrases::default(old.default.as_ref(), new.default.as_ref());
            add(ChangeRule::DefaultChanged, text);
        }
        _ => {}
    }
    match (old.secret, new.secret) {
        (true, false) => add(ChangeRule::SecretLost, "no longer a secret".to_owned()),
        (false, true) => add(ChangeRule::SecretGained, "a secret".to_owned()),
        _ => {}
    }
    for alias in old
        .aliases
        .iter()
        .filter(|alias| *alias != names[1] && !new.aliases.contains(*alias))
    {
        add(
            ChangeRule::AliasGone,
            format!("the alias `{alias}` is gone"),
        );
    }
    // An alias that was an argument is reported where that is.
    for alias in new
        .aliases
        .difference(&old.aliases)
        .filter(|alias| !all.contains_key(*alias))
    {
        add(
            ChangeRule::AliasAdded,
            format!("the alias `{alias}` is new"),
        );
    }
    let any = Value::Object(Map::new());
    let both = [old, new].map(|argument| argument.schema.as_ref().unwrap_or(&any));
    let mut touched = Vec::new();
    let part = |path: &str| ChangedPart::Argument(format!("{}{path}", names[1]));
    let renamed = schemas::compare(both, DiffedSide::Input, |rule, path, text| {
        touched.push(path.to_owned());
        changes.add(rule, part(path), text);
    });
    changes.prose(
        ChangeRule::DocsChanged,
        part(""),
        "docs",
        [&old.docs, &new.docs],
    );
    for (path, texts) in phrases::changed_texts([&old.texts, &new.texts], &touched, &renamed) {
        changes.prose(ChangeRule::DocsChanged, part(&path), "docs", texts);
    }
}
