//! Each rule of the comparison by a pair of surfaces, with its text.

mod arguments;
mod items;
mod prose;
mod results;
mod schemas;
mod texts;
mod tools;

use std::collections::BTreeSet;

use fusion_core::lock::{ChangeRule, Lock};

/// A pair of surfaces as TOML, and the changes in words.
type Pair = (&'static str, &'static str, &'static [&'static str]);

fn lock(text: &str) -> Lock {
    let text = format!("version = 1\n{text}");
    text.parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the changes in words, each with its class, place and rule.
fn changes(old: &str, new: &str) -> Vec<String> {
    let diff = lock(old).diff(&lock(new));
    diff.changes.iter().map(ToString::to_string).collect()
}

/// Checks pairs of whole surfaces.
fn check(pairs: &[Pair]) {
    for (old, new, expected) in pairs {
        assert_eq!(changes(old, new), *expected, "{old}\n→\n{new}");
    }
}

/// Checks pairs of lines in one action, `t/a`.
fn check_action(pairs: &[Pair]) {
    for (old, new, expected) in pairs {
        let whole = |lines: &str| {
            format!("[tools.t]\ndiscriminator = \"action\"\n[actions.\"t/a\"]\n{lines}\n")
        };
        assert_eq!(
            changes(&whole(old), &whole(new)),
            *expected,
            "{old}\n→\n{new}"
        );
    }
}

/// All pairs, so that no rule is without one.
fn all() -> impl Iterator<Item = &'static Pair> {
    let tables = [
        tools::TOOLS,
        items::ITEMS,
        items::OF_ACTIONS,
        arguments::ARGUMENTS,
        schemas::SCHEMAS,
        results::RESULTS,
        prose::PROSE,
    ];
    tables.into_iter().flatten()
}

#[test]
fn every_rule_has_a_pair() {
    let shown: BTreeSet<_> = all()
        .flat_map(|(.., expected)| expected.iter())
        .filter_map(|change| change.rsplit_once('['))
        .map(|(_, id)| id.trim_end_matches(']').to_owned())
        .collect();
    let rules: BTreeSet<_> = ChangeRule::all().map(|rule| rule.id().to_owned()).collect();
    assert_eq!(shown, rules);
}

/// The table of the guide has each rule under its class.
#[test]
fn the_guide_has_every_rule() {
    let guide = include_str!("../../../../fusion-core/src/docs/guide/lock.md");
    let rows = guide.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        Some((cells.next()?.trim_end_matches('`'), cells.next()?))
    });
    let stated: Vec<_> = rows.collect();
    let rules: Vec<_> = ChangeRule::all()
        .map(|rule| (rule.id(), rule.class().name()))
        .collect();
    assert_eq!(stated, rules);
}
